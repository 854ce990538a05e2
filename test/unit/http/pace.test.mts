import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotSentError } from '../../../nodes/EnergyProjects/http/errors.ts';
import { mapParallel } from '../../../nodes/EnergyProjects/http/parallel.ts';
import { createThrottle, now } from '../../../nodes/EnergyProjects/http/throttle.ts';
import type { Throttle, Turn } from '../../../nodes/EnergyProjects/http/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const moment = async () => void (await vi.advanceTimersByTimeAsync(1));
type How = (turn: Turn) => void;
const taken: How = (turn) => turn.taken();
const failed: How = () => undefined;
const refused =
	(askedMs?: number, longestMs?: number): How =>
	(turn) =>
		void turn.refused(askedMs, longestMs);

/** Requests that stay under way until the test answers them. */
function requestsOf(throttle: Throttle, count = 0) {
	const underWay: Array<(how: How) => void> = [];
	const started: string[] = [];
	const ask = async (name: string, isRetry = false) =>
		await throttle.run(async (turn) => {
			started.push(name);
			(await new Promise<How>((resolve) => underWay.push(resolve)))(turn);
			return name;
		}, isRetry);
	for (let number = 1; number <= count; number++) void ask(`${number}`).catch(() => undefined);
	return {
		ask,
		started,
		underWay: () => underWay.length,
		/** Takes out the first one under way: the test answers it by hand. */
		putAside: () => underWay.shift(),
		async answer(how: How = taken, times = 1) {
			for (let time = 0; time < times; time++) underWay.shift()?.(how);
			await moment();
		},
	};
}

describe('the pace', () => {
	it('is one request, then five, then twice as many each round, twenty at most', async () => {
		const requests = requestsOf(createThrottle(), 200);
		await moment();
		const rounds = [requests.underWay()];
		for (let round = 0; round < 4; round++) {
			await requests.answer(taken, requests.underWay());
			rounds.push(requests.underWay());
		}
		expect(rounds).toEqual([1, 5, 10, 20, 20]);
	});

	it('stays with one request as long as none is taken', async () => {
		const requests = requestsOf(createThrottle(), 10);
		await moment();
		for (let time = 0; time < 3; time++) await requests.answer(failed);
		expect(requests.underWay()).toBe(1);
	});

	/** Answers until so many are under way. */
	const growTo = async (requests: ReturnType<typeof requestsOf>, size: number) => {
		await moment();
		while (requests.underWay() < size) await requests.answer();
	};

	/** Refuses so many of those under way, takes the others, and waits until the pause is over. */
	const refuse = async (requests: ReturnType<typeof requestsOf>, count: number, how: How) => {
		const others = requests.underWay() - count;
		await requests.answer(how, count);
		await requests.answer(taken, others);
		await vi.advanceTimersByTimeAsync(1_000);
	};

	it.each<[string, number, number, How, number]>([
		['all', 20, 20, refused(1_000), 10],
		['most', 5, 3, refused(1_000), 2],
		['one', 5, 1, refused(1_000), 4],
		['the only one', 1, 1, refused(1_000), 1],
		['one, without saying how long to wait,', 20, 1, refused(), 10],
	])('is lower if the service refuses %s of %i together', async (_, size, count, how, left) => {
		const requests = requestsOf(createThrottle(), 200);
		await growTo(requests, size);
		await refuse(requests, count, how);
		expect(requests.underWay()).toBe(left);
	});

	it('is not lowered if the service counts the requests of a time: it takes two rounds first', async () => {
		const requests = requestsOf(createThrottle(), 400);
		await growTo(requests, 20);
		for (let round = 0; round < 2; round++) await requests.answer(taken, 20);
		await refuse(requests, 20, refused(1_000));
		expect(requests.underWay()).toBe(20);
		await refuse(requests, 20, refused(1_000));
		// Two refusals in a row: the pause is a little longer.
		await vi.advanceTimersByTimeAsync(300);
		expect(requests.underWay()).toBe(10);
		for (let round = 0; round < 2; round++) await requests.answer(taken, 10);
		await refuse(requests, 10, refused(1_000));
		expect(requests.underWay()).toBe(10);
		for (const count of [10, 9]) await requests.answer(taken, count);
		await refuse(requests, 10, refused(1_000));
		expect(requests.underWay()).toBe(5);
		for (let round = 0; round < 2; round++) await requests.answer(taken, 5);
		await refuse(requests, 5, refused());
		expect(requests.underWay()).toBe(2);
	});

	it('is not lowered once more by a refusal that comes late', async () => {
		const requests = requestsOf(createThrottle(), 200);
		await growTo(requests, 20);
		const answerLate = requests.putAside();
		await refuse(requests, 19, refused(1_000));
		await refuse(requests, 1, refused(1_000));
		await vi.advanceTimersByTimeAsync(300);
		expect(requests.underWay()).toBe(8);
		answerLate?.(refused(1_000));
		await vi.advanceTimersByTimeAsync(1_300);
		expect(requests.underWay()).toBe(9);
	});

	it('grows by one a round after that, but not for ten times the pause that was asked for', async () => {
		const requests = requestsOf(createThrottle(), 400);
		await growTo(requests, 20);
		await refuse(requests, 20, refused(1_000));
		await requests.answer(taken, 30);
		expect(requests.underWay()).toBe(10);
		await vi.advanceTimersByTimeAsync(9_500);
		await requests.answer(taken, 10);
		await requests.answer(taken, 1);
		expect(requests.underWay()).toBe(11);
		await requests.answer(taken, 11);
		expect(requests.underWay()).toBe(12);
		// What it took of fewer at once says nothing about as many.
		await refuse(requests, 1, refused(1_000));
		expect(requests.underWay()).toBe(11);
	});

	it('grows at once after a pause that nobody asked for', async () => {
		const requests = requestsOf(createThrottle(), 400);
		await growTo(requests, 20);
		await requests.answer(refused(), 20);
		await vi.advanceTimersByTimeAsync(1_000);
		await requests.answer(taken, 10);
		await requests.answer(taken, 1);
		expect(requests.underWay()).toBe(11);
	});
});

