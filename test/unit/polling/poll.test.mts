import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loaded, usePoll } from './loadPoll.mts';
import { present, World } from './world.mts';

usePoll();
/** Hands over what a poll returns, as n8n does. */
const poll = async (context: IPollFunctions) => {
	const outputs = await loaded.poll(context);
	if (outputs !== null) context.__emit(outputs);
	return outputs;
};

const KEY = 'energyProjectsPollingTrigger';
let nodes = 0;

/** A polling trigger, as n8n calls it. */
function pollingTrigger(more: object = {}) {
	const world = new World();
	const log: string[] = [];
	const staticData: IDataObject = {};
	const node = { id: `polled ${++nodes}`, name: 'Changes' };
	const parameters: IDataObject = {
		events: ['project.created', 'project.edited'],
		splitByEvent: false,
	};
	const emitted: INodeExecutionData[][][] = [];
	const promised: unknown[] = [];
	const context = (...changes: object[]) =>
		Object.assign(
			{
				getMode: () => 'trigger',
				getNode: () => ({ ...node, parameters }),
				getWorkflow: () => ({ id: 'w', name: 'Orders' }),
				getWorkflowStaticData: (of: string) =>
					of === 'node' ? { __dataChanged: false } : staticData,
				getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
				getPollBudgetMs: () => 300_000,
				helpers: { createDeferredPromise: () => ({ promise: new Promise(() => undefined) }) },
				logger: { warn: (line: string) => void log.push(line) },
				__runPoll: () => undefined,
				__emit(outputs: INodeExecutionData[][], _: unknown, done: unknown) {
					emitted.push(outputs);
					promised.push(done);
				},
			},
			more,
			...changes,
		) as unknown as IPollFunctions;
	present.source = world.source();
	return { world, log, staticData, node, parameters, emitted, promised, context };
}

/** The same; each of the failures says of an execution, in their order, that n8n could not start it. */
function unstartedTrigger() {
	const failures: Array<(error: Error) => void> = [];
	const createDeferredPromise = () => ({
		promise: new Promise((_, reject) => void failures.push(reject)),
	});
	return { ...pollingTrigger({ helpers: { createDeferredPromise } }), failures };
}

const failing = (error: Error) => ({
	...new World().source(),
	readAll: async () => await Promise.reject(error),
});

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) }));
afterEach(() => void vi.useRealTimers());

describe('a poll that fails', () => {
	it.each([
		['the first one of all, for lack of time', () => new loaded.OutOfTime('No time'), false, true],
		['the first one of all, for another reason', () => new Error('500'), false, false],
		['the first one after a restart', () => new Error('500'), true, true],
	])('%s', async (_, make, hasState, isQuiet) => {
		const error = make();
		const { context, log } = pollingTrigger();
		if (hasState) await poll(context());
		present.source = failing(error);
		const first = poll(context());
		if (!isQuiet) return await expect(first).rejects.toThrow('500');
		// n8n would give up the workflow.
		expect(await first).toBeNull();
		expect(log).toEqual([
			`"Changes" in workflow "Orders" could not poll when the workflow was activated: ${error.message}`,
		]);
	});

	it('is an error that n8n shows on the node', async () => {
		const { context, node } = pollingTrigger();
		const running = context();
		await poll(running);
		present.source = failing(new loaded.OutOfTime('No time'));
		await expect(poll(running)).rejects.toMatchObject({
			message: 'No time',
			description: expect.stringMatching(/^Poll when the service is less busy/) as unknown,
		});
		for (const own of [
			new NodeOperationError(node as never, 'own'),
			new NodeApiError(node as never, { message: 'own' }),
		]) {
			present.source = failing(own);
			await expect(poll(running)).rejects.toBe(own);
		}
		present.source = failing(new Error('500'));
		const error: unknown = await poll(running).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: '500', description: undefined });
	});

	it('writes the same line once an hour only', async () => {
		const { context, log } = pollingTrigger();
		await poll(context());
		present.source = failing(new Error('500'));
		for (const minutes of [0, 59, 1]) {
			vi.advanceTimersByTime(minutes * 60_000);
			await poll(context());
		}
		expect(log).toHaveLength(2);
	});
});

describe('the time of a poll', () => {
	it('is five minutes, but 75 seconds for the first one of an activation', async () => {
		const { context } = pollingTrigger();
		const running = context();
		await poll(running);
		expect(present.budgetMs).toBeCloseTo(75_000, -2);
		await poll(running);
		expect(present.budgetMs).toBeCloseTo(300_000, -2);
	});

	it('is what n8n says with a durable schedule, where each poll has a context of its own', async () => {
		const { context } = pollingTrigger({ getPollBudgetMs: () => 36_000 });
		for (let time = 0; time < 2; time++) {
			await poll(context());
			expect(present.budgetMs).toBeCloseTo(36_000, -2);
		}
	});
});

