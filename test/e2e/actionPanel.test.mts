import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../shared.mts';
import {
	add,
	choose,
	drag,
	enterId,
	inputOf,
	offered,
	panelOf,
	typeAsText,
} from './harness/byHand.mts';
import { openNode, openWorkflow, picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow } from './harness/workflows.mts';

// The action node, set up by hand in the editor of a real n8n as people in an office do, and run there.

const get = { operation: 'get', projectId: { __rl: true, mode: 'list', value: '' } };
const update = { ...get, operation: 'update' };
const find = {
	resource: 'customer',
	operation: 'getAll',
	filters: { email: '={{ $json.email }}' },
};
const items = [{ email: 'nobody@mail.example', number: 'P-002' }, { email: 'nn@mail.example' }];
const workflow = (id: string, name: string, parameters: object) =>
	chainWorkflow(id, items.slice(0, name === 'Find' ? 2 : 1), [
		{ name, parameters: parameters as never },
	]);
const workflows = [
	workflow('ByHandGet0000001', 'Get', get),
	workflow('ByHandUpdate0001', 'Update', update),
	workflow('ByHandUpdate0002', 'Typed', update),
	workflow('ByHandUpdate0003', 'Look', update),
	workflow('ByHandCreate0001', 'Create', { operation: 'create', name: 'Haus' }),
	workflow('ByHandFind000001', 'Find', find),
];
const stack = useStack({ workflows });
const newPage = useBrowser(stack);

async function open(name: string): Promise<Page> {
	const page = await newPage();
	const found = workflows.find(({ nodes }) => nodes.some((node) => node.name === name));
	await openWorkflow(page, stack().n8n.url, found?.id ?? '');
	await openNode(page, name);
	return page;
}

/** Runs the node, and waits for what the panel then shows. */
async function run(page: Page, shown: string | RegExp): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv').getByText(shown).first().waitFor();
}

const project = (humanId: string) =>
	recordsOf(stack().service, 'project').find((one) => one.humanId === humanId);

describe('By ID', () => {
	it('takes a human ID that was typed or dragged there; both modes stand in full', async () => {
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
});

describe('values as people type them', () => {
	it('are stored as they are meant: numbers, days and choices', async () => {
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

	it('are refused if they can be meant in two ways, all of them in one error', async () => {
		const page = await open('Typed');
		await enterId(page, 'projectId', 'P-003');
		await add(page, 'Add Field', 'Yearly Energy Consumption (kWh/year)');
		await typeAsText(page, 'yearlyEnergyConsumption', '10.471');
		await add(page, 'Add Field', 'Number of Floors');
		await typeAsText(page, 'numberOfFloors', 'two');
		await run(page, /2 values are wrong/);
		const text = await page.getByTestId('ndv').innerText();
		expect(text).toContain('"10.471" can be read in two ways');
		expect(text).toContain('"two" is not a number');
		await picture(page, 'two-wrong-values');
	});
});

describe('options', () => {
	it('are there only where they concern the operation', async () => {
		// n8n lets one page at a time change a workflow: the page of the test before holds "Update" for a while.
		const update = await open('Look');
		expect(await offered(update, 'Add option')).toEqual([
			'Empty Values',
			'Skip Unchanged',
			'Timeout (Seconds)',
		]);
		const create = await open('Create');
		// The only one: n8n adds it without a list.
		await add(create, 'Add option', 'Timeout (Seconds)');
		expect(await inputOf(create, 'timeout').locator('input').inputValue()).toBe('60');
	});

	it('let a list say for each item that nothing was found', async () => {
		const page = await open('Find');
		await add(page, 'Add option', 'If Not Found');
		await choose(page, 'ifNotFound', 'Return an Empty Item');
		await run(page, '2 items');
	});
});
