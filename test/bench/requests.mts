import type { IDataObject } from 'n8n-workflow';
import { pathOf } from '../../sandbox/service/description.mts';
import type { RateLimit } from '../../sandbox/service/rateLimit.mts';
import { addDemoData } from '../../sandbox/service/seed.mts';
import { inRounds, manual } from '../e2e/harness/workflows.mts';
import type { Comparison } from './comparison.mts';
import { energyProjects, shortOf } from './n8n.mts';
import type { Bench, Node } from './n8n.mts';

const LATENCY_MS = 20;
const LIST_LATENCY_MS = 30;

/** How the service behaves from now on: a full allowance, and no requests on record. */
function behave({ stack: { service } }: Bench, latencyMs: number, limit?: RateLimit): void {
	service.requests.splice(0);
	service.faults.clear();
	service.faults.add({ delayMs: latencyMs });
	service.rateLimiter.set(limit);
}

/** Leaves exactly so many projects and customers in the service, always the same ones. */
export function fill({ stack: { service } }: Bench, count: number): void {
	service.store.clear();
	addDemoData(service.store, service.company, count);
}

/** A whole list of projects: all its pages. */
export function lists(bench: Bench): Comparison[] {
	const count = bench.size(5_000, 250);
	const timed = async (id: string, node: Node) => {
		behave(bench, LIST_LATENCY_MS);
		const { seconds, items } = await bench.run(manual(id, [{}], node));
		const records = items.flatMap((item) => (item.items ?? item) as IDataObject[]);
		const different = new Set(records.map(({ id }) => id)).size;
		const came = `${records.length} projects came, ${different} different ones`;
		if (records.length !== count || different !== count) throw new Error(came);
		return [seconds];
	};
	// As n8n's manual has it for a service that counts pages: until one is not full.
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.items.length < 100 }}',
	};
	const url = `${bench.stack.service.baseUrl}${pathOf('listProjects')}?limit=100`;
	const options = { pagination: { pagination } };
	const paged = async () => await bench.httpRequest('List', { url, options });
	const parameters = { resource: 'project', operation: 'getAll', returnAll: true };
	return [
		{
			figures: [[`Get Many of ${count} projects, latency ${LIST_LATENCY_MS} ms`, 's']],
			// Short as they are, the first ones are mostly n8n getting warm.
			rounds: bench.size(9, 1),
			setUp: () => fill(bench, count),
			ours: async (name) => await timed(`List${shortOf(name)}`, energyProjects(name, parameters)),
			others: { 'HTTP Request': async () => await timed('ListHttp', await paged()) },
		},
	];
}

const ALL_AT_ONCE = 'HTTP Request';
const VALUE = '{ projectValue: $json.projectValue }';

/** Updates of many projects, each item another one. */
export const updates = (bench: Bench): Comparison[] =>
	[bench.size(300, 20), 1_000].slice(0, bench.size(2, 1)).map((count) => ({
		figures: [[`Update of ${count} projects, latency ${LATENCY_MS} ms`, 's']],
		rounds: bench.size(5, 1),
		ours: async (name) => await updateAll(bench, count, ourUpdate(name), `Update${shortOf(name)}`),
		others: {
			[ALL_AT_ONCE]: async () =>
				await updateAll(bench, count, await patch(bench, 'updateProject', VALUE), 'UpdateHttp'),
		},
	}));

/** n8n's HTTP Request node, which updates a record for each item. */
const patch = async (bench: Bench, operation: string, body: string) =>
	await bench.httpRequest('Update', {
		method: 'PATCH',
		url: `=${bench.stack.service.baseUrl}${pathOf(operation, '{{ $json.id }}')}`,
		...{ sendBody: true, specifyBody: 'json', jsonBody: `={{ ${body} }}` },
	});

const ourUpdate = (packageName: string, id = '={{ $json.id }}') => {
	const fields = { projectValue: '={{ $json.projectValue }}' };
	return energyProjects(packageName, {
		...{ resource: 'project', operation: 'update' },
		projectId: { __rl: true, mode: 'id', value: id },
		// The second name is that of earlier packages, which this one may be measured beside.
		...{ projectUpdateFields: fields, updateFields: fields },
	});
};

/** Gives every project of the service a value that it did not have, by one node that gets an item for each. */
async function updateAll(
	bench: Bench,
	count: number,
	node: Node,
	name: string,
	limit?: RateLimit,
	workflow: (...given: [string, IDataObject[], Node]) => ReturnType<typeof manual> = manual,
): Promise<readonly number[]> {
	const { store } = bench.stack.service;
	if (store.projects.size !== count) fill(bench, count);
	const all = [...store.projects.values()];
	for (const { id } of all) store.edit('project', id, { projectValue: 0 });
	behave(bench, LATENCY_MS, limit);
	const items = all.map(({ id, humanId = '' }, row) => {
		return { id, humanId: String(humanId), projectValue: 50_000 + row };
	});
	const { seconds } = await bench.run(workflow(`Bench${name}${count}`, items, node));
	const bad = items.filter((one) => store.projects.get(one.id)?.projectValue !== one.projectValue);
	if (bad.length > 0) throw new Error(`${name}: ${bad.length} of ${count} were not updated`);
	return [seconds];
}