describe('an n8n that lacks a function', () => {
	it('before 2.37 does not say how long a poll may take', async () => {
		const { context } = pollingTrigger({ getPollBudgetMs: undefined });
		const running = context();
		await poll(running);
		await poll(running);
		expect(present.budgetMs).toBeCloseTo(300_000, -2);
	});

	it('before 2.36 does not say that an execution did not start: it gets no promise to reject', async () => {
		const { context, world, promised } = pollingTrigger({ __runPoll: undefined });
		const running = context();
		await poll(running);
		world.create('project', 0, 0);
		expect(await poll(running)).toHaveLength(1);
		expect(promised).toEqual([undefined]);
	});
});

it('a record is created and edited again if n8n could start neither execution', async () => {
	const { context, world, emitted, failures } = unstartedTrigger();
	const running = context();
	await poll(running);
	world.create('project', 0, 0);
	await poll(running);
	world.now += 60_000;
	world.edit('project', 0, 2, undefined);
	await poll(running);
	for (const fail of failures) fail(new Error('The database is away'));
	await Promise.resolve();
	await poll(running);
	expect(emitted.map(([items]) => items.map(({ json }) => json.event))).toEqual([
		['project.created'],
		['project.edited'],
		['project.created', 'project.edited'],
	]);
});

describe('a poll that is due while another one runs', () => {
	it('waits for it and reports nothing', async () => {
		const { context, world, emitted } = pollingTrigger();
		const running = context();
		await poll(running);
		world.create('project', 0, 0);
		expect(await Promise.all([poll(running), poll(running)])).toEqual([[expect.anything()], null]);
		expect(emitted).toHaveLength(1);
	});

	it('polls by itself if it is the first of a new activation, and the other returns what n8n drops', async () => {
		const { context, world, emitted, staticData } = pollingTrigger();
		const running = context();
		await poll(running);
		const saved = structuredClone(staticData);
		world.create('project', 0, 0);
		const [dropped, first] = [
			loaded.poll(running),
			loaded.poll(context({ getWorkflowStaticData: staticOf(saved) })),
		];
		expect(await dropped).toHaveLength(1);
		expect(await first).toHaveLength(1);
		expect(emitted).toEqual([]);
	});

	it('reports what n8n could not start only while the other one ran', async () => {
		const { context, world, emitted, failures } = unstartedTrigger();
		const running = context();
		await poll(running);
		world.create('project', 0, 0);
		await poll(running);
		world.create('project', 0, 0);
		world.whileReading = () => failures[0](new Error('The database is away'));
		await poll(running);
		await poll(running);
		expect(emitted.map(([items]) => items.map(({ json }) => json.eventId))).toEqual([
			[expect.stringContaining('01')],
			[expect.stringContaining('02')],
			[expect.stringContaining('01')],
		]);
	});

	it('waits no longer than it may take', async () => {
		const { context } = pollingTrigger();
		const running = context();
		await poll(running);
		present.source = {
			...failing(new Error('')),
			readAll: async () => await new Promise(() => undefined),
		};
		void poll(running);
		const first = poll(context());
		const outcome = vi.fn();
		void first.then(outcome);
		await vi.advanceTimersByTimeAsync(74_000);
		expect(outcome).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(2_000);
		expect(outcome).toHaveBeenCalledWith(null);
	});
});

it('what the first list lacked is not new when it turns up, even after a restart, and what is younger is', async () => {
	const { context, world, emitted } = pollingTrigger();
	for (let ageMs = 4_000; ageMs > 0; ageMs -= 1_000) world.create('project', ageMs, 0);
	world.fault = 'incomplete';
	await poll(context());
	await poll(context());
	world.now += 60_000;
	world.create('project', 0, 0);
	const restarted = context();
	await poll(restarted);
	world.fault = 'none';
	await poll(restarted);
	// Since a whole list was read, whatever is unknown is new.
	world.create('project', 3_600_000, 0);
	await poll(restarted);
	const items = emitted.flat(2).map(({ json }) => (json.project as IDataObject).humanId);
	expect(items).toEqual(['P-5', 'P-6']);
});