describe('a pause', () => {
	/** How long nothing starts after each of so many refusals in a row. */
	const pausesAfter = async (refusals: number, askedMs?: number) => {
		const throttle = createThrottle();
		const begins: number[] = [];
		for (let refusal = 0; refusal <= refusals; refusal++) {
			void throttle.run(async (turn) => {
				begins.push(now());
				turn.refused(askedMs);
				await Promise.resolve();
			}, false);
		}
		await vi.advanceTimersByTimeAsync(100_000);
		return begins.slice(1).map((begin, index) => begin - begins[index]);
	};

	it('lasts as long as the service asks, and a little longer if that was not enough', async () => {
		const [first, second, third] = await pausesAfter(3, 25_000);
		expect(first).toBeGreaterThanOrEqual(25_000);
		expect(first).toBeLessThan(25_010);
		for (const pause of [second, third]) {
			expect(pause).toBeGreaterThanOrEqual(25_250);
			expect(pause).toBeLessThan(25_300);
		}
	});

	it('of no time is none', async () => {
		const throttle = createThrottle();
		const requests = requestsOf(throttle, 3);
		await moment();
		await requests.answer(refused(0));
		expect(requests.underWay()).toBe(1);
	});

	it('is a quarter of a second if the service asks for none, and longer after four', async () => {
		const pauses = await pausesAfter(11);
		for (const pause of pauses.slice(0, 4)) {
			expect(pause).toBeGreaterThanOrEqual(250);
			expect(pause).toBeLessThan(280);
		}
		expect(pauses[4]).toBeGreaterThan(400);
		expect(pauses[10]).toBeGreaterThan(9_000);
		expect(pauses[10]).toBeLessThanOrEqual(10_001);
	});

	it('is longer after the next refusal, although something under way was still taken', async () => {
		const requests = requestsOf(createThrottle(), 20);
		await moment();
		await requests.answer();
		await requests.answer(refused(0));
		await requests.answer(taken, 4);
		await requests.answer(refused(0));
		await requests.answer(failed, 3);
		expect(requests.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(300);
		expect(requests.underWay()).toBe(3);
	});

	it('is no longer than it may be', async () => {
		const throttle = createThrottle();
		let pause = 0;
		await throttle.run(async (turn) => void (pause = turn.refused(undefined, 100)), false);
		expect(pause).toBe(100);
	});

	it('lasts if a timer ends too early', async () => {
		const throttle = createThrottle();
		const requests = requestsOf(throttle, 2);
		await moment();
		const real = performance.now.bind(performance);
		vi.spyOn(performance, 'now').mockImplementation(() => real() * 0.9);
		await requests.answer(refused(1_000));
		await vi.advanceTimersByTimeAsync(1_050);
		expect(requests.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(150);
		expect(requests.underWay()).toBe(1);
		vi.restoreAllMocks();
	});

	it('puts off what waits, and the first request is tried alone until the service has taken it', async () => {
		const requests = requestsOf(createThrottle(), 3);
		await moment();
		await requests.answer(refused(1_000));
		void requests.ask('retry', true);
		expect(requests.started).toEqual(['1']);
		await vi.advanceTimersByTimeAsync(1_000);
		for (let time = 0; time < 3; time++) await requests.answer(failed);
		expect(requests.started).toEqual(['1', 'retry', '2', '3']);
	});
});

describe('when the run ends', () => {
	const reason = new NotSentError(', because', 'Do something.');

	it('what waits for its turn or a time ends at once, and what is under way may finish', async () => {
		const throttle = createThrottle();
		const requests = requestsOf(throttle);
		const first = requests.ask('first');
		const second = requests.ask('second').catch((error: unknown) => error);
		const waiting = throttle.wait(1e9).catch((error: unknown) => error);
		await moment();
		throttle.end(reason);
		throttle.end(new Error('Another reason'));
		expect(await second).toBe(reason);
		expect(await waiting).toBe(reason);
		await expect(throttle.wait(1)).rejects.toBe(reason);
		await expect(requests.ask('third')).rejects.toBe(reason);
		await requests.answer();
		expect(await first).toBe('first');
		expect(requests.started).toEqual(['first']);
		expect(reason.message).toBe('Not sent, because');
		expect(reason.advice).toBe(
			'Nothing of this item was sent, so you can run it again. Do something.',
		);
	});

	it('for the items after one that failed, it stays so if a later one fails too', async () => {
		const throttle = createThrottle();
		throttle.stop(3);
		throttle.stop(5);
		const waiting = throttle.wait(1, 4).catch(String);
		await vi.advanceTimersByTimeAsync(1);
		expect(await waiting).toContain('an earlier item failed');
		expect(await throttle.run(async () => await Promise.resolve('sent'), false, 3)).toBe('sent');
	});

	it('for the items after one that failed, they take no place of those before it', async () => {
		const throttle = createThrottle();
		const send = async (itemIndex: number) =>
			await throttle.run(async () => await Promise.resolve('sent'), false, itemIndex);
		throttle.stop(3);
		await expect(send(4)).rejects.toThrow('an earlier item failed');
		const onSent = vi.fn();
		void send(2).then(onSent);
		await moment();
		expect(onSent).toHaveBeenCalledWith('sent');
	});

	it('for the items after one that failed, those in line make way, and those before it keep their place', async () => {
		const throttle = createThrottle();
		const requests = requestsOf(throttle, 1);
		const inLine = [4, 2, 3].map((itemIndex) =>
			throttle
				.run(async () => await Promise.resolve(`sent ${itemIndex}`), false, itemIndex)
				.catch(({ message }: Error) => message),
		);
		await moment();
		throttle.stop(3);
		// With one at a time, as long as nothing is taken.
		await requests.answer(failed);
		expect(await Promise.all(inLine)).toEqual([
			'Not sent, because an earlier item failed',
			'sent 2',
			'sent 3',
		]);
	});

	it.each([true, false])(
		'because it was canceled (before: %s), that is the reason',
		async (before) => {
			const controller = new AbortController();
			if (before) controller.abort();
			const throttle = createThrottle(controller.signal);
			const waiting = throttle.wait(1e9);
			controller.abort();
			await expect(waiting).rejects.toThrow('The execution was canceled');
		},
	);
});

it('whatever the service answers, every request is sent in the end, and never more than twenty at once', async () => {
	const answers = fc.array(fc.nat(3), { minLength: 1, maxLength: 60 });
	await fc.assert(
		fc.asyncProperty(answers, async (kinds) => {
			const throttle = createThrottle();
			let inFlight = 0;
			let most = 0;
			let sent = 0;
			const all = Promise.all(
				kinds.map(
					async (kind) =>
						await throttle.run(async (turn) => {
							most = Math.max(most, ++inFlight);
							sent++;
							await sleep(10);
							inFlight--;
							if (kind < 2) turn.taken();
							else turn.refused(kind === 2 ? 50 : undefined);
						}, false),
				),
			);
			await vi.advanceTimersByTimeAsync(3_600_000);
			await all;
			expect(sent).toBe(kinds.length);
			expect(most).toBeLessThanOrEqual(20);
		}),
		{ numRuns: 50 },
	);
});

it('the throttle knows how long nothing was taken', async () => {
	const throttle = createThrottle();
	await vi.advanceTimersByTimeAsync(5_000);
	expect(throttle.idleMs()).toBe(5_000);
	await throttle.run(async (turn) => turn.taken(), false);
	expect(throttle.idleMs()).toBe(0);
});

describe('tasks in parallel', () => {
	it('keep the order of their items, so many at once', async () => {
		let running = 0;
		let most = 0;
		const all = mapParallel([30, 10, 20, 5, 1], 2, async (ms, index) => {
			most = Math.max(most, ++running);
			await sleep(ms);
			running--;
			return `${index}: ${ms}`;
		});
		await vi.advanceTimersByTimeAsync(100);
		expect(await all).toEqual(['0: 30', '1: 10', '2: 20', '3: 5', '4: 1']);
		expect(most).toBe(2);
		expect(await mapParallel([], 0, async () => 1)).toEqual([]);
		expect(await mapParallel([1], 0, async (item) => item)).toEqual([1]);
	});

	it('end with the first failure of an item of its own; nothing new starts', async () => {
		const started: number[] = [];
		const notSent = new NotSentError('', '');
		const all = mapParallel([0, 1, 2, 3], 3, async (item) => {
			started.push(item);
			await sleep([5, 20, 10, 0][item]);
			if (item === 0) return;
			throw item === 1 ? new Error('wrapped', { cause: notSent }) : new Error(`Item ${item}`);
		}).catch(({ message }: Error) => message);
		await vi.advanceTimersByTimeAsync(100);
		expect(await all).toBe('Item 2');
		expect(started).toEqual([0, 1, 2, 3]);

		const unsent = mapParallel([0, 1], 2, async () => await Promise.reject(notSent));
		await expect(unsent).rejects.toBe(notSent);
		const few: number[] = [];
		const stopped = mapParallel([0, 1, 2], 1, async (item) => {
			few.push(item);
			throw new Error('No');
		});
		await expect(stopped).rejects.toThrow('No');
		expect(few).toEqual([0]);
	});
});
