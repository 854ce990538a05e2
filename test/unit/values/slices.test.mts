import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
	betweenSlices,
	filterInSlices,
	forEachInSlices,
	mapInSlices,
	sortInSlices,
} from '../../../nodes/EnergyProjects/values/slices.ts';
import { watchOthers } from '../otherWork.mts';

afterEach(() => {
	vi.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('work on many entries', () => {
	it.each<[string, (work: (entry: number) => number) => Promise<unknown>]>([
		['each', async (work) => await forEachInSlices(numbers(500), work)],
		['map', async (work) => await mapInSlices(numbers(500), work)],
		['filter', async (work) => await filterInSlices(numbers(500), (entry) => work(entry) > 7)],
		['sort', async (work) => await sortInSlices(numbers(500), (a, b) => (work(b) % 7) - (a % 7))],
	])('%s: something else gets its turn after a few milliseconds', async (_, workOn) => {
		const others = await watchOthers();
		await workOn((entry) => {
			others.pass(0.02);
			if (entry % 3 === 0) others.pass(0.1);
			return entry;
		});
		expect(others.turns()).toBeGreaterThan(0);
		// What is sorted in one go can take a little longer than a slice.
		expect(others.longestWaitMs()).toBeLessThan(50);
	});

	it('of several at once: they share the time, so that it is not longer for others', async () => {
		const others = await watchOthers();
		await Promise.all(
			numbers(20).map(async () => {
				await forEachInSlices(numbers(10), () => others.pass(1));
			}),
		);
		expect(others.longestWaitMs()).toBeLessThan(20);
	});

	it('that takes no time goes on without a break', async () => {
		const others = await watchOthers();
		await forEachInSlices(numbers(100), () => others.pass(0.01));
		await betweenSlices();
		expect(others.turns()).toBe(0);
	});

	it('goes on if the work of others took long before it began', async () => {
		const others = await watchOthers();
		await forEachInSlices([1], () => others.pass(1_000));
		await forEachInSlices([1, 2], () => others.pass(1));
		expect(others.turns()).toBeGreaterThan(0);
	});
});

describe('in slices', () => {
	it('entries are mapped and filtered in their order', async () => {
		expect(await mapInSlices(['a', 'b'], (text, index) => `${text}${index}`)).toEqual(['a0', 'b1']);
		expect(await filterInSlices(numbers(9), (entry) => entry % 2 === 1)).toEqual([1, 3, 5, 7]);
	});

	it.each([0, 1, 2, 127, 128, 129, 256, 257, 1_000, 1_153])(
		'%i entries are sorted as JavaScript sorts them, equal ones in their order',
		async (length) => {
			const entries = fc.array(fc.record({ key: fc.nat(40) }), {
				minLength: length,
				maxLength: length,
				size: 'max',
			});
			await fc.assert(
				fc.asyncProperty(entries, async (list) => {
					const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
					const sorted = await sortInSlices(list, compare);
					const expected = [...list].sort(compare);
					expect(sorted.every((entry, index) => entry === expected[index])).toBe(true);
					expect(sorted).toHaveLength(length);
				}),
				{ numRuns: 20 },
			);
		},
	);

	it.each(['asc', 'desc'])(
		'a list that is sorted already (%s) takes few comparisons',
		async (order) => {
			let compared = 0;
			const list = order === 'asc' ? numbers(10_000) : numbers(10_000).reverse();
			const sorted = await sortInSlices(list, (a, b) => {
				compared++;
				return a - b;
			});
			expect(sorted).toEqual(numbers(10_000));
			expect(compared).toBeLessThan(11_000);
		},
	);
});

it('work that came later does not have to wait until other work is done', async () => {
	const others = await watchOthers();
	const done: string[] = [];
	const long = forEachInSlices(numbers(1_000), () => others.pass(1)).then(() => done.push('long'));
	const short = forEachInSlices(numbers(20), () => others.pass(1)).then(() => done.push('short'));
	await Promise.all([long, short]);
	expect(done).toEqual(['short', 'long']);
});
