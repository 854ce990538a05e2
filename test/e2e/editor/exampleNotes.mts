import { beforeAll, expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { picture } from '../harness/browser.mts';
import { covered } from '../harness/layout.mts';
import { openWorkflow, stack } from './editor.mts';

// Copies, since others run the examples meanwhile. They are not published: n8n lays a checklist over what is.
const examples = readExamples().map((one) => ({ ...one, id: one.id.replace('Energy', 'Layout') }));
beforeAll(async () => {
	for (const one of examples) await stack().rest.call('POST', '/rest/workflows', one);
});

it.each(examples)(
	'the example "$name" is laid out so that nothing covers anything',
	async ({ id, nodes }) => {
		const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
		const [name = ''] = /(?<=^## ).*/.exec(String(note)) ?? [];
		const page = await openWorkflow(id, { width: 1280, height: 720 });
		await page.getByTestId('sticky').getByRole('heading', { name, exact: true }).waitFor();
		await picture(page, `example-${id}`);
		expect(await covered(page)).toEqual([]);
	},
);
