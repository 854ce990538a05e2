import { NodeHelpers, traverseNodeParameters } from 'n8n-workflow';
import type { FromAIArgument, INode, INodeTypeDescription } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { boxOf, overlapping } from '../../e2e/harness/layout.mts';
import { says } from '../../documents.mts';

const PREFIX = 'n8n-nodes-energy-projects.';
const examples = readExamples();
const exampleOf = (id: string) => examples.find((example) => example.id === id);
const descriptions = new Map<string, INodeTypeDescription>(
	[new EnergyProjects(), new EnergyProjectsTrigger(), new EnergyProjectsPollingTrigger()].map(
		({ description }) => [description.name, description],
	),
);
const noteOf = ({ nodes }: ExampleWorkflow) =>
	nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

/** The nodes after the trigger whose answers are pinned, since their service is not connected yet. */
const pinnedStepsOf = ({ nodes, pinData = {} }: ExampleWorkflow) =>
	nodes.filter(({ name, type }) => name in pinData && !type.endsWith('Trigger'));

/** The nodes of this package in the examples, with their descriptions; tools have that of the action node. */
const ownNodes = examples.flatMap((example) =>
	example.nodes
		.filter(({ type }) => type.startsWith(PREFIX))
		.map((node) => {
			const description = descriptions.get(node.type.slice(PREFIX.length).replace(/Tool$/, ''));
			if (description === undefined) throw new Error(`There is no node ${node.type}`);
			return { name: `${example.name}: ${node.name}`, node: node as unknown as INode, description };
		}),
);

const omit = (parameters: INode['parameters'], name: string): INode['parameters'] =>
	Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name));

/** The paths of all values, but for those of resource locators, which are one value. */
function pathsOf(value: unknown, path: readonly string[] = []): string[] {
	if (typeof value !== 'object' || value === null || '__rl' in value) return [path.join('.')];
	const entries = Object.entries(value);
	return entries.length === 0
		? [path.join('.')]
		: entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

it.each(ownNodes)('$name: has parameters that exist, with values that exist', (own) => {
	const { node, description } = own;
	// n8n adds these to tools, and the times to triggers that poll.
	const { descriptionType, toolDescription, ...rest } = node.parameters;
	const parameters = omit(rest, 'pollTimes');
	expect([descriptionType, typeof toolDescription]).toEqual(
		node.type.endsWith('Tool') ? ['manual', 'string'] : [undefined, 'undefined'],
	);
	const known = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		...([true, false, node, description] as const),
	);
	const paths = pathsOf(known);
	expect(pathsOf(parameters).filter((path) => !paths.includes(path))).toEqual([]);
	const filled = { ...node, parameters };
	const { properties } = description;
	const issues = NodeHelpers.getNodeParametersIssues(properties, filled, description);
	expect(issues?.parameters ?? {}).toEqual({});
	expect([description.version].flat()).toContain(node.typeVersion);
});

describe('the examples', () => {
	it('are not published in the files, so that nothing starts before a person publishes it', () => {
		const files = examples as Array<ExampleWorkflow & { active?: boolean }>;
		expect(files.filter(({ active = false }) => active)).toEqual([]);
	});

	it.each(examples)(
		'"$name" has notes beside its nodes, which say what to click first',
		(example) => {
			const { nodes } = example;
			const isNote = ({ type }: (typeof nodes)[number]) => type.endsWith('.stickyNote');
			const notes = nodes.filter(isNote);
			const others = nodes.filter((node) => !isNote(node)).map(boxOf);
			expect(String(notes[0]?.parameters.content)).toMatch(/^## \S/);
			const pairs = notes.flatMap((note) => others.map((other) => [boxOf(note), other]));
			expect(overlapping(pairs)).toEqual([]);
			expect(noteOf(example)).toMatch(/Click first/);
		},
	);

	it('name their nodes after what they do, and use the credentials of the sandbox', () => {
		const nodes = examples.flatMap((example) => example.nodes) as INode[];
		for (const { name, credentials = {} } of nodes) {
			expect(name).not.toMatch(/\d$|^(Code|Edit Fields|HTTP Request|If|Switch)\b/);
			for (const { id } of Object.values(credentials)) expect(id).toMatch(/^Energy/);
		}
	});

	const byThemselves = examples.filter(({ nodes }) =>
		/(schedule|form|PollingTrigger|ProjectsTrigger)/.test(nodes.map(({ type }) => type).join()),
	);
	it.each(byThemselves)('"$name" says how a person hears of a failure', (example) => {
		expect(noteOf(example)).toContain('/examples/README.md#hear-of-a-failure');
	});

	it.each(examples.filter((one) => pinnedStepsOf(one).length > 0))(
		'"$name" says how its pinned data is removed',
		(example) => {
			const pinned = pinnedStepsOf(example);
			// n8n goes on drawing the pins after an execution. Whoever presses P again pins everything again.
			expect(noteOf(example)).toMatch(
				pinned.length <= 2
					? /click \*Unpin\* in the purple bar/
					: /Click \*Clear execution\*.* click the four steps, and press \*\*P\*\* once/,
			);
			if (pinned.length > 2) expect(pinned).toHaveLength(4);
		},
	);
});

describe('the tools for language models', () => {
	const toolsOf = (id: string) =>
		(exampleOf(id)?.nodes ?? [])
			.filter(({ type }) => type === `${PREFIX}energyProjectsTool`)
			.map(({ name, parameters }) => ({ name, parameters }));
	const tools = toolsOf('EnergyMcpServer1');

	it('are the same in the chat and for MCP clients', () => {
		expect(tools).toHaveLength(5);
		expect(toolsOf('EnergyAsk0000001')).toEqual(tools);
	});

	it.each(tools)(
		'$name only reads, explains itself, and names no tool that does not exist',
		(tool) => {
			const args: FromAIArgument[] = [];
			traverseNodeParameters(tool.parameters as INode['parameters'], args);
			expect(['get', 'getAll']).toContain(tool.parameters.operation);
			for (const text of [tool.parameters.toolDescription, ...args.map((one) => one.description)]) {
				expect(text).toMatch(/^[\s\S]{20,300}\.$/);
			}
			const named = JSON.stringify(tool.parameters).match(/\b(?:find|get|list|read)_\w+/g) ?? [];
			expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]));
		},
	);

	it('give away no email address or phone number of a customer', () => {
		says('docs/mcp-client.md', 'no email address, no phone number');
		const ofCustomers = tools.filter(({ parameters }) => parameters.resource === 'customer');
		expect(ofCustomers.map(({ parameters }) => parameters.output)).toEqual(['selectedFields']);
		expect(String(ofCustomers[0].parameters.outputFields)).not.toMatch(/email|phone/i);
		const ofProjects = tools.filter(({ parameters }) => parameters.resource === 'project');
		expect(ofProjects.map(({ parameters }) => parameters.options)).toEqual([{}, {}]);
	});
});
