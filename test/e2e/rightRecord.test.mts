import type { IDataObject, INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { byId, expectValidRequests, recordsOf } from '../shared.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { add, panelOf, typeAsText } from './harness/byHand.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow, link, node, workflow } from './harness/workflows.mts';
import { startLanguageModel } from './standIns/languageModel.mts';
import type { LanguageModel } from './standIns/languageModel.mts';

// Nothing that is erased, doubled, lost or reported wrongly, in a real n8n.

const stack = useStack({ workflows: [] });
const newPage = useBrowser(stack);
const projects = () => recordsOf(stack().service, 'project');
const customers = () => recordsOf(stack().service, 'customer');

const post = async (body: object) =>
	(await stack().rest.call<{ id: string }>('POST', '/rest/workflows', body)).id;

let count = 0;
const newId = () => `RightRecord${String(++count).padStart(5, '0')}`;

type Credential = { id: string; type: string };
type More = { onError?: INode['onError']; credential?: Credential };

/** A workflow of the action node alone, run with these items. */
async function run(parameters: object, items: IDataObject[], { onError, credential }: More = {}) {
	const step = { name: 'Node', parameters: parameters as IDataObject, ...(onError && { onError }) };
	const made = chainWorkflow(newId(), items, [step]);
	const [start, one] = made.nodes;
	const used = credential && { credentials: { energyProjectsApi: credential } };
	const id = await post({ ...made, nodes: [start, { ...one, ...used }] });
	const { outputs, errors } = await stack().rest.run(id, 'Start');
	const jsons = (outputs.Node ?? []).map((output) => output.map(({ json }) => json));
	return { outputs: jsons, error: errors.Node };
}

it('Delete with two IDs by an expression is refused, and nothing is deleted', async () => {
	const before = projects();
	const ids = before.slice(0, 2).map(({ id }) => id);
	for (const text of [ids.join(', '), ids.map((id) => `https://app.example/${id}`).join(' ')]) {
		const parameters = { operation: 'delete', projectId: byId('={{ $json.ids }}') };
		const { error } = await run(parameters, [{ ids: text }]);
		expect(error?.message).toContain('contains several IDs');
	}
	expect(projects()).toEqual(before);
});

const ways = [['continueRegularOutput', 0] as const, ['continueErrorOutput', 1] as const];
it.each(ways)('an option that fails: every item has failed (%s)', async (onError, output) => {
	const items = projects().map(({ id }, number) => ({ id, number }));
	const sent = stack().service.requests.length;
	const options = { timeout: "={{ $('Nowhere').item.json.x }}" };
	const parameters = { operation: 'delete', projectId: byId('={{ $json.id }}'), options };
	const { outputs } = await run(parameters, items, { onError });
	const failure: unknown = expect.stringContaining("doesn't exist");
	expect(outputs[output]).toMatchObject(items.map((item) => ({ ...item, error: failure })));
	expect(outputs.flat()).toHaveLength(items.length);
	expect(stack().service.requests).toHaveLength(sent);
});

it('a credential with the key of the item: P-001 of two companies, each with its own value', async () => {
	const { service, rest } = stack();
	const data = { baseUrl: service.baseUrl, apiKey: '={{ $json.key }}' };
	const credential = await rest.credential('energyProjectsApi', data, 'Key of the item');
	const companies = [service.company, service.otherCompany];
	const items = companies.map(({ apiKey, companyName }) => ({ key: apiKey, name: companyName }));
	const updateFields = { name: '={{ $json.name }}' };
	const parameters = { operation: 'update', projectId: byId('P-001'), updateFields };
	expect((await run(parameters, items, { credential })).error).toBeUndefined();
	const stored = companies.flatMap(({ id }) => service.store.list('project', id));
	const changed = stored.filter(({ humanId }) => humanId === 'P-001');
	expect(changed.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
});

it('twenty rows of which the twelfth is refused: those before it are written, none after it', async () => {
	const items = Array.from({ length: 20 }, (_, at) => ({ row: at + 1 }));
	const additionalFields = { projectValue: '={{ $json.row === 12 ? "much" : 5 }}' };
	const parameters = { operation: 'create', name: '={{ "Row " + $json.row }}', additionalFields };
	const { error } = await run(parameters, items);
	expect(error?.message).toMatch(/projectValue.* 11 other items were carried out \(items 0-10\)/);
	const rows = projects().flatMap(({ name }) => /^Row (\d+)$/.exec(String(name))?.[1] ?? []);
	expect(rows.map(Number).sort((a, b) => a - b)).toEqual(items.slice(0, 11).map(({ row }) => row));
});

it('Return All of a customer list that lacks some fails, or returns what was read if that is chosen', async () => {
	const { faults } = stack().service;
	const fault = { status: 200, headers: { 'x-total-count': '1500' }, body: customers() };
	faults.add({ path: pathOf('listCustomers'), ...fault });
	const all = { resource: 'customer', operation: 'getAll', returnAll: true };
	const { error } = await run(all, [{}]);
	expect(error?.message).toContain('The list of customers may be incomplete');
	const { outputs } = await run({ ...all, options: { ifIncomplete: 'goOn' } }, [{}]);
	expect(outputs[0]).toHaveLength(customers().length);
	faults.clear();
});

const fromAi = (name: string) => `={{ $fromAI("${name}", "", "string", "") }}`;
const TOOL = 'update_customer';

/** An agent with the node as its tool. */
function agentWorkflow(typeVersion: number, customerId: string, credential: Credential) {
	const langchain = '@n8n/n8n-nodes-langchain.';
	const value = { city: fromAi('city') };
	const agent = { agent: 'toolsAgent', promptType: 'define', text: '?' };
	const model = { model: { __rl: true, mode: 'id', value: 'any' } };
	const names = { firstName: fromAi('first'), lastName: fromAi('last') };
	const others = { phoneNumber: fromAi('phone'), companyName: fromAi('company') };
	const tool = {
		...{ descriptionType: 'manual', toolDescription: 'Changes a customer.' },
		...{ resource: 'customer', operation: 'update', customerId: byId(customerId) },
		updateFields: { ...names, ...others, email: fromAi('email'), address: { value } },
		options: { emptyValues: 'clear' },
	};
	const key = { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } };
	const ofModel = { [credential.type]: credential };
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		{ ...node('Agent', `${langchain}agent`, agent), typeVersion },
		{ ...node('Model', `${langchain}lmChatOpenAi`, model, ofModel), typeVersion: 1.2 },
		node(TOOL, 'n8n-nodes-energy-projects.energyProjectsTool', tool, key),
	];
	const sub = (type: string) => ({ [type]: [[{ ...link('Agent'), type }]] });
	return workflow(newId(), nodes, {
		pinData: { Start: [{ json: {} }] },
		connections: {
			Start: { main: [[link('Agent')]] },
			...{ Model: sub('ai_languageModel'), [TOOL]: sub('ai_tool') },
		},
	});
}

