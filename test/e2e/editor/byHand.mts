import type { IDataObject } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { follow, openNode, picture } from '../harness/browser.mts';
import {
	add,
	choose,
	drag,
	enterId,
	inputOf,
	panelOf,
	typeAsText,
	typeJson,
} from '../harness/byHand.mts';
import { chainWorkflow } from '../harness/workflows.mts';
import { openWorkflow, stack } from './editor.mts';

// The action node, set up by hand in the editor of a real n8n as people in an office do, and run there.

const projects = () => recordsOf(stack().service, 'project');
const project = (humanId: string) => projects().find((one) => one.humanId === humanId);
const projectsNamed = (name: string) => projects().filter((one) => one.name === name);
const customers = () => recordsOf(stack().service, 'customer');
const writes = () => stack().service.requests.filter(({ method }) => method !== 'GET');

let count = 0;

/** Opens the panel of a new workflow's action node. */
async function open(parameters: IDataObject): Promise<Page> {
	const step = { name: 'Node', parameters };
	const made = chainWorkflow(
		`ByHand${String(++count).padStart(10, '0')}`,
		[{ number: 'P-002' }],
		[step],
	);
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', made);
	const page = await openWorkflow(id);
	await openNode(page, 'Node');
	return page;
}

/** Runs the node, and waits for what then comes out. */
async function run(page: Page, shown: string | RegExp): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText(shown, { exact: true }).first().waitFor();
}

const field = (page: Page, name: string) => inputOf(page, name).locator('input').first();

/** Key by key, or at once from the clipboard. */
async function enter(page: Page, name: string, text: string, isPasted = false): Promise<void> {
	await field(page, name).click();
	await page.keyboard.press('ControlOrMeta+A');
	if (isPasted) {
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
		await page.keyboard.press('ControlOrMeta+V');
	} else await page.keyboard.type(text);
	expect(await field(page, name).inputValue()).toBe(text);
	// The editor takes a text over a moment after it was typed.
	await page.waitForTimeout(400);
}

