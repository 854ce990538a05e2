import type { IDataObject } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import type { ApiRecord } from '../../sandbox/service/records.mts';
import { onRequest } from '../integration/harness/service/service.mts';
import { byId, expectValidRequests, recordsOf } from '../shared.mts';
import { connectMcp } from './examples/languageModels.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { add, choose } from './harness/byHand.mts';
import { useStack } from './harness/stack.mts';
import { link, node, workflow } from './harness/workflows.mts';

// Run again by n8n's own switches, by a loop or by a schedule, nothing is doubled or erased, in a real n8n.

const stack = useStack({ workflows: [] });
const newPage = useBrowser(stack);
const customersNamed = (lastName: string) =>
	recordsOf(stack().service, 'customer')
		.filter((one) => one.lastName === lastName)
		.map(({ firstName }) => String(firstName))
		.sort();
const names = (count: number) => Array.from({ length: count }, (_, at) => `No ${at + 1}`);
afterEach(() => {
	stack().service.faults.clear();
	vi.restoreAllMocks();
});

let count = 0;
const key = { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** The action node, with Retry On Fail. */
const action = (name: string, parameters: IDataObject, more: object = retried) => ({
	...node(name, 'n8n-nodes-energy-projects.energyProjects', parameters, key),
	...more,
});
const creating = (lastName: string, more: IDataObject = {}) => ({
	...{ resource: 'customer', operation: 'create', lastName, firstName: '={{ $json.firstName }}' },
	...more,
});
const email = '={{ $json.firstName.toLowerCase().replace(" ", "") + "@mail.example" }}';
const syncing = (lastName: string) =>
	creating(lastName, { operation: 'upsert', matchValue: email });

type Nodes = Parameters<typeof workflow>[1];

/** Saves and runs a workflow in which the first node hands over these items. */
async function run(items: IDataObject[], nodes: Nodes, connections: object, settings = {}) {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const made = workflow(`SecondNight${String(++count).padStart(5, '0')}`, [start, ...nodes], {
		pinData: { Start: items.map((json) => ({ json })) },
		connections,
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin', ...settings },
	});
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', made);
	return await stack().rest.run(id, 'Start');
}
const startTo = (...to: string[]) => ({ Start: { main: [to.map(link)] } });
const rows = (many: number) => names(many).map((firstName) => ({ firstName }));

/** Each other write of a row of this name is refused, the first one too. */
function refuseAtFirst(firstName: string) {
	const { service } = stack();
	let sent = 0;
	onRequest(service, () => {
		const { method, body } = service.requests.at(-1) ?? {};
		const isMeant = method === 'POST' && (body as IDataObject).firstName === firstName;
		return isMeant && sent++ % 2 === 0 ? { status: 422, body: { message: 'No' } } : undefined;
	});
	return () => sent;
}

/** The answer of the next create is lost. */
const loseAnswer = () =>
	stack().service.faults.add({ method: 'POST', times: 1, afterHandling: true, reset: true });

it('Retry On Fail: two nodes behind one create each row once, although each is refused one at first', async () => {
	const sent = refuseAtFirst('No 4');
	const nodes = ['A', 'C'].map((name) => action(name, creating(`Zwei ${name}`)));
	const synced = action('B', syncing('Zwei B'));
	const { errors } = await run(rows(6), [...nodes, synced], startTo('A', 'B', 'C'));
	expect([errors, sent()]).toEqual([{}, 6]);
	for (const lastName of ['Zwei A', 'Zwei B', 'Zwei C'])
		expect([lastName, customersNamed(lastName)]).toEqual([lastName, names(6)]);
});

it('Retry On Fail in a loop: each round creates its own rows once, equal ones too', async () => {
	const sent = refuseAtFirst('No 2');
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 2, options: {} });
	const items = [...rows(4), ...rows(2)];
	const nodes = [{ ...loop, typeVersion: 3 }, action('A', creating('Runde'))];
	const { errors, outputs } = await run(items, nodes, {
		...startTo('Loop'),
		...{ Loop: { main: [[], [link('A')]] }, A: { main: [[link('Loop')]] } },
	});
	expect([errors, sent()]).toEqual([{}, 4]);
	const given = items.map(({ firstName }) => firstName);
	expect(customersNamed('Runde')).toEqual(given.toSorted());
	expect(outputs.Loop?.[0]?.map(({ json }) => json.firstName)).toEqual(given);
	expect(new Set(outputs.Loop?.[0]?.map(({ json }) => json.id)).size).toBe(6);
});

