// Judges run/execution.ts, run/failure.ts and run/carriedOut.ts: what is done, what is not begun, and what the error says.
import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { TestCredentials } from '../harness/n8n/credentials.mts';
import type { NodeResult } from '../harness/n8n/engine.mts';
import { create } from '../harness/samples/sampleWrites.mts';
import { startEmpty, useScenario } from '../harness/scenario.mts';
import { addProject } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
/** How many refusals have come back in this run. */
let failed = 0;
const onResponse = (message: unknown) => {
	const { response } = message as { response: { statusCode: number } };
	if (response.statusCode === 422) failed++;
};
beforeAll(() => subscribe('http.client.response.finish', onResponse));
afterAll(() => void unsubscribe('http.client.response.finish', onResponse));
const REFUSED: Fault = { status: 422, body: { message: 'Not this one' } };

/** So many items, each with a project of its own if there has to be one. */
const itemsOf = (count: number, needsProjects = true) =>
	Array.from({ length: count }, (_, number) => ({
		...{ number, value: String(number + 1), company: service().company.id },
		id: needsProjects ? addProject(service()).id : UNKNOWN_ID,
	}));

type Item = ReturnType<typeof itemsOf>[number];

const fields = { projectValue: '={{ $json.value }}' };
const projectId = byId('={{ $json.value === "much" ? "" : $json.id }}');
const named = { name: '={{ "Haus " + $json.number }}' };
const more = { additionalFields: { ...fields, companyId: '={{ $json.company }}' } };
/** Of each an item with the value `much` is wrong. */
const operations: ReadonlyArray<[what: string, needsProjects: boolean, parameters: object]> = [
	['update', true, { projectId, updateFields: { ...fields, ...named } }],
	['create', false, { ...named, ...more }],
	['upsert', false, { matchOn: 'name', matchValue: named.name, ...more }],
	['delete', true, { projectId }],
];

/** The item that a write is about. */
const numberIn = (items: readonly Item[], path: string, body: unknown) => {
	const [, name] = /^Haus (\d+)$/.exec(String((body as IDataObject | undefined)?.name)) ?? [];
	return name === undefined ? items.findIndex(({ id }) => path.endsWith(id)) : Number(name);
};

/** Watches writes, of which some go wrong. Meanwhile those that come wait, so that the wrong one alone makes room. */
function watch(items: readonly Item[], faultOf: (number: number) => Fault | undefined) {
	const { faults, requests } = service();
	const take = faults.take.bind(faults);
	failed = 0;
	let failing = 0;
	vi.spyOn(faults, 'take').mockImplementation((method, whole) => {
		if (method === 'GET') return take(method, whole);
		const { path, body } = requests[requests.length - 1];
		const number = numberIn(items, path, body);
		const fault = faultOf(number);
		if (fault !== undefined) failing++;
		return fault === undefined ? { delayMs: failing > failed ? 30 : 0 } : { delayMs: 12, ...fault };
	});
	// n8n adds the credential just before it sends a request.
	const { authenticate } = TestCredentials.prototype;
	const late: number[] = [];
	vi.spyOn(TestCredentials.prototype, 'authenticate').mockImplementation(async function (
		this: TestCredentials,
		...given
	) {
		const { method, url = '', body } = given[2];
		if (failed > 0 && method !== 'GET') late.push(numberIn(items, url, body));
		return await authenticate.apply(this, given);
	});
	const taken = () => requests.filter(({ method, status }) => method !== 'GET' && status < 300);
	const done = () => taken().map(({ path, body }) => numberIn(items, path, body));
	return { late, done: () => done().sort((a, b) => a - b) };
}

/** Which other items were carried out, by the message. */
const saidDone = ({ error }: NodeResult) => {
	const { message = '' } = error ?? {};
	const [, before = '0'] = /(\d+) items? before it/.exec(message) ?? [];
	const [, after] = /items? ([\d, ]+) after it/i.exec(message) ?? [];
	return [...upTo(Number(before)), ...(after?.split(', ').map(Number) ?? [])];
};
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

type Watched = ReturnType<typeof watch>;

/** What holds for every run that item `at` has stopped. The one that failed `first` may be another one. */
async function expectStopped(result: NodeResult, at: number, watched: Watched, first = at) {
	const { requests } = service();
	const sent = requests.length;
	const done = watched.done();
	expect(result.items).toEqual([]);
	expect(result.error?.context).toMatchObject({ itemIndex: at });
	expect(done.filter((number) => number < at)).toEqual(upTo(at));
	expect(done).not.toContain(at);
	expect(watched.late.filter((number) => number > first)).toEqual([]);
	expect(saidDone(result)).toEqual(done);
	await sleep(5);
	expect(requests).toHaveLength(sent);
	return done;
}

/** Three runs, with numbers that fast-check tells where one fails. */
const severalTimes = async (count: number, test: (at: number) => Promise<void>) =>
	await fc.assert(
		fc.asyncProperty(fc.nat(count - 1), async (at) => {
			vi.restoreAllMocks();
			startEmpty(service());
			await test(at);
		}),
		{ numRuns: 3, endOnFailure: true },
	);

