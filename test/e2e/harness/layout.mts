import type { Page } from 'playwright-core';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

interface Box {
	what: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

type Placed = ExampleWorkflow['nodes'][number] & { position: [number, number] };

/** Where n8n draws a node, at full size. Notes have a size of their own, and what takes tools is wider. */
export function boxOf(node: ExampleWorkflow['nodes'][number]): Box {
	const { name, type, position, parameters } = node as Placed;
	const usual = /agent$|mcpTrigger$/.test(type) ? 256 : 96;
	const { width = usual, height = 96 } = parameters as Partial<Box>;
	return { what: name, x: position[0], y: position[1], width, height };
}

/** n8n's own things that lie over the canvas. */
const CONTROLS = [
	'[data-test-id="canvas-controls"]',
	'[data-test-id="execute-workflow-button"]',
	'[data-test-id="node-creator-plus-button"]',
	'[data-test-id="command-bar-button"]',
	'[data-test-id="add-sticky-button"]',
	'[data-test-id="toggle-focus-panel-button"]',
	// The "Production Checklist" of a published workflow.
	'[role="dialog"]',
];
const NOTES = ['[data-test-id="sticky"]'];
const NODES = ['[data-test-id="canvas-trigger-node"]', '[data-test-id="canvas-default-node"]'];

const boxes = async (page: Page, selectors: string[]): Promise<Box[]> =>
	await page.locator(selectors.join(', ')).evaluateAll((elements) =>
		elements.map((element) => {
			const { x, y, width, height } = element.getBoundingClientRect();
			const { innerText } = element as HTMLElement;
			return { what: innerText.replace(/\s+/g, ' ').slice(0, 40), x, y, width, height };
		}),
	);

/** Pairs of things on the canvas of which one covers a part of the other. */
export async function covered(page: Page): Promise<string[]> {
	const [notes, nodes, controls] = await Promise.all(
		[NOTES, NODES, CONTROLS].map(async (selectors) => await boxes(page, selectors)),
	);
	if (notes.length === 0 || nodes.length === 0) throw new Error('The canvas is empty');
	const pairs = [
		...notes.flatMap((note) => nodes.map((node) => [note, node])),
		...[...notes, ...nodes].flatMap((thing) => controls.map((control) => [thing, control])),
	];
	return overlapping(pairs);
}

export const overlapping = (pairs: Box[][]) =>
	pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `"${a.what}" and "${b.what}"`);

const overlap = (a: Box, b: Box): boolean =>
	a.width * a.height * b.width * b.height > 0 &&
	a.x < b.x + b.width &&
	b.x < a.x + a.width &&
	a.y < b.y + b.height &&
	b.y < a.y + a.height;
