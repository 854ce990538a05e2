import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../nodes/EnergyProjects/http/throttle.ts';
import type { Place, Throttle, Turn } from '../../../nodes/EnergyProjects/http/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything that is due happen, and a millisecond pass. */
const moment = async () => void (await vi.advanceTimersByTimeAsync(1));

/** What an answer says about the service. */
type How = (turn: Turn) => void;
const taken: How = (turn) => turn.taken();
const failed: How = () => undefined;
const refused =
	(askedMs?: number): How =>
	(turn) =>
		void turn.refused(askedMs);

/** Requests that stay under way until the test answers them. */
function requests(pace: Throttle, count = 0) {
	const underWay: Array<{ name: string; answer: (how: How) => void }> = [];
	const started: string[] = [];
	const finished: Array<Promise<unknown>> = [];
	const ask = (name: string, place?: Place) => {
		const result = pace.run(
			(turn) =>
				new Promise<void>((resolve) => {
					started.push(name);
					underWay.push({
						name,
						answer: (how) => {
							how(turn);
							resolve();
						},
					});
				}),
			place,
		);
		finished.push(result.catch(() => undefined));
		return result;
	};
	for (let number = 1; number <= count; number++) void ask(`request ${number}`);
	return {
		ask,
		started,
		underWay: () => underWay.length,
		async answer(how: How = taken, times = 1) {
			for (let time = 0; time < times; time++) underWay.shift()?.answer(how);
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
		void some.ask('repeat', 'failed');
		await moment();
		for (let round = 0; round < 4; round++) await some.answer();
		expect(some.started).toEqual(['first', 'repeat', 'second', 'third']);
	});

	it('that were refused are repeated in turn, those that failed before them', async () => {
		const some = requests(createThrottle(1));
		const refusals = ['refused 1', 'refused 2'];
		for (const name of ['first', 'second']) void some.ask(name);
		for (const name of refusals) void some.ask(name, 'refused');
		void some.ask('failed', 'failed');
		await moment();
		for (let round = 0; round < 5; round++) await some.answer();
		expect(some.started).toEqual(['first', 'failed', ...refusals, 'second']);
	});

	it('all get their turn and never exceed the option, whatever the answers', async () => {
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

	it('hand on what the task brought, and what it threw', async () => {
		const throttle = createThrottle(2);
		await expect(throttle.run(async () => 'answer')).resolves.toBe('answer');
		await expect(throttle.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
		await expect(throttle.run(async () => 'next')).resolves.toBe('next');
	});
});

describe('when the service asks for less', () => {
	async function fiveUnderWay() {
		const some = requests(createThrottle(20), 200);
		await moment();
		await some.answer();
		expect(some.underWay()).toBe(5);
		return some;
	}

	/** The one that hears it, then the others under way. */
	async function oneIsRefused(some: ReturnType<typeof requests>, askedMs?: number) {
		await some.answer(refused(askedMs));
		await some.answer(failed, some.underWay());
	}

	it('half as many requests are under way, and one more each round from then on', async () => {
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

	it('nothing starts before the time it asked for, then it goes on by itself', async () => {
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

	it('the longest of several times counts', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(10_000));
		await some.answer(refused(1_000));
		await some.answer(failed, some.underWay());
		await vi.advanceTimersByTimeAsync(9_000);
		expect(some.underWay()).toBe(0);
	});

	it('several requests that hear it at once count as one', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(1000), 5);
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('good answers to requests from before do not speed it up again', async () => {
		const some = await fiveUnderWay();
		await some.answer(refused(1000));
		await some.answer(taken, some.underWay());
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.underWay()).toBe(2);
	});

	it('one request at least stays under way', async () => {
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

	it('because a request took too long, half as many are under way, without a pause', async () => {
		const some = await fiveUnderWay();
		await some.answer((turn) => turn.timedOut());
		await some.answer(failed, some.underWay());
		expect(some.underWay()).toBe(2);
	});

	it('it says how long none was taken, but for a pause of more than the patience', async () => {
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

	it('repeats begin before anything new does', async () => {
		const throttle = createThrottle(20);
		const some = requests(throttle, 30);
		await moment();
		await some.answer();
		await some.answer(refused(1000));
		const repeat = some.ask('repeat', 'refused');
		void repeat.catch(() => undefined);
		await some.answer(failed, some.underWay());
		const before = some.started.length;
		await vi.advanceTimersByTimeAsync(1000);
		expect(some.started[before]).toBe('repeat');
	});
});

describe('when the run ends', () => {
	const reason = new Error('an earlier item failed');

	it('a wait ends at once, one that begins afterwards too', async () => {
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

	it('what is under way may come to its end', async () => {
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