/** The same one after the other in rounds of ten, as n8n's Loop Over Items hands them over, and by the number in a file. */
export function loops(bench: Bench): Comparison[] {
	const count = bench.size(300, 20);
	const http = async () => await patch(bench, 'updateProject', VALUE);
	const inLoop = async (node: Node, name: string) =>
		await updateAll(bench, count, node, name, undefined, inRounds);
	return [
		{
			figures: [[`Update of ${count} projects by Human ID, in a loop`, 's']],
			rounds: bench.size(5, 1),
			ours: async (name) =>
				await inLoop(ourUpdate(name, '={{ $json.humanId }}'), `Loop${shortOf(name)}`),
			others: { 'HTTP Request, by ID': async () => await inLoop(await http(), 'LoopHttp') },
		},
	];
}

/** What a limit allows, computed: nothing is counted for n8n and the service. */
const allowed = (time: number) => ({ 'the limit': async () => await Promise.resolve([time]) });

/** The same updates if the service takes only so many requests a second, or so many at once, and answers 429 to others. */
export function limits(bench: Bench): Comparison[] {
	const rates = [50, 10, 2].slice(-bench.size(3, 1)).map((requests): Comparison => {
		const count = Math.min(requests * bench.size(20, 2), 500);
		const limit: RateLimit = { requests, perSeconds: 1, retryAfter: 'seconds' };
		return {
			figures: [[`Update of ${count} projects, ${requests} requests a second`, 's']],
			rounds: bench.size(2, 1),
			ours: async (name) =>
				await updateAll(bench, count, ourUpdate(name), `Rate${shortOf(name)}`, limit),
			// It counts in windows of one second that begin with the first request after the one before.
			others: allowed(Math.ceil(count / requests) - 1 + LATENCY_MS / 1000),
		};
	});
	return [...rates, concurrencyLimit(bench, 2, bench.size(1_000, 6))];
}

function concurrencyLimit(bench: Bench, atOnce: number, count: number): Comparison {
	const { faults, requests } = bench.stack.service;
	const refusal = { status: 429, headers: { 'retry-after': '1' } };
	return {
		figures: [[`Update of ${count} projects, ${atOnce} requests at once, Retry-After 1`, 's']],
		rounds: bench.size(3, 1),
		async ours(name) {
			const take = faults.take.bind(faults);
			const underWay = () => requests.filter(({ status }) => status === 0).length;
			faults.take = (method, path) => (underWay() > atOnce ? refusal : take(method, path));
			try {
				return await updateAll(bench, count, ourUpdate(name), `AtOnce${shortOf(name)}`);
			} finally {
				faults.take = take;
			}
		},
		others: allowed((count / atOnce) * (LATENCY_MS / 1000)),
	};
}

/** Create or update of customers none of which has changed; the alternative writes all, and knows their IDs. */
export function upsert(bench: Bench): Comparison[] {
	const { store } = bench.stack.service;
	const count = bench.size(1_000, 20);
	const timed = async (node: Node, ...ids: string[]) => {
		const items = [...store.customers.values()]
			.filter(({ email }) => email !== null)
			.map(({ id, email, phoneNumber }) => ({ id, email, phoneNumber }) as IDataObject);
		behave(bench, LATENCY_MS);
		const runs = ids.map(async (id) => await bench.run(manual(id, items, node)));
		const seconds = (await Promise.all(runs)).map((run) => run.seconds);
		if (store.customers.size !== count) throw new Error(`There are ${store.customers.size} now`);
		return [Math.max(...seconds)];
	};
	const fields = '{ phoneNumber: $json.phoneNumber, email: $json.email }';
	const patched = async () => await patch(bench, 'updateCustomer', fields);
	return [
		{
			figures: [[`Create or Update of ${count} customers, nothing changed`, 's']],
			rounds: bench.size(5, 1),
			setUp: () => fill(bench, count),
			ours: async (name) => await timed(energyProjects(name, SYNC), `BenchSync${shortOf(name)}`),
			others: { [ALL_AT_ONCE]: async () => await timed(await patched(), 'BenchSyncHttp') },
		},
		{
			figures: [['The same in two executions at once', 's']],
			rounds: bench.size(5, 1),
			ours: async (name) => {
				const ids = ['One', 'Two'].map((which) => `Sync${which}${shortOf(name)}`);
				return await timed(energyProjects(name, SYNC), ...ids);
			},
			others: { [ALL_AT_ONCE]: async () => await timed(await patched(), 'OneHttp', 'TwoHttp') },
		},
	];
}

/** Create or Update with the item's own fields. */
export const SYNC = {
	...{ resource: 'customer', operation: 'upsert', dataMode: 'autoMapInputData' },
	// Empty: taken from the item's field of that name.
	...{ matchOn: 'email', matchValue: '' },
};
