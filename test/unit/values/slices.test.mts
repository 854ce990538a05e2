import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
	betweenSlices,
	forEachInSlices,
	groupedBy,
} from '../../../nodes/EnergyProjects/values/slices.ts';

const records = (count: number) => numbers(count).map((id) => ({ id }));
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** The time in this process: work passes it, and no machine is too slow for these tests. */
let now = 0;
/** When something else had its turn. */
let turns: number[] = [];
const pass = (milliseconds: number) => (now += milliseconds);

beforeEach(async () => {
	// A new slice begins, also after tests of this process that used the real time.
	now = Math.max(now, performance.now()) + 1_000;
	vi.spyOn(performance, 'now').mockImplementation(() => now);
	await betweenSlices();
	turns = [];
});
afterEach(() => {
	vi.restoreAllMocks();
});

/** Notes when the work pauses, so that others have their turn. */
async function besideOthers(start: () => Promise<unknown>): Promise<void> {
	const wait = globalThis.setTimeout;
	vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof wait>) => {
		turns.push(now);
		return wait(...given);
	}) as typeof wait);
	turns.push(now);
	await start();
	turns.push(now);
}

const longestWait = () =>
	Math.max(0, ...turns.map((turn, index) => turn - (turns[index - 1] ?? turn)));

describe('work on many entries', () => {
	it.each<[string, (work: (entry: number) => number) => Promise<unknown>]>([
		['each', async (work) => await forEachInSlices(numbers(500), work)],
		['group', async (work) => await groupedBy(records(500), ({ id }) => `${work(Number(id))}`)],
	])('%s: something else gets its turn after a few milliseconds', async (_, workOn) => {
		await besideOthers(async () => await workOn(() => pass(0.1)));
		expect(turns.length).toBeGreaterThan(2);
		expect(longestWait()).toBeLessThan(20);
	});

	it('that takes no time goes on without a break', async () => {
		const sleeping = vi.spyOn(globalThis, 'setTimeout');
		await forEachInSlices(numbers(100), () => pass(0.01));
		await betweenSlices();
		expect(sleeping).not.toHaveBeenCalled();
	});
});

it('records are grouped in their order; what has no key is left out', async () => {
	const groups = await groupedBy(records(5), ({ id }) => ['', 'a', 'b'][Number(id) % 3]);
	expect([...groups]).toEqual([
		['a', [{ id: 1 }, { id: 4 }]],
		['b', [{ id: 2 }]],
	]);
});