describe('an AI agent', () => {
	let model: LanguageModel;
	let credential: Credential;
	beforeAll(async () => {
		model = await startLanguageModel();
		const data = { apiKey: 'model-key', url: model.url };
		credential = await stack().rest.credential('openAiApi', data);
	});
	afterAll(async () => await model.close());

	it.each([1.7, 2.2, 3.1])('of version %d loses nothing by its words', async (version) => {
		const [before] = customers().filter((one) => one.phoneNumber && one.email && one.address);
		const company = `Agent ${version} GmbH`;
		const none = { phone: 'null', city: 'undefined', first: 'NULL', last: ' none ', email: 'n/a' };
		model.answers.push({ tool: TOOL, input: { ...none, company } }, { words: 'Done.' });
		const id = await post(agentWorkflow(version, before.id, credential));
		const { outputs, errors } = await stack().rest.run(id, 'Start');
		expect(errors).toEqual({});
		expect(outputs.Agent[0][0].json.output).toBe('Done.');
		const { updatedAt, ...rest } = before;
		const [after] = customers().filter((one) => one.id === before.id);
		expect(after).toMatchObject({ ...rest, companyName: company });
		expect(after.updatedAt).not.toBe(updatedAt);
	});

	it('is not offered Map Automatically in the editor', async () => {
		const page = await newPage();
		const id = await post(agentWorkflow(3.1, customers()[0].id, credential));
		await openWorkflow(page, stack().n8n.url, id);
		await page
			.locator(`[data-test-id="canvas-node"][data-node-name="${TOOL}"]`)
			.locator('[data-test-id="canvas-configuration-node"]')
			.dblclick();
		await panelOf(page).getByText('Phone Number').first().waitFor();
		const text = await panelOf(page).innerText();
		expect(text).not.toMatch(/Data to Send|Map Automatically|Mark of Text|\blength\b/i);
	});
});

async function fillIn(page: Page, city: string) {
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
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText(city).first().waitFor();
}

it.each([
	['of a new customer', { operation: 'create', firstName: 'Ada', lastName: 'Lovelace' }],
	['under Update Fields', { operation: 'update' }],
])('an address added by hand %s, run in the editor and as saved', async (_, parameters) => {
	const page = await newPage();
	const customerId = byId(customers().find(({ address }) => address !== null)?.id ?? '');
	const step = { name: 'Node', parameters: { resource: 'customer', customerId, ...parameters } };
	const id = await post(chainWorkflow(newId(), [{}], [step]));
	await openWorkflow(page, stack().n8n.url, id);
	await openNode(page, 'Node');
	if (parameters.operation === 'update') await add(page, 'Add Field', 'Address');
	const city = `Bad ${parameters.operation}`;
	await fillIn(page, city);
	const { requests } = stack().service;
	const sent = () => requests.findLast(({ method }) => method !== 'GET')?.body;
	const first = sent();
	expect(first).toMatchObject({ address: { city } });
	const { errors } = await stack().rest.run(id, 'Start');
	expect(errors).toEqual({});
	expect(sent()).toEqual(first);
});

it('no request broke the description of the service', () => {
	expectValidRequests(stack().service);
});