describe('one project', () => {
	const get = { operation: 'get', projectId: { __rl: true, mode: 'list', value: '' } };

	it('By ID takes a human ID that was typed or dragged there; both modes stand in full', async () => {
		const page = await open(get);
		const modes = panelOf(page).getByTestId('rlc-mode-selector').locator('input').first();
		expect(await modes.inputValue()).toBe('From list');
		await enterId(page, 'projectId', 'P-003');
		expect(await modes.inputValue()).toBe('By ID');
		expect(await modes.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
		await run(page, String(project('P-003')?.name));
		const { id } = project('P-001') ?? {};
		await enterId(page, 'projectId', `https://app.example.com/#/projects/${id}?tab=2`);
		await run(page, String(project('P-001')?.name));
		await enterId(page, 'projectId', `https://app.example.com/projects?id=${id}`);
		await run(page, /names no record|without an ID|no ID/);
		// The field of the item, dragged into the input.
		await page.getByTestId('ndv-close-button').click();
		await openNode(page, 'Node');
		await page.getByTestId('ndv-input-panel').getByText('P-002').first().waitFor();
		const column = page.getByTestId('ndv-input-panel').getByText('number').first();
		await drag(page, column, inputOf(page, 'projectId').getByTestId('rlc-input'));
		await run(page, String(project('P-002')?.name));
	});

	it('numbers are stored as they are typed in Germany; what can be read in two ways is refused', async () => {
		const page = await open({ operation: 'create', name: 'Haus Lovelace' });
		await add(page, 'Add Field', 'Heated Living Area (m²)');
		await enter(page, 'heatedLivingAreaM2', '142,5');
		await add(page, 'Add Field', 'Project Value');
		await enter(page, 'projectValue', '28.450,00');
		await add(page, 'Add Field', 'Average Heat Load (W/m²)');
		await enter(page, 'avgHeatload', '28,5', true);
		await add(page, 'Add Field', 'Installation Date');
		await typeAsText(page, 'installationDate', '14.03.2027 08:00');
		await run(page, /2027-03-14/);
		const typed = { heatedLivingAreaM2: 142.5, projectValue: 28450, avgHeatload: 28.5 };
		const stored = { ...typed, installationDate: '2027-03-14' };
		expect(projectsNamed('Haus Lovelace')).toMatchObject([stored]);
		await enter(page, 'projectValue', '24.500', true);
		await run(page, /"24\.500" can be read in two ways/);
		expect(projectsNamed('Haus Lovelace')).toHaveLength(1);
	});
});

it('options are set: Check Only, Other Circuits, Only If Not Changed Since', async () => {
	const { store, company } = stack().service;
	const circuits = [
		{ id: 'c1', name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 1 },
		{ id: 'c2', name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 2 },
	];
	const own = { name: 'Kreise', source: 'api', address: null, heatingCircuits: circuits };
	const { id } = store.insert('project', company.id, own);
	const stored = () => store.projects.get(id)?.heatingCircuits;
	const warmer = { heatingCircuits: { circuit: [{ name: 'EG', flowTemperature: '36' }] } };
	const parameters = { operation: 'update', projectId: byId(id), projectUpdateFields: warmer };
	const page = await open(parameters);
	await add(page, 'Add Option', 'Check Only');
	const checkOnly = inputOf(page, 'checkOnly').locator('.el-switch, [role="switch"]').first();
	const click = async () => {
		await checkOnly.click();
		await page.waitForTimeout(400);
	};
	await click();
	await run(page, 'checkOnly');
	expect(stored()).toEqual(circuits);
	await click();
	await add(page, 'Add Option', 'Only If Not Changed Since');
	await typeAsText(page, 'notChangedSince', '2020-01-01');
	await run(page, /was changed at/);
	expect(stored()).toEqual(circuits);
	await typeAsText(page, 'notChangedSince', '2190-01-01');
	await run(page, /^36$/);
	const changed = { ...circuits[0], flowTemperature: 36 };
	expect(stored()).toEqual([changed, circuits[1]]);
	await add(page, 'Add Option', 'Other Circuits');
	await choose(page, 'otherCircuits', 'Remove');
	await run(page, /OG of /);
	expect(stored()).toEqual([changed]);
});

it('Other Fields (JSON) are typed; what the service does not know either, it refuses', async () => {
	const page = await open({ operation: 'create', name: 'Haus Hopper' });
	await add(page, 'Add Field', 'Other Fields (JSON)');
	await typeJson(page, 'otherFields', '{"hasFireplace": true}');
	await run(page, /must NOT have additional properties \(hasFireplace\)/);
	const { requests } = stack().service;
	// What follows is held against the description.
	requests.splice(requests.indexOf(writes()[writes().length - 1]), 1);
});

it('Sort takes a rule, such as by customer', async () => {
	const page = await open({ operation: 'getAll' });
	await add(page, 'Add Sort Rule', 'Sort');
	await choose(page, 'sortBy', 'Customer');
	await choose(page, 'order', 'Descending');
	await run(page, 'P-003');
	expect(stack().service.requests.at(-1)?.path).toContain('sortBy=customer_id&order=desc');
});

it('Yes and No are chosen, or come from an expression', async () => {
	const { id } = project('P-003') ?? {};
	const page = await open({ operation: 'update', projectId: byId(String(id)) });
	await add(page, 'Add Field', 'Is Lead');
	await choose(page, 'isLead', 'Yes');
	await run(page, 'true');
	expect(project('P-003')?.isLead).toBe(true);
	await typeAsText(page, 'isLead', 'nein');
	await run(page, 'false');
	expect(project('P-003')?.isLead).toBe(false);
});

describe('one customer', () => {
	it('is found by the name: no value to match is asked for, and If Found can leave it', async () => {
		const { store, company } = stack().service;
		const stored = { firstName: 'Jörg', lastName: 'Weiß', phoneNumber: '1', address: null };
		const { id } = store.insert('customer', company.id, stored);
		const page = await open({ resource: 'customer', operation: 'upsert' });
		const label = panelOf(page).getByText('Email to Match');
		expect(await label.count()).toBe(1);
		await choose(page, 'matchOn', 'Name');
		await label.waitFor({ state: 'detached' });
		expect(await panelOf(page).getByText('to Match').count()).toBe(0);
		await enter(page, 'firstName', 'JÖRG');
		await enter(page, 'lastName', 'weiss');
		await add(page, 'Add Field', 'Phone Number');
		await enter(page, 'phoneNumber', '2');
		await add(page, 'Add Option', 'If Found');
		await choose(page, 'ifFound', 'Leave as It Is');
		const before = [writes().length, customers().length];
		await run(page, 'unchanged');
		expect([writes().length, customers().length]).toEqual(before);
		await choose(page, 'ifFound', 'Update');
		await run(page, 'updated');
		expect(store.customers.get(id)).toMatchObject({ ...stored, phoneNumber: '2' });
		expect(customers()).toHaveLength(before[1]);
	});

	async function fillInAddress(page: Page, city: string) {
		await add(page, 'Add Address', 'City');
		const lines = (await panelOf(page).innerText()).split('\n');
		const labels = lines.filter((line) => line !== 'Fixed' && line !== 'Expression');
		const parts = ['Address Line 1', 'Address Line 2', 'Postal Code', 'City', 'Country'];
		const last = labels.indexOf('Longitude (°)');
		expect(labels.slice(labels.indexOf('Address') + 1, last + 2)).toEqual([
			...[...parts, 'Country Code', 'Latitude (°)', 'Longitude (°)'],
			expect.stringMatching(/^(Additional Fields|Fields to Clear)$/),
		]);
		await typeAsText(page, 'city', city);
	}

	it.each([
		['of a new customer', { operation: 'create', firstName: 'Ada', lastName: 'Lovelace' }],
		['under Update Fields', { operation: 'update' }],
	])('gets an address %s, run in the editor and as saved', async (_, parameters) => {
		const customer = customers().find(({ address }) => address !== null);
		const customerId = byId(customer?.id ?? '');
		const page = await open({ resource: 'customer', customerId, ...parameters });
		const isUpdate = parameters.operation === 'update';
		if (isUpdate) await add(page, 'Add Field', 'Address');
		const city = `Bad ${parameters.operation}`;
		await fillInAddress(page, city);
		if (isUpdate) {
			// What nobody filled in is not emptied.
			await add(page, 'Add Option', 'Empty Values');
			await choose(page, 'emptyValues', 'Empty the Field');
		}
		await run(page, new RegExp(city));
		const first = writes().at(-1)?.body;
		const { addressLine1, postalCode } = (customer?.address ?? {}) as Record<string, unknown>;
		expect(first).toMatchObject({
			address: { city, ...(isUpdate && { addressLine1, postalCode }) },
		});
		const id = /workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
		const { errors } = await stack().rest.run(id, 'Start');
		expect(errors).toEqual({});
		expect(writes().at(-1)?.body).toEqual(first);
	});

	it('gets nothing that was typed for a project before the node was switched', async () => {
		const page = await open({ operation: 'update', projectId: byId(projects()[0].id) });
		await add(page, 'Add Field', 'Address');
		await fillInAddress(page, 'Bad Muster');
		await choose(page, 'resource', 'Customer');
		await enterId(page, 'customerId', customers()[0].id);
		await add(page, 'Add Field', 'Phone Number');
		await typeAsText(page, 'phoneNumber', '030 1');
		await run(page, '030 1');
		expect(writes().at(-1)?.body).toEqual({ phoneNumber: '030 1' });
	});
});

it('the dialog of a credential says in words what is wrong with a key, and marks nothing as connected', async () => {
	const page = await open({});
	const { rest, service } = stack();
	const data = { baseUrl: service.baseUrl, apiKey: service.company.apiKey };
	const { id } = await rest.credential('energyProjectsApi', data);
	await follow(page, `/home/credentials/${id}`);
	await page.getByTestId('credential-save-button').waitFor();
	await page.getByTestId('parameter-input-apiKey').locator('input').fill('wrong-key');
	await page.getByTestId('credential-save-button').click();
	await page.getByText('More details').click();
	await page.getByText('Could not list projects (401): Unauthorized. Copy the whole').waitFor();
	await picture(page, 'credential-test');
	expect(await page.getByText('Connection tested successfully').isVisible()).toBe(false);
	await page.keyboard.press('Escape');
});
