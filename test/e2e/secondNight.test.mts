import type { IDataObject } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { byId, expectValidRequests, recordsOf } from '../shared.mts';
import { connectMcp } from './examples/languageModels.mts';
import { useStack } from './harness/stack.mts';
import { link, node, workflow } from './harness/workflows.mts';

// Run again by n8n's own switch, or called again by a language model, nothing is doubled or erased, in a real n8n.

const stack = useStack({ workflows: [] });
const customersNamed = (lastName: string) =>
	recordsOf(stack().service, 'customer')
		.filter((one) => one.lastName === lastName)
		.map(({ firstName }) => String(firstName))
		.sort();
const names = (count: number) => Array.from({ length: count }, (_, at) => `No ${at + 1}`);
afterEach(() => stack().service.faults.clear());

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

/** The next creates are answered so. */
const refuseCreates = (times: number, fault: object = { status: 422, body: { message: 'No' } }) =>
	stack().service.faults.add({ method: 'POST', times, ...fault });

it('Retry On Fail: two nodes behind one, each with a create that is refused at first, create each row once', async () => {
	refuseCreates(2);
	const nodes = [action('A', creating('Zwei A')), action('B', creating('Zwei B'))];
	const { errors } = await run(rows(6), nodes, startTo('A', 'B'));
	expect(errors).toEqual({});
	for (const lastName of ['Zwei A', 'Zwei B']) expect(customersNamed(lastName)).toEqual(names(6));
});

it('Retry On Fail in a loop: each round creates its own rows once, equal ones too', async () => {
	refuseCreates(2);
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 2, options: {} });
	const items = [...rows(4), ...rows(2)];
	const nodes = [{ ...loop, typeVersion: 3 }, action('A', creating('Runde'))];
	const { errors } = await run(items, nodes, {
		...startTo('Loop'),
		...{ Loop: { main: [[], [link('A')]] }, A: { main: [[link('Loop')]] } },
	});
	expect(errors).toEqual({});
	expect(customersNamed('Runde')).toEqual(items.map(({ firstName }) => firstName).sort());
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
		const create = creating('Werkzeug', { firstName: fromAi('first') });
		const nodes = [
			{ ...trigger, typeVersion: 2, webhookId: 'second-night' },
			...[tool('change', change), tool('create', create, retried)],
		];
		const toServer = { ai_tool: [[{ ...link('Server'), type: 'ai_tool' }]] };
		const connections = { change: toServer, create: toServer };
		const saved = workflow('SecondNightTools', nodes, { connections });
		const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', saved);
		await stack().rest.publish(id);
		client = await connectMcp(`${stack().n8n.url}/mcp/second-night`);
	});
	afterAll(async () => await client.close());

	it('20 calls that name one circuit, none, or nothing in words: no circuit is lost', async () => {
		const { store, company } = stack().service;
		const circuits = ['EG', 'OG', 'DG'].map((name, at) => ({ id: `c${at}`, name, index: at + 1 }));
		const fields = { name: 'Werkzeug', source: 'api', address: null, heatingCircuits: circuits };
		const { id: project } = store.insert('project', company.id, fields);
		const given = ['EG', 'og', ' DG ', '', 'unknown', 'null', 'Not provided', '-', 'none', 'n/a'];
		for (let call = 0; call < 20; call++) {
			const circuit = given[call % given.length] ?? '';
			const flow = call % 3 === 0 ? '' : String(30 + call);
			await client.call('change', { project, name: `Call ${call}`, circuit, flow });
			const after = store.projects.get(project)?.heatingCircuits as typeof circuits;
			const idsAfter = after.map(({ id }) => id);
			expect([call, idsAfter]).toEqual([call, circuits.map(({ id }) => id)]);
		}
	});

	it('Retry On Fail: an answer that is lost is not sent again; two equal calls are two', async () => {
		refuseCreates(1, { afterHandling: true, reset: true });
		expect((await client.call('create', { first: 'Lost' })).text).toContain(
			'may have been created',
		);
		expect(customersNamed('Werkzeug')).toEqual(['Lost']);
		for (const first of ['Two', 'Two']) await client.call('create', { first });
		expect(customersNamed('Werkzeug')).toEqual(['Lost', 'Two', 'Two']);
	});
});

it('no request broke the description of the service', () => {
	expectValidRequests(stack().service);
});
