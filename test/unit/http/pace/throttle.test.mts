import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';
import { failed, moment, refused, requests, taken } from './throttleRequests.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('requests of one execution', () => {
	it('begin with a single one, so that an expired token is renewed once', async () => {
		const some = requests(createThrottle(20), 30);
		await moment();
		expect(some.underWay()).toBe(1);
	});

	it('go on with five at once after the first good answer', async () => {
		const some = requests(createThrottle(20), 30);
		await moment();
		await some.answer();
		expect(some.underWay()).toBe(5);
	});

	it('stay with a single one as long as no good answer comes', async () => {
		const some = requests(createThrottle(20), 30);
		await moment();
		await some.answer(failed);
		await some.answer(failed);
		expect(some.underWay()).toBe(1);
		await some.answer();
		expect(some.underWay()).toBe(5);
	});

	it('become twice as many each round while the service answers well, up to the option', async () => {
		const some = requests(createThrottle(50), 500);
		await moment();
		const rounds: number[] = [];
		for (let round = 0; round < 7; round++) {
			rounds.push(some.underWay());
			await some.answer(taken, some.underWay());
		}
		expect(rounds).toEqual([1, 5, 10, 20, 40, 50, 50]);
	});

	it.each([1, 2, 3])('are never more than an option of %i', async (most) => {
		const some = requests(createThrottle(most), 50);
		await moment();
		for (let round = 0; round < 10; round++) {
			expect(some.underWay()).toBeLessThanOrEqual(most);
			await some.answer();
		}
		expect(some.underWay()).toBe(most);
	});

	it('go one at a time if the option makes no sense', async () => {
		for (const option of [0, -3, 0.5]) {
			const some = requests(createThrottle(option), 5);
			await moment();
			await some.answer();
			expect(some.underWay()).toBe(1);
		}
	});

	it('start in their order, retries before new ones', async () => {
		const some = requests(createThrottle(1));
		for (const name of ['first', 'second', 'third']) void some.ask(name);
		void some.ask('retry', 'failed');
		await moment();
		for (let round = 0; round < 4; round++) await some.answer();
		expect(some.started).toEqual(['first', 'retry', 'second', 'third']);
	});

	it('that were refused are sent again in their order, those that failed before them', async () => {
		const some = requests(createThrottle(1));
		const refusals = ['refused 1', 'refused 2'];
		for (const name of ['first', 'second']) void some.ask(name);
		for (const name of refusals) void some.ask(name, 'refused');
		void some.ask('failed', 'failed');
		await moment();
		for (let round = 0; round < 5; round++) await some.answer();
		expect(some.started).toEqual(['first', 'failed', ...refusals, 'second']);
	});

	it('all get their turn, and are never more than the option, whatever the answers', async () => {
		const answers = fc.array(fc.constantFrom(taken, failed, refused(1000), refused()), {
			maxLength: 60,
		});
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 12 }), answers, async (most, given) => {
				const some = requests(createThrottle(most), given.length);
				for (const answer of given) {
					await moment();
					expect(some.underWay()).toBeLessThanOrEqual(most);
					await vi.advanceTimersByTimeAsync(40_000);
					expect(some.underWay()).toBeGreaterThan(0);
					await some.answer(answer);
				}
				await some.allFinished();
				expect(some.started).toHaveLength(given.length);
			}),
			{ numRuns: 50 },
		);
	});

	it('pass on what the task returned or threw', async () => {
		const throttle = createThrottle(2);
		await expect(throttle.run(async () => 'answer')).resolves.toBe('answer');
		await expect(throttle.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
		await expect(throttle.run(async () => 'next')).resolves.toBe('next');
	});
});

describe('when the run ends', () => {
	const reason = new Error('an earlier item failed');

	it('a wait ends at once, and so does one that begins afterwards', async () => {
		const throttle = createThrottle(5);
		const waiting = throttle.wait(60_000);
		throttle.end(reason);
		await expect(waiting).rejects.toBe(reason);
		await expect(throttle.wait(60_000)).rejects.toBe(reason);
	});

	it('a request that waits for its turn ends at once and is never sent', async () => {
		const throttle = createThrottle(5);
		const some = requests(throttle, 2);
		await moment();
		await some.answer(refused(60_000));
		const asked = some.ask('request');
		throttle.end(reason);
		await expect(asked).rejects.toBe(reason);
		await vi.advanceTimersByTimeAsync(120_000);
		expect(some.started).toEqual(['request 1']);
	});

	it('what is under way may finish', async () => {
		const throttle = createThrottle(5);
		const some = requests(throttle);
		const asked = some.ask('request');
		await moment();
		throttle.end(reason);
		await some.answer();
		await expect(asked).resolves.toBeUndefined();
	});

	it('because the execution was canceled, that is the reason', async () => {
		const cancel = new AbortController();
		const throttle = createThrottle(5, cancel.signal);
		const waiting = throttle.wait(60_000);
		cancel.abort();
		await expect(waiting).rejects.toThrow('The execution was canceled');
		const late = createThrottle(5, AbortSignal.abort());
		await expect(late.wait(60_000)).rejects.toThrow('The execution was canceled');
	});
});
