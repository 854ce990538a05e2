import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';
import { failed, limited, moment, refused, requests, taken } from './throttleRequests.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('when the service asks for less', () => {
	async function fiveUnderWay() {
		const some = requests(createThrottle(20), 200);
		await moment();
		await some.answer();
		expect(some.underWay()).toBe(5);
		return some;
	}

	/** One is refused, then the others under way fail. */
	async function oneIsRefused(some: ReturnType<typeof requests>, askedMs?: number) {
		await some.answer(refused(askedMs));
		await some.answer(failed, some.underWay());
	}

	/** All under way are refused: the service allows no more of them in this time. */
	const allAreRefused = async (some: ReturnType<typeof requests>) =>
		await some.answer(limited(1000), some.underWay());

	it('half as many requests are under way, and then one more each round', async () => {
		const some = await fiveUnderWay();
		await oneIsRefused(some, 1000);
		await vi.advanceTimersByTimeAsync(1000);
		const rounds: number[] = [];
		for (let round = 0; round < 5; round++) {
			rounds.push(some.underWay());
			await some.answer(taken, some.underWay());
		}
		expect(rounds).toEqual([2, 3, 4, 5, 6]);
	});

	it.each([
		[20, 10],
		[30, 15],
		[38, 19],
		[60, 20],
	])(
		'but if it only allows a number per time, and took %i, %i go at once afterwards',
		async (count, expected) => {
			const some = requests(createThrottle(20), 200);
			await moment();
			for (let time = 0; time < count; time++) await some.answer();
			await allAreRefused(some);
			await vi.advanceTimersByTimeAsync(1000);
			expect(some.underWay()).toBe(expected);
		},
	);

	it.each([1, 2, 4])(
		'if it takes all of five but %i, as many as it took go at once afterwards, and no more for ten pauses',
		async (tooMany) => {
			const some = await fiveUnderWay();
			await some.answer(limited(1000), tooMany);
			await some.answer(taken, some.underWay());
			await vi.advanceTimersByTimeAsync(1000);
			for (let second = 0; second < 9; second++) {
				expect(some.underWay()).toBe(5 - tooMany);
				await some.answer(taken, some.underWay());
				await vi.advanceTimersByTimeAsync(1000);
			}
			await vi.advanceTimersByTimeAsync(1000);
			await some.answer(taken, some.underWay());
			expect(some.underWay()).toBe(6 - tooMany);
		},
	);

	it('a larger number that is refused is forgotten again', async () => {
		const some = await fiveUnderWay();
		await some.answer(limited(1000), 3);
		await some.answer(taken, some.underWay());
		await vi.advanceTimersByTimeAsync(12_000);
		await some.answer(taken, some.underWay());
		expect(some.underWay()).toBe(3);
		await some.answer(limited(1000));
		await some.answer(taken, some.underWay());
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
		await some.answer(taken, 20);
		expect(some.underWay()).toBe(2);
	});

	it('a failing service does not count as one with a rate limit, however many it took before', async () => {
		const some = requests(createThrottle(20), 200);
		await moment();
		for (let time = 0; time < 60; time++) await some.answer();
		await oneIsRefused(some, 1000);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(10);
	});

	it('only what it took since the last time counts', async () => {
		const some = requests(createThrottle(20), 200);
		await moment();
		for (let time = 0; time < 60; time++) await some.answer();
		for (const expected of [20, 10, 5]) {
			await allAreRefused(some);
			await vi.advanceTimersByTimeAsync(60_000);
			expect(some.underWay()).toBe(expected);
		}
	});

	it('nothing starts before the time it asked for is over, then the run goes on by itself', async () => {
		const some = await fiveUnderWay();
		await oneIsRefused(some, 10_000);
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(some.underWay()).toBeGreaterThan(0);
	});

	it.each([-60, 60])('a clock that is set by %i minutes changes nothing', async (minutes) => {
		const some = await fiveUnderWay();
		await oneIsRefused(some, 10_000);
		vi.setSystemTime(Date.now() + minutes * 60_000);
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(some.underWay()).toBeGreaterThan(0);
	});

	it('the longest of several pauses counts', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(10_000));
		await some.answer(refused(1_000));
		await some.answer(failed, some.underWay());
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
	});

	it('several requests that are refused at once count as one', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(1000), 5);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('good answers to requests sent before do not speed it up again', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(1000));
		await some.answer(taken, some.underWay());
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('at least one request stays under way', async () => {
		const some = await fiveUnderWay();
		for (let time = 0; time < 10; time++) {
			await oneIsRefused(some, 1000);
			await vi.advanceTimersByTimeAsync(60_000);
		}
		expect(some.underWay()).toBe(1);
	});

	it.each([
		[undefined, 500, 5_000],
		[0, 0, 900],
		[1_000, 1_000, 1_900],
	])(
		'the pauses grow until it takes a request again, whatever it asks for (%o ms)',
		async (askedMs, first, grown) => {
			const pauses: number[] = [];
			const some = requests(createThrottle(1), 50);
			await moment();
			const refuse = async () => {
				await some.answer((turn) => void pauses.push(turn.refused(askedMs)));
				await vi.advanceTimersByTimeAsync(31_000);
			};
			for (let time = 0; time < 6; time++) await refuse();
			expect(pauses[0]).toBeLessThanOrEqual(first);
			expect(pauses[5]).toBeGreaterThan(grown - 150);
			await some.answer(taken);
			pauses.splice(0);
			await refuse();
			expect(pauses[0]).toBeLessThanOrEqual(first);
		},
	);

	it('half as many are under way after a timeout, without a pause', async () => {
		const some = await fiveUnderWay();
		await some.answer((turn) => turn.timedOut());
		await some.answer(failed, some.underWay());
		expect(some.underWay()).toBe(2);
	});

	it('the throttle says how long none was taken, without a pause longer than the patience', async () => {
		const throttle = createThrottle(1);
		const some = requests(throttle, 10);
		await moment();
		await some.answer(refused(300_000));
		await vi.advanceTimersByTimeAsync(310_000);
		expect(Math.round(throttle.idleMs(120_000) / 1000)).toBe(10);
		expect(Math.round(throttle.idleMs(600_000) / 1000)).toBe(310);
		await some.answer(taken);
		expect(Math.round(throttle.idleMs(600_000) / 1000)).toBe(0);
	});

	it('retries start before anything new', async () => {
		const throttle = createThrottle(20);
		const some = requests(throttle, 30);
		await moment();
		await some.answer();
		await some.answer(refused(1000));
		const retry = some.ask('retry', 'refused');
		void retry.catch(() => undefined);
		await some.answer(failed, some.underWay());
		const before = some.started.length;
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.started[before]).toBe('retry');
	});
});