it('what the first list lacked is not new either if only the newest records were read since', async () => {
	const { context, world, parameters, emitted } = pollingTrigger();
	parameters.events = ['project.created'];
	for (let ageMs = 4_000; ageMs > 0; ageMs -= 1_000) world.create('project', ageMs, 0);
	world.fault = 'incomplete';
	const running = context();
	await poll(running);
	await poll(running);
	world.fault = 'none';
	vi.setSystemTime(Date.now() + 60 * 60_000);
	await poll(running);
	expect(emitted).toEqual([]);
});

it.each([
	['there is no time left', { isInTime: () => false }, []],
	[
		'the list may not be whole',
		{ readAll: async () => await Promise.resolve({ records: [], complete: false }) },
		[expect.stringContaining('may not have read all projects')],
	],
])('a missing record is not asked for if %s', async (_, more, lines) => {
	const { context, world, log, parameters, emitted } = pollingTrigger();
	parameters.events = ['project.deleted'];
	world.create('project', 0, 0);
	const running = context();
	await poll(running);
	world.delete('project', 0);
	const isDeleted = vi.fn();
	present.source = { ...world.source(), isDeleted, ...more };
	await poll(running);
	expect(isDeleted).not.toHaveBeenCalled();
	expect(log).toEqual(lines);
	present.source = world.source();
	await poll(running);
	expect(emitted).toHaveLength(1);
});

it('missing records without a clear answer are counted over all lists, and noted once an hour', async () => {
	const { context, world, log, parameters } = pollingTrigger();
	parameters.events = ['project.deleted', 'customer.deleted'];
	for (const noun of ['project', 'project', 'customer']) world.create(noun, 0, 0);
	const running = context();
	await poll(running);
	world.delete('customer', 0);
	world.fault = 'mute';
	for (const minutes of [0, 59, 1]) {
		vi.advanceTimersByTime(minutes * 60_000);
		world.delete('project', 0);
		// A poll so long after the last one lets n8n do something else in between.
		await Promise.all([poll(running), vi.advanceTimersByTimeAsync(100)]);
	}
	const [first, second, ...more] = log;
	expect(first).toContain(
		'got no clear answer about 2 of the records that a list no longer has: without one it reports no deletion',
	);
	expect(second).toContain('about 3');
	expect(more).toEqual([]);
});

it('after a move of the service nothing looks created, although only the newest records are read', async () => {
	const { context, world, log, parameters, emitted } = pollingTrigger();
	parameters.events = ['project.created'];
	for (let count = 0; count < 5; count++) world.create('project', 0, 0);
	const running = context();
	await poll(running);
	present.source = { ...world.source(), baseUrlDigest: 'there' };
	for (let time = 0; time < 2; time++) {
		await poll(running);
		vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
	}
	await poll(running);
	expect(emitted).toEqual([]);
	expect(log).toEqual([expect.stringContaining('another service or company')]);
});

const staticOf = (staticData: IDataObject) => (of: string) =>
	of === 'node' ? { __dataChanged: false } : staticData;

describe('the state', () => {
	it('is in the static data of the workflow, by the ID of the node, or in the cursor', async () => {
		const { context, staticData, node } = pollingTrigger();
		staticData[KEY] = { another: 'its state' };
		await poll(context());
		expect(staticData[KEY]).toEqual({
			another: 'its state',
			[node.id]: expect.stringMatching(/^\{"version":1,/) as unknown,
		});
		const cursor: IDataObject = {};
		const durable = pollingTrigger({
			getPollBudgetMs: () => 36_000,
			getWorkflowStaticData: (of: string) => (of === 'node' ? cursor : staticData),
		});
		const before = structuredClone(staticData);
		await poll(durable.context());
		expect(cursor).toEqual({ [KEY]: expect.stringMatching(/^\{"version":1,/) as unknown });
		expect(staticData).toEqual(before);
	});

	it.each([7, 'text', null, ['text']])('starts over if %j is in its place', async (found) => {
		const { context, staticData, node } = pollingTrigger();
		staticData[KEY] = found;
		expect(await poll(context())).toBeNull();
		expect(staticData[KEY]).toHaveProperty([node.id]);
	});
});

it.each([
	[{ events: [] }, 'No event is chosen in "Trigger On"'],
	[
		{ events: 'project.created,project.removed' },
		'Trigger On has an unusable value ("project.removed")',
	],
	[
		{ onlyIfChanged: ['project.name', 'status'] },
		'Only If Changed has an unusable value ("status")',
	],
	[{ onlyIfChanged: 'project.updatedAt' }, 'it must be one of project.humanId, project.name'],
])('a poll with %j fails before it reads anything', async (changes, problem) => {
	const { context, parameters } = pollingTrigger();
	Object.assign(parameters, changes);
	present.source = undefined;
	await expect(poll(context())).rejects.toThrow(problem);
});
