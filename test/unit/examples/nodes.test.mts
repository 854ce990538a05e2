// Judges the nodes of examples/*.json and their connections, where a run in n8n comes to the same without them.
import { expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

type Node = ExampleWorkflow['nodes'][number] & {
	executeOnce?: boolean;
	alwaysOutputData?: boolean;
	parameters: { operation?: string; options?: { ifNotFound?: string; ifFound?: string } };
};
interface Example extends ExampleWorkflow {
	nodes: Node[];
	connections: Record<string, { main?: Array<Array<{ node: string }>> }>;
}
const examples = readExamples() as Example[];

const isForEachItem = ({ name, executeOnce, parameters }: Node, of: Example) =>
	executeOnce !== true &&
	!/\$json|\$\('/.test(JSON.stringify(parameters)) &&
	of.nodes
		.filter(({ type }) => !type.endsWith('Trigger'))
		.some((from) => of.connections[from.name]?.main?.flat().some(({ node }) => node === name));

const stopsIfEmpty = ({ name, alwaysOutputData, parameters: { options } }: Node, of: Example) =>
	alwaysOutputData !== true &&
	options?.ifNotFound !== 'emptyItem' &&
	RegExp(`(\\$|all|listOf)\\('${name}'\\)(?!\\.item)`).test(JSON.stringify(of.nodes));

const takesWhatIsTaken = ({ name, parameters }: Node) =>
	name === 'Take the row' && !JSON.stringify(parameters).includes('"state","condition":"isEmpty"');

const changesWhatItFinds = ({ parameters: { options } }: Node) => options?.ifFound !== 'leave';

it.each<[string, typeAndOperation: RegExp, isWrong: (node: Node, of: Example) => boolean]>([
	['a list is read once, not for each item', /(Projects|aTable|httpRequest) get/, isForEachItem],
	['an empty list stops nothing that several lists decide', /(Projects|aTable) get/, stopsIfEmpty],
	['an event in the inbox is taken by one run only', /aTable update/, takesWhatIsTaken],
	['what a step would create and finds stays as it is', /Projects upsert/, changesWhatItFinds],
])('%s', (_, typeAndOperation, isWrong) => {
	const isMeant = ({ type, parameters: { operation = 'get' } }: Node) =>
		typeAndOperation.test(`${type} ${operation}`);
	const wrong = examples.flatMap((example) =>
		example.nodes.filter((node) => isMeant(node) && isWrong(node, example)),
	);
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

it.each([
	['EnergyInvoice001', 'Not there yet?', 'Make a row'],
	['EnergyAndTable01', 'Still as decided', 'What both have now'],
	['EnergyAndHubSpot', 'Still as decided', 'What both have now'],
	['EnergyAndPipedrv', 'Still as decided', 'What both have now'],
])('%s, "%s": what is not written is noted all the same', (id, node, noted) => {
	const example = examples.find((one) => one.id === id);
	expect(example?.connections[node].main?.[1]).toMatchObject([{ node: noted }]);
});