it.each([
	['Create', 'continueRegularOutput', creating('Weiter')],
	['Create or Update', 'continueErrorOutput', syncing('Danach')],
])(
	'Retry On Fail, %s, %s: the first row is refused each time, the others are created once',
	async (_, onError, parameters) => {
		const items = [{ firstName: '' }, ...rows(5)];
		const nodes = [action('A', parameters, { ...retried, onError })];
		const { outputs } = await run(items, nodes, startTo('A'));
		const failed = outputs.A?.flat().map(({ json }) => 'error' in json);
		expect(failed?.filter(Boolean)).toEqual([true]);
		expect(failed).toHaveLength(6);
		expect(customersNamed(String(parameters.lastName))).toEqual(names(5));
	},
);

it.each([
	['one row', rows(1), {}],
	['Execute Once', rows(3), { executeOnce: true }],
])(
	'%s, and an answer that is lost: the create is not sent again, and the node fails with the same words',
	async (lastName, items, more) => {
		loseAnswer();
		const nodes = [action('A', creating(lastName), { ...retried, ...more })];
		const { errors } = await run(items, nodes, startTo('A'));
		expect(errors.A?.message).toContain('may have been created');
		expect(customersNamed(lastName)).toEqual(names(1));
	},
);

it('a service that gives its own numbers: each night the item fails, and says why', async () => {
	const { service } = stack();
	const insert = service.store.insert.bind(service.store);
	let number = 7000;
	service.store.insert = (subject, company, fields) =>
		insert(subject, company, { ...fields, humanId: `P-${++number}` }) as ApiRecord;
	const parameters = {
		...{ operation: 'upsert', matchOn: 'humanId', matchValue: '={{ $json.number }}' },
		name: 'Eigene Nummer',
	};
	const isOne = ({ name }: ApiRecord) => name === 'Eigene Nummer';
	for (const night of [1, 2]) {
		const items = [{ number: 'ERP-1' }, { number: 'ERP-2' }];
		const { errors } = await run(items, [action('A', parameters)], startTo('A'));
		expect(errors.A?.message).toContain(`the service stored "P-${number}"`);
		expect(recordsOf(service, 'project').filter(isOne)).toHaveLength(night);
	}
	service.store.insert = insert;
});

it('Other Circuits: Keep, chosen by hand, keeps the circuit that is not named', async () => {
	const { service } = stack();
	const circuits = [
		{ id: 'c1', name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 1 },
		{ id: 'c2', name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 2 },
	];
	const { id: projectId } = service.store.insert('project', service.company.id, {
		...{ name: 'Kreise', source: 'api', address: null, heatingCircuits: circuits },
	});
	const circuit = [{ name: 'EG', flowTemperature: '36' }];
	const updateFields = { heatingCircuits: { circuit } };
	const parameters = { operation: 'update', projectId: byId(projectId), updateFields };
	const stored = () =>
		recordsOf(service, 'project').find(({ id }) => id === projectId)?.heatingCircuits;
	const saved = workflow(
		'SecondNightCircuits',
		[node('Start', 'n8n-nodes-base.manualTrigger', {}), action('A', parameters, {})],
		{ pinData: { Start: [{ json: {} }] }, connections: startTo('A') },
	);
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', saved);
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, id);
	await openNode(page, 'A');
	await add(page, 'Add option', 'Other Circuits');
	await choose(page, 'otherCircuits', 'Keep');
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText('Kreise').first().waitFor();
	expect(stored()).toEqual([{ ...circuits[0], flowTemperature: 36 }, circuits[1]]);
});

const fromAi = (name: string, type = 'string') => `={{ $fromAI("${name}", "", "${type}", "") }}`;

