import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loaded, usePoll } from './loadPoll.mts';
import { present, World } from './world.mts';

// What depends on how and when n8n calls a poll: times, polls side by side. What polls report is
// shown on n8n's own engine, in test/integration/polling.

usePoll();
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) }));
afterEach(() => void vi.useRealTimers());

let nodes = 0;

/** A polling trigger in one process of an n8n. */
function pollingTrigger(more: object = {}) {
	const world = new World();
	const log: string[] = [];
	const staticData: IDataObject = {};
	const events = ['project.created', 'project.edited'];
	const parameters: IDataObject = { events, splitByEvent: false };
	const node = { id: `polled ${++nodes}`, name: 'Changes', parameters };
	const emitted: string[][] = [];
	/** As n8n makes one with each activation, or with each poll of a durable schedule. */
	const register = (changes: object = {}) =>
		({
			getMode: () => 'trigger',
			getNode: () => node,
			getWorkflow: () => ({ id: 'w', name: 'Orders' }),
			getWorkflowStaticData: (of: string) =>
				of === 'node' ? { __dataChanged: false } : staticData,
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getPollBudgetMs: () => 300_000,
			logger: { warn: (line: string) => void log.push(line) },
			__emit([items]: INodeExecutionData[][]) {
				emitted.push(items.map(({ json }) => String((json.project as IDataObject).humanId)));
			},
			...more,
			...changes,
		}) as unknown as IPollFunctions;
	present.source = world.source();
	return { world, log, staticData, parameters, emitted, register };
}

/** Hands over what a poll returns, as n8n does. */
async function poll(context: IPollFunctions): Promise<void> {
	const outputs = await loaded.poll(context);
	if (outputs !== null) context.__emit(outputs);
}

describe('the time of a poll', () => {
	it.each<[string, object, number, number]>([
		['75 seconds for the first one of an activation, then five minutes', {}, 75_000, 300_000],
		['what a durable schedule says', { getPollBudgetMs: () => 36_000 }, 36_000, 36_000],
		['the same in n8n before 2.37', { getPollBudgetMs: undefined }, 75_000, 300_000],
	])('is %s', async (_, more, first, later) => {
		const context = pollingTrigger(more).register();
		for (const budgetMs of [first, later]) {
			await poll(context);
			expect(present.budgetMs).toBe(budgetMs);
		}
	});

	it('that was too short for the very first poll is only noted: n8n would give up the workflow', async () => {
		const { register, log } = pollingTrigger();
		const readAll = async () => await Promise.reject(new loaded.OutOfTime('No time'));
		present.source = { ...new World().source(), readAll };
		await poll(register());
		expect(log).toEqual([
			'"Changes" in workflow "Orders" could not poll when the workflow was activated: No time',
		]);
	});
});

describe('a poll that is due while another one runs', () => {
	it('reports if it is the first of a new activation: n8n drops what the other one found', async () => {
		const { register, world, staticData } = pollingTrigger();
		const former = register();
		await poll(former);
		const saved = structuredClone(staticData);
		world.create('project', 0, 0);
		const newer = register({
			getWorkflowStaticData: (of: string) => (of === 'node' ? { __dataChanged: false } : saved),
		});
		const [dropped, reported] = await Promise.all([loaded.poll(former), loaded.poll(newer)]);
		expect(dropped).toBeNull();
		expect(reported).toHaveLength(1);
	});

	it('waits no longer than it may take', async () => {
		const { register } = pollingTrigger();
		const context = register();
		await poll(context);
		const readAll = async () => await new Promise<never>(() => undefined);
		present.source = { ...new World().source(), readAll };
		void loaded.poll(context);
		const ended = vi.fn();
		void loaded.poll(register()).then(ended);
		await vi.advanceTimersByTimeAsync(74_000);
		expect(ended).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(2_000);
		expect(ended).toHaveBeenCalledWith(null);
	});
});

it('n8n before 2.36, which gives no promise about an execution, gets the events all the same', async () => {
	const { register, world, emitted } = pollingTrigger();
	const context = register();
	await poll(context);
	world.create('project', 0, 0);
	await poll(context);
	expect(emitted).toEqual([['P-1']]);
});

const incomplete = async () => ({ records: [], complete: false });
it.each([
	['there is no time left', 'had no time to ask about 1', { isInTime: () => false }],
	['its list may not be whole', 'all projects', { readAll: incomplete }],
])('a missing record is not asked for if %s, and the log says so', async (_, note, more) => {
	const { register, world, log, parameters } = pollingTrigger();
	parameters.events = ['project.deleted'];
	world.create('project', 0, 0);
	const context = register();
	await poll(context);
	world.delete('project', 0);
	const isDeleted = vi.fn();
	present.source = { ...world.source(), isDeleted, ...more };
	await poll(context);
	expect(isDeleted).not.toHaveBeenCalled();
	expect(log.join()).toContain(note);
});

it('after a move of the service nothing looks created, although only the newest records are read', async () => {
	const { register, world, log, emitted, parameters } = pollingTrigger();
	parameters.events = ['project.created'];
	for (let count = 0; count < 5; count++) world.create('project', 0, 0);
	const context = register();
	await poll(context);
	present.source = { ...world.source(), baseUrlDigest: 'there' };
	for (let time = 0; time < 3; time++) {
		await poll(context);
		vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
	}
	expect(emitted).toEqual([]);
	expect(log).toEqual([expect.stringContaining('another service or company')]);
});
