import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotSentError } from '../../../nodes/EnergyProjects/http/errors.ts';
import { mapParallel } from '../../../nodes/EnergyProjects/http/parallel.ts';
import { createThrottle, now } from '../../../nodes/EnergyProjects/http/throttle.ts';
import type { Throttle, Turn } from '../../../nodes/EnergyProjects/http/throttle.ts';
import { says } from '../../documents.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const moment = async () => void (await vi.advanceTimersByTimeAsync(1));
type How = (turn: Turn) => void;
const taken: How = (turn) => turn.taken();
const failed: How = () => undefined;
const refused =
	(askedMs?: number): How =>
	(turn) =>
		void turn.refused(askedMs);

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

	/** Refuses so many of twenty that were sent together, takes the others, and waits until the pause is over. */
	const afterRefusalOf = async (count: number, how: How, roundsBefore = 0) => {
		const requests = requestsOf(createThrottle(), 400);
		await moment();
		while (requests.underWay() < 20) await requests.answer();
		for (let round = 0; round < roundsBefore; round++) await requests.answer(taken, 20);
		await requests.answer(how, count);
		await requests.answer(taken, 20 - count);
		await vi.advanceTimersByTimeAsync(1_000);
		return requests;
	};

	it.each<[string, number, How, number]>([
		['one fewer for each of some', 3, refused(1_000), 17],
		['half as many, if it does not say how long to wait', 1, refused(), 10],
	])('is lower if the service refuses requests sent together: %s', async (_, count, how, left) => {
		expect((await afterRefusalOf(count, how)).underWay()).toBe(left);
	});

	it('is not lowered if the service counts the requests of a time: it has taken two rounds before', async () => {
		expect((await afterRefusalOf(20, refused(1_000), 2)).underWay()).toBe(20);
	});

	it('grows by one a round after that, but not for ten times the pause that was asked for', async () => {
		const requests = await afterRefusalOf(20, refused(1_000));
		await requests.answer(taken, 30);
		expect(requests.underWay()).toBe(10);
		await vi.advanceTimersByTimeAsync(9_500);
		for (const count of [10, 1]) await requests.answer(taken, count);
		expect(requests.underWay()).toBe(11);
		await requests.answer(taken, 11);
		expect(requests.underWay()).toBe(12);
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
		const [first, second] = await pausesAfter(2, 25_000);
		expect(first).toBeGreaterThanOrEqual(25_000);
		expect(first).toBeLessThan(25_010);
		expect(second).toBeGreaterThan(25_200);
		expect(second).toBeLessThan(25_500);
	});

	it('is not cut short by a shorter one that another answer asks for', async () => {
		const requests = requestsOf(createThrottle(), 50);
		await moment();
		await requests.answer();
		for (const askedMs of [30_000, 1_000])
			await requests.answer((turn) => void turn.refused(askedMs));
		await requests.answer(taken, 3);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(requests.underWay()).toBe(0);
		await vi.advanceTimersByTimeAsync(10_500);
		expect(requests.underWay()).toBeGreaterThan(0);
	});
});

describe('when the run ends', () => {
	const reason = new NotSentError(', because', 'Do it.');

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
		expect(reason.advice).toBe('Nothing of this item was sent, so you can run it again. Do it.');
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
		const failure = 'Not sent, because an earlier item failed';
		expect(await Promise.all(inLine)).toEqual([failure, 'sent 2', 'sent 3']);
	});
});

it('whatever the service answers, every request is sent in the end, and never more than twenty at once', async () => {
	says('docs/action-node.md', 'sends up to 20 requests at once');
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

it('tasks in parallel end with the first failure of an item of its own; nothing new starts', async () => {
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
});
