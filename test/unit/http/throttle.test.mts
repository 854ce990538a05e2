import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../nodes/EnergyProjects/http/throttle.ts';
import type { Throttle } from '../../../nodes/EnergyProjects/http/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything that is due happen, and a millisecond pass. */
const moment = async () => void (await vi.advanceTimersByTimeAsync(1));

/** Requests that stay under way until the test answers them. */
function requests(pace: Throttle, count = 0) {
	const underWay: Array<{ name: string; answer: (isGood: boolean) => void }> = [];
	const started: string[] = [];
	const finished: Array<Promise<unknown>> = [];
	const ask = (name: string, urgent = false) => {
		const task = () =>
			new Promise<boolean>((resolve) => {
				started.push(name);
				underWay.push({ name, answer: resolve });
			});
		const result = pace.run(task, (isGood) => isGood, urgent);
		finished.push(result.catch(() => undefined));
		return result;
	};
	for (let number = 1; number <= count; number++) void ask(`request ${number}`);
	return {
		ask,
		started,
		underWay: () => underWay.length,
		async answer(isGood = true, times = 1) {
			for (let time = 0; time < times; time++) underWay.shift()?.answer(isGood);
			await moment();
		},
		allFinished: () => Promise.all(finished),
	};
}

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
		await some.answer(false, 1);
		await some.answer(false, 1);
		expect(some.underWay()).toBe(1);
		await some.answer();
		expect(some.underWay()).toBe(5);
	});

	it('become more while the service answers well, up to the option', async () => {
		const some = requests(createThrottle(8), 500);
		await moment();
		let before = 0;
		for (let round = 0; round < 40; round++) {
			await some.answer(true, some.underWay());
			expect(some.underWay()).toBeGreaterThanOrEqual(before);
			before = some.underWay();
		}
		expect(before).toBe(8);
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

	it('go one at a time where the option makes no sense', async () => {
		for (const option of [0, -3, 0.5]) {
			const some = requests(createThrottle(option), 5);
			await moment();
			await some.answer();
			expect(some.underWay()).toBe(1);
		}
	});

	it('start in the order in which they were asked for, repeats before those', async () => {
		const some = requests(createThrottle(1));
		for (const name of ['first', 'second', 'third']) void some.ask(name);
		void some.ask('repeat', true);
		await moment();
		for (let round = 0; round < 4; round++) await some.answer();
		expect(some.started).toEqual(['first', 'repeat', 'second', 'third']);
	});

	it('all get their turn and never exceed the option, whatever the answers', async () => {
		const answers = fc.array(fc.constantFrom('good', 'bad', 'slow down'), { maxLength: 60 });
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 12 }), answers, async (most, given) => {
				const pace = createThrottle(most);
				const some = requests(pace, given.length);
				for (const answer of given) {
					await moment();
					expect(some.underWay()).toBeLessThanOrEqual(most);
					if (answer === 'slow down') pace.slowDown(1000);
					await vi.advanceTimersByTimeAsync(2000);
					expect(some.underWay()).toBeGreaterThan(0);
					await some.answer(answer === 'good');
				}
				await some.allFinished();
				expect(some.started).toHaveLength(given.length);
			}),
			{ numRuns: 50 },
		);
	});

	it('hand on what the task brought, and what it threw', async () => {
		const pace = createThrottle(2);
		const good = () => true;
		await expect(pace.run(async () => 'answer', good)).resolves.toBe('answer');
		await expect(pace.run(() => Promise.reject(new Error('no')), good)).rejects.toThrow('no');
		await expect(pace.run(async () => 'next', good)).resolves.toBe('next');
	});
});

describe('when the service asks to slow down', () => {
	async function fiveUnderWay() {
		const pace = createThrottle(20);
		const some = requests(pace, 60);
		await moment();
		await some.answer();
		expect(some.underWay()).toBe(5);
		return { pace, some };
	}

	it('half as many requests are under way', async () => {
		const { pace, some } = await fiveUnderWay();
		pace.slowDown(1000);
		await some.answer(false, 5);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('nothing starts before the time it asked for, then it goes on by itself', async () => {
		const { pace, some } = await fiveUnderWay();
		pace.slowDown(10_000);
		await some.answer(false, 5);
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(some.underWay()).toBeGreaterThan(0);
	});

	it('the longest of several times counts', async () => {
		const { pace, some } = await fiveUnderWay();
		pace.slowDown(10_000);
		pace.slowDown(1_000);
		await some.answer(false, 5);
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
	});

	it('several requests that hear it at once count as one', async () => {
		const { pace, some } = await fiveUnderWay();
		for (let time = 0; time < 5; time++) pace.slowDown(1000);
		await some.answer(false, 5);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('good answers to requests from before do not speed it up again', async () => {
		const { pace, some } = await fiveUnderWay();
		pace.slowDown(1000);
		await some.answer(true, 5);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('one request at least stays under way', async () => {
		const { pace, some } = await fiveUnderWay();
		for (let time = 0; time < 10; time++) {
			pace.slowDown(1000);
			await some.answer(false, some.underWay());
			await vi.advanceTimersByTimeAsync(1000);
		}
		expect(some.underWay()).toBe(1);
	});
});

describe('when the execution is cancelled', () => {
	it('a wait ends at once', async () => {
		const cancel = new AbortController();
		const waiting = createThrottle(5, cancel.signal).wait(60_000);
		cancel.abort();
		await expect(waiting).rejects.toThrow('The execution was canceled');
	});

	it('a wait that begins afterwards ends at once too', async () => {
		const pace = createThrottle(5, AbortSignal.abort());
		await expect(pace.wait(60_000)).rejects.toThrow('The execution was canceled');
	});

	it('a request that waits for the service is never sent', async () => {
		const cancel = new AbortController();
		const pace = createThrottle(5, cancel.signal);
		pace.slowDown(60_000);
		const some = requests(pace);
		const asked = some.ask('request');
		await moment();
		cancel.abort();
		await expect(asked).rejects.toThrow('The execution was canceled');
		expect(some.started).toEqual([]);
	});
});
