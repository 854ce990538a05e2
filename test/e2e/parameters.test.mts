import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openWorkflow, useBrowser } from './harness/browser.mts';
import { everyNode, NodeState } from './harness/nodeState.mts';
import { Panel } from './harness/panel.mts';
import { useStack } from './harness/stack.mts';
import { Walk } from './harness/walk.mts';
import type { SavedNode, Seen } from './harness/walk.mts';
import { nodesWorkflow } from './harness/workflows.mts';

const states = everyNode();
const nodes = states.map((state) => {
	const { resource, operation } = state.set;
	const words = [state.description.displayName, resource, operation].filter(Boolean);
	return { name: words.join(' · '), state };
});
const descriptions = [...new Set(states.map(({ description }) => description))];
const notSaved = async () => await Promise.resolve(undefined);
const workflow = nodesWorkflow('EveryParameter01', [
	...nodes.map(({ name, state }) => ({
		name,
		type: state.description.name,
		parameters: state.set,
	})),
	...descriptions.map(({ name }) => ({ name: `By hand: ${name}`, type: name, parameters: {} })),
]);
const stack = useStack({ workflows: [workflow] });
const newPage = useBrowser(stack);

/** What was seen, over all nodes: the first input of each kind is set by hand. */
const seen: Seen = { lines: [], parameters: 0, choices: 0, byHand: new Set(), kinds: new Set() };
let page: Page;

beforeAll(async () => {
	page = await newPage();
	page.on('dialog', (question) => void question.accept());
});

/** Also where a walk ended in the middle of a panel. */
beforeEach(async () => {
	if (
		(await page.getByTestId('zoom-to-fit').isVisible()) &&
		!(await page.getByTestId('ndv').isVisible())
	)
		return;
	await openWorkflow(page, stack().n8n.url, workflow.id);
});

afterAll(() => {
	const { lines, parameters, choices, byHand } = seen;
	const sums = `${nodes.length} nodes, ${parameters} parameters, ${choices} choices of collections`;
	console.log([...lines, '', sums, `Set by hand: ${[...byHand].sort().join(', ')}`].join('\n'));
});

describe('in the editor of a real n8n, every parameter that the description shows is in the page', () => {
	it.each(nodes)('$name', async ({ name, state }) => {
		const savedNode = async () => {
			const saved = await stack().rest.call<typeof workflow>(
				'GET',
				`/rest/workflows/${workflow.id}`,
			);
			return saved.nodes.find((node) => node.name === name) as SavedNode | undefined;
		};
		const panel = new Panel(page);
		await panel.open(name);
		const walk = new Walk(panel, state, seen, savedNode);
		seen.lines.push('', name);
		await walk.credentials();
		await walk.parameters();
		await walk.collections();
		await panel.close();
		expect([...walk.missing]).toEqual([]);
	});

	it('also where resource and operation are chosen by hand', async () => {
		const panel = new Panel(page);
		for (const { name } of descriptions) {
			await panel.open(`By hand: ${name}`);
			const ofThisNode = nodes.filter(({ state }) => state.description.name === name);
			const walk = new Walk(panel, new NodeState(ofThisNode[0].state.description), seen, notSaved);
			for (const { state } of ofThisNode) await walk.select(state);
			await panel.close();
			expect([...walk.missing]).toEqual([]);
			seen.lines.push('', `${name}: ${ofThisNode.length} operations chosen by hand`);
		}
	});

	it('and one input of each kind was set by hand, and stands in the saved workflow', () => {
		expect([...seen.kinds].filter((kind) => !seen.byHand.has(kind))).toEqual([]);
	});
});
