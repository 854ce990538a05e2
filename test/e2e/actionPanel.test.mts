import type { IDataObject } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { recordsOf } from '../shared.mts';
import { add, choose, drag, enterId, inputOf, panelOf, typeAsText } from './harness/byHand.mts';
import { openNode, openWorkflow, picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow } from './harness/workflows.mts';

// The action node, set up by hand in the editor of a real n8n as people in an office do, and run there.

const get = { operation: 'get', projectId: { __rl: true, mode: 'list', value: '' } };
const workflow = (id: string, name: string, parameters: IDataObject) =>
	chainWorkflow(id, [{ number: 'P-002' }], [{ name, parameters }]);
const workflows = {
	Get: workflow('ByHandGet0000001', 'Get', get),
	Update: workflow('ByHandUpdate0001', 'Update', { ...get, operation: 'update' }),
	List: workflow('ByHandList000001', 'List', { operation: 'getAll' }),
};
const stack = useStack({ workflows: Object.values(workflows) });
const newPage = useBrowser(stack);

async function open(name: keyof typeof workflows): Promise<Page> {
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, workflows[name].id);
	await openNode(page, name);
	return page;
}

/** Runs the node, and waits for what the panel then shows. */
async function run(page: Page, shown: string): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv').getByText(shown).first().waitFor();
}

const project = (humanId: string) =>
	recordsOf(stack().service, 'project').find((one) => one.humanId === humanId);

it('By ID takes a human ID that was typed or dragged there; both modes stand in full', async () => {
	const page = await open('Get');
	const modes = panelOf(page).getByTestId('rlc-mode-selector').locator('input').first();
	expect(await modes.inputValue()).toBe('From list');
	await enterId(page, 'projectId', 'P-003');
	expect(await modes.inputValue()).toBe('By ID');
	expect(await modes.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
	await run(page, String(project('P-003')?.name));
	// The field of the item, dragged into the input.
	await page.getByTestId('ndv-close-button').click();
	await openNode(page, 'Get');
	await page.getByTestId('ndv-input-panel').getByText('P-002').first().waitFor();
	const field = page.getByTestId('ndv-input-panel').getByText('number').first();
	await drag(page, field, inputOf(page, 'projectId').getByTestId('rlc-input'));
	await run(page, String(project('P-002')?.name));
});

it('values are stored as people mean them: numbers, days and choices', async () => {
	const page = await open('Update');
	await enterId(page, 'projectId', 'P-003');
	await add(page, 'Add Field', 'Heated Living Area (m²)');
	await typeAsText(page, 'heatedLivingAreaM2', '28,5');
	await add(page, 'Add Field', 'Installation Date');
	await typeAsText(page, 'installationDate', '14.03.2027 08:00');
	await add(page, 'Add Field', 'Building Type');
	await typeAsText(page, 'buildingType', 'Multi-Family House');
	await run(page, '2027-03-14');
	await picture(page, 'update-by-hand');
	expect(project('P-003')).toMatchObject({
		...{ heatedLivingAreaM2: 28.5, installationDate: '2027-03-14' },
		buildingType: 'multiFamilyHouse',
	});
});

it('Sort takes a rule, such as by customer', async () => {
	const page = await open('List');
	await add(page, 'Add Sort Rule', 'Sort');
	await choose(page, 'sortBy', 'Customer');
	await choose(page, 'order', 'Descending');
	await run(page, 'P-003');
	expect(stack().service.requests.at(-1)?.path).toContain('sortBy=customer_id&order=desc');
});
