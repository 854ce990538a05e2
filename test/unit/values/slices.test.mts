import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
	betweenSlices,
	forEachInSlices,
	groupedBy,
} from '../../../nodes/EnergyProjects/values/slices.ts';

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

describe('work on many entries', () => {
	it('gives something else its turn after a few milliseconds', async () => {
		const wait = globalThis.setTimeout;
		vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof wait>) => {
			turns.push(now);
			return wait(...given);
		}) as typeof wait);
		turns.push(now);
		const records = numbers(500).map((id) => ({ id }));
		await groupedBy(records, ({ id }) => `${pass(0.1)} ${id}`);
		turns.push(now);
		expect(turns.length).toBeGreaterThan(3);
		const waits = turns.map((turn, index) => turn - (turns[index - 1] ?? turn));
		expect(Math.max(...waits)).toBeLessThan(20);
	});

	it('that takes no time goes on without a break', async () => {
		const sleeping = vi.spyOn(globalThis, 'setTimeout');
		await forEachInSlices(numbers(100), () => pass(0.01));
		await betweenSlices();
		expect(sleeping).not.toHaveBeenCalled();
	});
});
