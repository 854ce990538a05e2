import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, network } from '../troubledItems.mts';
import { ANSWER_MS, endOf, runWith } from './service.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const ok = { statusCode: 200 };
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`);

describe('the pauses of a request that fails again and again', () => {
	it.each([
		['answered with 500', { statusCode: 500 }],
		['answered with 408', { statusCode: 408 }],
		['broken off', network('ECONNRESET')],
	])('begin at a quarter of a second or more, and double (%s)', async (_, failure) => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
		const { send, sent } = runWith([failure, failure, failure, ok]);
		await endOf(send('get'));
		const pauses = sent.slice(1).map(({ at }, index) => at - sent[index].at - ANSWER_MS);
		expect(pauses).toEqual([250, 500, 1000]);
	});

	it('a service that asks for a second, and then for an hour, is quoted with that hour', async () => {
		const { send } = runWith([asking(429, 1), asking(429, 3600)]);
		expect((await endOf(send('get'))).outcome).toMatchObject({
			advice: expect.stringContaining('The service asked to wait 3600 seconds, longer than'),
		});
	});
});

describe('requests that go one by one', () => {
	const oneByOne = { maxParallelRequests: 1 };
	const orderOf = async (failure: Parameters<typeof runWith>[0][number]) => {
		const { send, sent } = runWith([failure, ok], oneByOne);
		await endOf(Promise.all(['p1', 'p2', 'p3'].map((id) => send('get', id))));
		return sent.map(({ id }) => id);
	};

	it('after a refusal, the refused one goes first', async () => {
		expect(await orderOf(asking(429, 1))).toEqual(['p1', 'p1', 'p2', 'p3']);
	});

	it('while one waits for its retry, the others go on', async () => {
		expect(await orderOf({ statusCode: 500 })).toEqual(['p1', 'p2', 'p3', 'p1']);
	});
});

describe('what one request tells about the service', () => {
	/** When the requests of a run start that sends all at once, in milliseconds. The first goes alone, then five. */
	const startsOf = async (
		operation: 'get' | 'create',
		third: Parameters<typeof runWith>[0][number],
	) => {
		const { send, sent } = runWith([ok, ok, third, ok], { maxRetries: 0 });
		await endOf(Promise.all(numbered(12).map((id) => send(operation, id))));
		return sent.map(({ at }) => at);
	};
	const AT_ONCE = 100;

	it.each(['get', 'create'] as const)('if all succeed, none waits (%s)', async (operation) => {
		const starts = await startsOf(operation, ok);
		expect(starts).toHaveLength(12);
		expect(Math.max(...starts)).toBeLessThan(AT_ONCE);
	});

	it('a read that breaks off makes no other wait', async () => {
		const starts = await startsOf('get', network('ECONNRESET'));
		expect(starts).toHaveLength(12);
		expect(Math.max(...starts)).toBeLessThan(AT_ONCE);
	});

	it('a create that breaks off makes the next ones wait: it is not sent again, and they may be lost too', async () => {
		const starts = await startsOf('create', network('ECONNRESET'));
		expect(starts).toHaveLength(12);
		expect(starts.filter((at) => at < 2 * ANSWER_MS)).toHaveLength(6);
		expect(starts[6]).toBeGreaterThanOrEqual(250);
	});

	it('after one that took too long, half as many go at once', async () => {
		const late = network('ETIMEDOUT');
		const answers = [ok, late, late, late, late, late, ok];
		const { send, sent } = runWith(answers, { maxRetries: 0 });
		await endOf(Promise.all(numbered(12).map((id) => send('get', id))));
		const round = (number: number) =>
			sent.filter(({ at }) => Math.floor(at / ANSWER_MS) === number).length;
		expect([0, 1, 2].map(round)).toEqual([1, 5, 2]);
	});

	it('a refused certificate is no answer: the address may still be wrong, so the next item does not wait long', async () => {
		const { send } = runWith([network('CERT_HAS_EXPIRED'), network('ECONNREFUSED')]);
		await endOf(send('get', 'p1'));
		const { seconds } = await endOf(send('get', 'p2'));
		expect(seconds).toBeGreaterThan(9);
		expect(seconds).toBeLessThan(12);
	});
});
