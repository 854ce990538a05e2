import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { Expression, NodeHelpers, Workflow } from 'n8n-workflow';
import type { INode, INodeParameters, INodeTypes } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { subtitleExpression } from '../../../nodes/EnergyProjects/events/outputs.ts';

const KINDS = ['project', 'customer'].flatMap((noun) =>
	['created', 'edited', 'deleted'].map((change) => `${noun}.${change}`),
);

const SLOW = { timeout: 60_000 };

const main = (displayName: string) => ({ type: 'main', displayName });

const selections = fc.shuffledSubarray(KINDS);

/** The outputs of a selection: in the service's order, no matter in which order the events were chosen. */
const wanted = (events: readonly string[]) =>
	events.length === 0
		? [{ type: 'main' }]
		: KINDS.filter((kind) => events.includes(kind)).map((kind) => main(labelOf(kind, events)));

/** Beside outputs about other records: as much of the name as the editor shows. */
function labelOf(kind: string, events: readonly string[]): string {
	const names = kind.split('.').map((word) => word[0].toUpperCase() + word.slice(1));
	const [noun, change] = names;
	const isOneSubject = events.every((event) => event.startsWith(noun.toLowerCase()));
	return isOneSubject ? change : `${noun.slice(0, 4)} ${change}`;
}

/** The outputs the editor and the engine of n8n see. */
function outputsInN8n(parameters: INodeParameters) {
	const trigger = new EnergyProjectsTrigger();
	const nodeTypes = { getByNameAndVersion: () => trigger } as unknown as INodeTypes;
	const node: INode = {
		...{ id: '1', name: 'Trigger', type: 'energyProjectsTrigger', typeVersion: 2 },
		...{ position: [0, 0], parameters },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.withIsolate(async () =>
		NodeHelpers.getNodeOutputs(workflow, workflow.nodes.Trigger, trigger.description),
	);
}

// n8n has several engines for expressions. "vm" needs a compiler to install; "quickjs" runs the same code isolated, slowly.
describe.each([
	['legacy', 100],
	['quickjs', 3],
] as const)('outputs in n8n, with its engine "%s"', (engine, numRuns) => {
	beforeAll(async () => {
		// If another engine ran before, starting this one does not select it.
		Expression.setExpressionEngine(engine);
		await Expression.initExpressionEngine({
			...{ engine, bridgeTimeout: 5000, bridgeMemoryLimit: 128, poolSize: 1 },
			maxCodeCacheSize: 1024,
		});
	});
	afterAll(async () => {
		await Expression.disposeExpressionEngine();
		// The files that come next in this process expect n8n's default.
		Expression.setExpressionEngine('legacy');
	});

	it('are worked out by that engine: six for a node just added', async () => {
		expect(Expression.getActiveImplementation()).toBe(engine);
		expect(await outputsInN8n({})).toEqual(wanted(KINDS));
	});

	it('are one per chosen event, in the same order however they were chosen', SLOW, async () => {
		const run = fc.asyncProperty(selections, async (events) => {
			expect(await outputsInN8n({ events })).toEqual(wanted(events));
		});
		await fc.assert(run, { numRuns });
	});
});

const inner = subtitleExpression.replace(/^=\{\{/, '').replace(/\}\}$/, '');
const subtitle = (events: unknown): unknown =>
	runInContext(inner, createContext({ $parameter: { events } }));

it('the subtitle on the canvas names the chosen events, in the order of the outputs', () => {
	expect(subtitle(['customer.edited', 'project.created'])).toBe('Project Created, Customer Edited');
	expect(subtitle('project.deleted')).toBe('Project Deleted');
	expect(subtitle(KINDS.toReversed())).toBe('All Events');
});
