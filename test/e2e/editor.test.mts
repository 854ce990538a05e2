import { expect, it } from 'vitest';
import { readExamples } from '../../sandbox/n8n/demo.mts';
import { openWorkflow, stack } from './editor/editor.mts';
// All that is looked at in the editor is one file, since to load the editor takes as long as many tests.
import './editor/byHand.mts';
import './editor/triggerPanels.mts';
import './editor/rightRecord.mts';
import { picture } from './harness/browser.mts';
import { boxOf, covered } from './harness/layout.mts';

const SIZE = { width: 1280, height: 720 };
const examples = readExamples();

/** How much of the canvas an example takes in a direction, once all of it is in the picture. */
function shareOf({ nodes }: (typeof examples)[number], side: 'width' | 'height'): number {
	const boxes = nodes.map(boxOf);
	const extent = (at: 'x' | 'y', size: 'width' | 'height') =>
		Math.max(...boxes.map((box) => box[at] + box[size])) - Math.min(...boxes.map((box) => box[at]));
	const all = { width: extent('x', 'width'), height: extent('y', 'height') };
	return all[side] * Math.min(1, SIZE.width / all.width, SIZE.height / all.height);
}

// That notes cover no nodes is tested without an editor.
it.each(['width', 'height'] as const)(
	'nothing covers anything in the example that takes the most %s',
	async (by) => {
		const [example] = examples.toSorted((a, b) => shareOf(b, by) - shareOf(a, by));
		const [{ parameters }] = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const [name = ''] = /(?<=^## ).*/.exec(String(parameters.content)) ?? [];
		// A copy, since others run the example meanwhile. It is not published: n8n lays a checklist over what is.
		const copy = { ...example, id: example.id.replace('Energy', `Layout${by.length}`) };
		const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', copy);
		const page = await openWorkflow(id, SIZE);
		await page.getByTestId('sticky').getByRole('heading', { name, exact: true }).waitFor();
		await picture(page, `example-${id}`);
		expect(await covered(page)).toEqual([]);
	},
);
