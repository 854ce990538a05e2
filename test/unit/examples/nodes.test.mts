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
/** The nodes of an example that are no exception, of these types and operations. */
const namesOf = (types: RegExp, operations: RegExp, isOne: (node: Node, of: Example) => boolean) =>
	examples.flatMap((example) =>
		example.nodes
			.filter(({ type }) => types.test(type))
			.filter(({ parameters: { operation = 'get' } }) => operations.test(operation))
			.filter((node) => isOne(node, example))
			.map(({ name }) => `${example.name}: ${name}`),
	);

it('a list that is the same for all items is read once, and not for each item', () => {
	const isForEach = ({ name, executeOnce, parameters }: Node, { nodes, connections }: Example) =>
		!executeOnce &&
		!/\$json|\$\('/.test(JSON.stringify(parameters)) &&
		nodes.some(
			({ name: from, type }) =>
				!type.endsWith('Trigger') &&
				connections[from]?.main?.flat().some(({ node }) => node === name),
		);
	expect(namesOf(/energyProjects|dataTable|httpRequest/, /^get/, isForEach)).toEqual([]);
});

it('an empty list stops nothing that several lists decide', () => {
	const stops = ({ name, alwaysOutputData, parameters }: Node, { nodes }: Example) =>
		!alwaysOutputData &&
		parameters.options?.ifNotFound !== 'emptyItem' &&
		RegExp(`(\\$|all|listOf)\\('${name}'\\)(?!\\.item)`).test(JSON.stringify(nodes));
	expect(namesOf(/energyProjects|dataTable/, /^get/, stops)).toEqual([]);
});

it('what a step would create and finds is left as it is', () => {
	const changes = ({ parameters }: Node) => parameters.options?.ifFound !== 'leave';
	expect(namesOf(/energyProjects$/, /^upsert/, changes)).toEqual([]);
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

it('an event in the inbox is taken by one run only', () => {
	const takesAgain = ({ name, parameters }: Node) =>
		name === 'Take the row' &&
		!JSON.stringify(parameters).includes('"state","condition":"isEmpty"');
	expect(namesOf(/dataTable/, /^update/, takesAgain)).toEqual([]);
});
