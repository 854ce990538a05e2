import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { recordsOf } from '../shared.mts';
import { connectMcp } from './examples/languageModels.mts';
import { useStack } from './harness/stack.mts';
import { action, inRounds, link, manual, node, workflow } from './harness/workflows.mts';

// Run again by n8n's own switch, or called again by a language model, nothing is doubled, in a real n8n.

const stack = useStack({ workflows: [] });
const customersNamed = (lastName: string) =>
	recordsOf(stack().service, 'customer')
		.filter((one) => one.lastName === lastName)
		.map(({ firstName }) => String(firstName))
		.sort();
const names = (count: number) => Array.from({ length: count }, (_, at) => `No ${at + 1}`);
afterEach(() => stack().service.faults.clear());

let count = 0;

/** The action node, with Retry On Fail. */
const retrying = (name: string, parameters: IDataObject) => ({
	...action(name, parameters),
	...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
});
const creating = (lastName: string, more: IDataObject = {}) => ({
	...{ resource: 'customer', operation: 'create', lastName, firstName: '={{ $json.firstName }}' },
	...more,
});

/** Saves a workflow that is started by hand. @returns what runs it */
async function saved(made: object) {
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', made);
	return async () => await stack().rest.run(id, 'Start');
}
const run = async (made: object) => await (await saved(made))();
const newId = () => `SecondNight${String(++count).padStart(5, '0')}`;
/** Goes through the items in rounds. */
const runInLoop = async (batchSize: number, items: IDataObject[], one: ReturnType<typeof action>) =>
	await run(inRounds(newId(), items, one, batchSize));
const rows = (many: number) => names(many).map((firstName) => ({ firstName }));

/** The next creates are answered so. */
const refuseCreates = (times: number, fault: object = { status: 422, body: { message: 'No' } }) =>
	stack().service.faults.add({ method: 'POST', times, ...fault });

it('Retry On Fail: two nodes behind one, each with a create that is refused at first, create each row once', async () => {
	refuseCreates(2);
	const nodes = [retrying('A', creating('Zwei A')), retrying('B', creating('Zwei B'))];
	const connections = { Start: { main: [['A', 'B'].map(link)] } };
	const { errors } = await run({ ...manual(newId(), rows(6), ...nodes), connections });
	expect(errors).toEqual({});
	for (const lastName of ['Zwei A', 'Zwei B']) expect(customersNamed(lastName)).toEqual(names(6));
});

it('Retry On Fail in a loop: each round creates its own rows once, equal ones too', async () => {
	refuseCreates(2);
	const items = [...rows(4), ...rows(2)];
	const { errors } = await runInLoop(2, items, retrying('A', creating('Runde')));
	expect(errors).toEqual({});
	expect(customersNamed('Runde')).toEqual(items.map(({ firstName }) => firstName).sort());
});

it('Retry On Fail of a tool over MCP: an answer that is lost is not sent again; two equal calls are two', async () => {
	const path = 'second-night';
	const trigger = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', { path });
	const create = creating('Werkzeug', { firstName: '={{ $fromAI("first", "", "string", "") }}' });
	const tool = {
		...retrying('create', { descriptionType: 'manual', toolDescription: 'Creates', ...create }),
		type: 'n8n-nodes-energy-projects.energyProjectsTool',
	};
	const nodes = [{ ...trigger, typeVersion: 2, webhookId: path }, tool];
	const connections = { create: { ai_tool: [[{ ...link('Server'), type: 'ai_tool' }]] } };
	const saved = workflow('SecondNightTools', nodes, { connections });
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', saved);
	await stack().rest.publish(id);
	const client = await connectMcp(`${stack().n8n.url}/mcp/${path}`);
	onTestFinished(async () => await client.close());
	refuseCreates(1, { afterHandling: true, reset: true });
	expect((await client.call('create', { first: 'Lost' })).text).toContain('may have been created');
	expect(customersNamed('Werkzeug')).toEqual(['Lost']);
	for (const first of ['Two', 'Two']) await client.call('create', { first });
	expect(customersNamed('Werkzeug')).toEqual(['Lost', 'Two', 'Two']);
});

it('a workflow that is started again while it runs creates each row once, and both executions say so', async () => {
	const upserted = { operation: 'upsert', matchValue: '={{ $json.email }}' };
	const rows = names(60).map((firstName, at) => ({ firstName, email: `p${at}@zweimal.example` }));
	const one = action('A', creating('Zweimal', upserted));
	const runIt = await saved(manual(newId(), rows, one));
	stack().service.rateLimiter.set({ requests: 30, perSeconds: 1, retryAfter: 'fraction' });
	const first = runIt();
	await sleep(1_000);
	const both = await Promise.all([first, runIt()]);
	stack().service.rateLimiter.set(undefined);
	expect(customersNamed('Zweimal')).toEqual(names(60).sort());
	const said = both.map(({ outputs }) => outputs.A[0].map(({ json }) => json.syncResult));
	const pairs = rows.map((_, at) => said.map((one) => one[at]).sort());
	expect(pairs).toEqual(rows.map(() => ['created', 'unchanged']));
});

it('a Create that stops in a loop says which round it was, and which items are done', async () => {
	const items = names(12).map((firstName, at) => (at === 9 ? {} : { firstName }));
	const { errors } = await runInLoop(4, items, action('A', creating('Abbruch')));
	expect(errors.A.message).toMatch(/round 3 of a loop.* 1 item before.* creates the same again/);
	expect(customersNamed('Abbruch')).toEqual(names(9).sort());
});