describe('tools over MCP', () => {
	let client: Awaited<ReturnType<typeof connectMcp>>;
	beforeAll(async () => {
		const trigger = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', { path: 'second-night' });
		const tool = (name: string, parameters: IDataObject, more: object = {}) => {
			const described = { descriptionType: 'manual', toolDescription: name, ...parameters };
			const type = 'n8n-nodes-energy-projects.energyProjectsTool';
			return { ...node(name, type, described, key), ...more };
		};
		const circuit = [{ name: fromAi('circuit'), flowTemperature: fromAi('flow') }];
		const updateFields = { name: fromAi('name'), heatingCircuits: { circuit } };
		const change = { operation: 'update', projectId: byId(fromAi('project')), updateFields };
		const sync = {
			...{ operation: 'upsert', matchOn: 'humanId', matchValue: fromAi('number') },
			...{ name: fromAi('name'), additionalFields: { heatingCircuits: { circuit } } },
		};
		const create = creating('Werkzeug', { firstName: fromAi('first') });
		const nodes = [
			{ ...trigger, typeVersion: 2, webhookId: 'second-night' },
			...[tool('change', change), tool('sync', sync), tool('create', create, retried)],
		];
		const toServer = { ai_tool: [[{ ...link('Server'), type: 'ai_tool' }]] };
		const connections = { change: toServer, sync: toServer, create: toServer };
		const saved = workflow('SecondNightTools', nodes, { connections });
		const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', saved);
		await stack().rest.publish(id);
		client = await connectMcp(`${stack().n8n.url}/mcp/second-night`);
	});
	afterAll(async () => await client.close());

	it('60 calls that name one circuit, none, or nothing in words: no circuit is lost', async () => {
		const { store, company } = stack().service;
		const circuits = ['EG', 'OG', 'DG'].map((name, at) => ({ id: `c${at}`, name, index: at + 1 }));
		const fields = { name: 'Werkzeug', source: 'api', address: null, heatingCircuits: circuits };
		const { id: project, humanId: number } = store.insert('project', company.id, fields);
		const given = ['EG', 'og', ' DG ', '', 'unknown', 'null', 'Not provided', '-', 'none', 'n/a'];
		for (let call = 0; call < 60; call++) {
			const circuit = given[call % given.length] ?? '';
			const flow = call % 3 === 0 ? '' : String(30 + call);
			const [tool, which] = call % 20 < 10 ? ['change', { project }] : ['sync', { number }];
			await client.call(tool, { ...which, name: `Call ${call}`, circuit, flow });
			const { name, heatingCircuits } = store.projects.get(project) ?? {};
			const ids = (heatingCircuits as typeof circuits).map(({ id }) => id);
			expect([tool, name, ids]).toEqual([tool, `Call ${call}`, circuits.map(({ id }) => id)]);
		}
	});

	it('Retry On Fail: an answer that is lost is not sent again; two equal calls are two', async () => {
		loseAnswer();
		expect((await client.call('create', { first: 'Lost' })).text).toContain(
			'may have been created',
		);
		expect(customersNamed('Werkzeug')).toEqual(['Lost']);
		for (const first of ['Two', 'Two']) await client.call('create', { first });
		expect(customersNamed('Werkzeug')).toEqual(['Lost', 'Two', 'Two']);
	});
});

it('n8n is killed in the middle: nothing runs again by itself, and Create or Update by hand writes the rest', async () => {
	const { service, rest } = stack();
	service.faults.add({ method: 'POST', delayMs: 150 });
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const made = workflow('SecondNightKilled', [start, action('A', syncing('Abbruch'))], {
		pinData: { Start: rows(60).map((json) => ({ json })) },
		connections: startTo('A'),
	});
	const { id } = await rest.call<{ id: string }>('POST', '/rest/workflows', made);
	const begin = { triggerToStartFrom: { name: 'Start' } };
	await rest.call('POST', `/rest/workflows/${id}/run`, begin);
	await vi.waitUntil(() => customersNamed('Abbruch').length > 5, { timeout: 30_000 });
	await stack().restart('SIGKILL');
	const written = customersNamed('Abbruch');
	expect(written.length).toBeLessThan(60);
	const [killed] = await stack().executions(id, 1);
	expect(killed?.status).toBe('crashed');
	expect(customersNamed('Abbruch')).toEqual(written);
	const { errors, outputs } = await stack().rest.run(id, 'Start');
	expect(errors).toEqual({});
	const created = outputs.A?.[0]?.filter(({ json }) => json.syncResult === 'created');
	expect(created).toHaveLength(60 - written.length);
	expect(customersNamed('Abbruch')).toEqual(names(60).sort());
	expect(await stack().rest.executionIds(id)).toHaveLength(2);
});

it.each<[string, IDataObject, string]>([
	['a misspelt Check Only', { options: { checkonly: true } }, '"checkOnly"'],
	['a label in place of a name', { options: { 'Check Only': true } }, '"checkOnly"'],
])('%s deletes nothing', async (_, given, right) => {
	const before = recordsOf(stack().service, 'project');
	const parameters = { operation: 'delete', projectId: byId(String(before[0]?.id)), ...given };
	const { errors } = await run([{}], [action('A', parameters)], startTo('A'));
	expect(errors.A?.message).toContain(right);
	expect(recordsOf(stack().service, 'project')).toEqual(before);
});

it('a time zone that does not exist filters nothing in secret: the item fails and names it', async () => {
	const filters = { installationDateFrom: '2026-01-01' };
	const parameters = { operation: 'getAll', returnAll: true, filters };
	const settings = { timezone: 'CET/Berlin' };
	const { errors } = await run([{}], [action('A', parameters, {})], startTo('A'), settings);
	expect(errors.A?.message).toContain('"CET/Berlin", does not exist');
});

it('no request broke the description of the service', () => {
	expectValidRequests(stack().service);
});