describe.each(operations)('one item fails: %s', (operation, needsProjects, parameters) => {
	it('refused by the service, of 50: what was under way after it is counted too', async () => {
		says('docs/action-node.md', 'every item before the failed one is carried out');
		await severalTimes(50, async (at) => {
			const items = itemsOf(50, needsProjects);
			const watched = watch(items, (number) => (number === at ? REFUSED : undefined));
			const result = await run({ operation, ...parameters }, { items });
			expect(result.error?.message).toContain('(422): Not this one');
			await expectStopped(result, at, watched);
		});
	});

	it('for its own value, of 40: nothing after it is even begun', async () => {
		await severalTimes(40, async (at) => {
			const items = itemsOf(40, needsProjects);
			items[at].value = 'much';
			const watched = watch(items, () => undefined);
			const result = await run({ operation, ...parameters }, { items });
			expect(await expectStopped(result, at, watched)).toEqual(upTo(at));
		});
	});
});

const [updates] = operations;
const update = { operation: 'update', ...updates[2] };

it('at two requests a second, nothing waits for a pause in vain', async () => {
	const items = itemsOf(7);
	const watched = watch(items, (number) => (number === 3 ? REFUSED : undefined));
	service().rateLimiter.set({ requests: 2, perSeconds: 1, retryAfter: 'fraction' });
	await expectStopped(await run(update, { items }), 3, watched);
});

const AGAIN = 'Run the node again: the same change twice does no harm.';
it.each<[count: number, fails: number, round: number, said: string]>([
	[1, 0, 0, ''],
	[1, 0, 2, `. This is round 3 of a loop, and those before it were carried out. ${AGAIN}`],
	[2, 1, 0, `. 1 item before it was carried out. ${AGAIN}`],
	[2, 0, 0, `. Item 1 after it was carried out. ${AGAIN}`],
	[3, 0, 0, `. Items 1, 2 after it were carried out. ${AGAIN}`],
	[6, 3, 0, `. 3 items before it were carried out, and items 4, 5 after it too. ${AGAIN}`],
])('of %d items number %d fails in round %d: "%s"', async (count, fails, round, said) => {
	vi.spyOn(ExecuteContext.prototype, 'evaluateExpression').mockReturnValue(round);
	const items = itemsOf(count);
	watch(items, (number) => (number === fails ? { ...REFUSED, delayMs: 200 } : undefined));
	const readFirst = { ...update, options: { notChangedSince: '={{ $now }}' } };
	const { error } = await run(readFirst, { items });
	const [, rest] = (error?.message ?? '').split('(422): Not this one');
	expect(rest).toBe(said);
	const isAdvised = error?.description?.includes('each item shows what became of it') ?? false;
	expect(isAdvised).toBe(said !== '');
});

it.each([
	['a tool', { type: 'energyProjectsTool' }, {}],
	['a node that only checks', {}, { options: { checkOnly: true } }],
])('%s has no rounds in which something was carried out', async (_, more, options) => {
	vi.spyOn(ExecuteContext.prototype, 'evaluateExpression').mockReturnValue(2);
	const { error } = await run({ ...update, projectId: byId('={{ "" }}'), ...options }, more);
	expect(error?.message).toBe('No project was chosen');
});

it('of two items that fail, the first one is told, also if the other one failed before it', async () => {
	const items = itemsOf(60);
	const faults: Record<number, Fault> = { 30: { ...REFUSED, delayMs: 60 }, 35: REFUSED };
	const watched = watch(items, (number) => faults[number]);
	await expectStopped(await run(update, { items }), 30, watched, 35);
	expect(failed).toBe(2);
});

it('an item that fails at once waits for those before it, also for one that has to be repeated', async () => {
	const items = itemsOf(20);
	items[8].value = 'much';
	const first = [{ status: 500 }];
	const slow = { delayMs: 30 };
	const watched = watch(items, (number) => (number === 2 ? (first.pop() ?? slow) : slow));
	expect(await expectStopped(await run(update, { items }), 8, watched)).toEqual(upTo(8));
}, 30_000);

it('if the node continues on errors, every other item is carried out, and nothing is counted', async () => {
	const items = itemsOf(60);
	items[7].value = 'much';
	const watched = watch(items, (number) => (number === 30 ? REFUSED : undefined));
	const { json, error } = await run(update, { items, onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(watched.done()).toEqual(upTo(60).filter((number) => ![7, 30].includes(number)));
	const failures = json.filter((one) => one.error !== undefined);
	expect(failures.map(({ number }) => number)).toEqual([7, 30]);
	for (const failure of failures) expect(failure.error).not.toContain('carried out');
});

it('creates whose answers are lost when the node stops are counted apart from those that were carried out', async () => {
	const lost = { method: 'POST', delayMs: 30, reset: true, afterHandling: true };
	const { store } = service();
	const insert = store.insert.bind(store);
	let count = 0;
	store.insert = (...parameters) => {
		if (++count === 16) service().faults.add(lost);
		return insert(...parameters);
	};
	const additionalFields = { companyId: service().company.id };
	const items = Array.from({ length: 60 }, (_, number) => ({ name: `W${number}` }));
	const parameters = create('customer', { lastName: '={{ $json.name }}', additionalFields });
	const { error } = await run(parameters, { items });
	store.insert = insert;
	const [, maybe] = /items? ([\d, ]+) may have been carried out/i.exec(error?.message ?? '') ?? [];
	expect(maybe).toBeDefined();
	// And the one whose error it is.
	const said = [...saidDone({ error } as NodeResult), ...maybe.split(', '), ''];
	expect(said).toHaveLength(recordsOf(service(), 'customer').length);
});
