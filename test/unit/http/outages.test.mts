import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, from, items, network } from './troubledItems.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('no item is lost', () => {
	it.each([
		['is restarted behind a load balancer, for 20 seconds', 20, network('ECONNREFUSED')],
		['cuts every connection for 20 seconds', 20, network('ECONNRESET')],
		['is not found for 20 seconds', 20, network('EAI_AGAIN')],
		['answers 502 for 20 seconds', 20, { statusCode: 502 }],
		['answers 503 for a minute', 60, { statusCode: 503 }],
		['answers 503 for half a minute and asks for a second', 30, asking(503, 1)],
		['answers 503 and asks for 200 seconds', 60, asking(503, 200)],
		['answers 429 and asks for five minutes', 400, asking(429, 300)],
	])('while the service %s', async (_, seconds, trouble) => {
		const { lost, notSent } = await items(1000, from(300, 300 + seconds * 1000, trouble));
		expect([...lost, ...notSent]).toEqual([]);
	});

	it('of creates while the service is restarted', async () => {
		const trouble = from(300, 20_300, network('ECONNREFUSED'));
		expect((await items(1000, trouble, 'create')).errors).toEqual([]);
	});

	it.each([
		['502', { statusCode: 502 }],
		['503', { statusCode: 503 }],
		['504', { statusCode: 504 }],
		['a reset', network('ECONNRESET')],
	])(
		'of creates, except those under way when it began, if each is answered with %s',
		async (_, trouble) => {
			const { lost, notSent } = await items(1000, from(300, 20_300, trouble), 'create');
			// 20 under way, then half as many each time.
			expect(lost.length).toBeLessThan(50);
			expect(notSent).toEqual([]);
		},
	);

	it('if the service refuses again after a long pause that it asked for', async () => {
		const { lost, notSent } = await items(1000, (at) => {
			if (at < 300 || at > 306_000) return undefined;
			return asking(429, at < 300_300 ? 300 : 1);
		});
		expect([...lost, ...notSent]).toEqual([]);
	});
});

describe('it comes to an end', () => {
	it.each([
		['from the first request', 0],
		['in the middle', 300],
	])('within a minute if nobody can be reached any more (%s)', async (_, begin) => {
		const { lost, notSent, seconds } = await items(
			1000,
			from(begin, Infinity, network('ECONNREFUSED')),
		);
		expect(seconds).toBeLessThan(60);
		expect(lost.length).toBeLessThan(30);
		expect(new Set(notSent)).toEqual(new Set(['Not sent: the service could not be reached']));
	});

	it.each([
		['429', { statusCode: 429 }],
		['429 and asks for a second', asking(429, 1)],
		['503', { statusCode: 503 }],
	])('within a quarter of an hour if the service only answers %s', async (_, trouble) => {
		const { lost, notSent, seconds } = await items(1000, from(0, Infinity, trouble));
		expect(seconds).toBeLessThan(15 * 60);
		expect(lost.length + notSent.length).toBe(1000);
		expect(new Set(notSent)).toEqual(
			new Set(['Not sent: the service has not accepted any request for too long']),
		);
	});

	it('and says that nothing was taken, not that the service asked for a long pause', async () => {
		const { errors } = await items(1, from(0, Infinity, asking(429, 1)));
		expect(errors).toMatchObject([
			{
				description: expect.stringMatching(/^The service has not accepted any request for a while/),
			},
		]);
	});

	it('soon for the very first item: the address may be wrong', async () => {
		const { seconds } = await items(1, from(0, Infinity, network('ENOTFOUND')));
		expect(seconds).toBeLessThan(5);
	});
});

describe('after 60 good answers and a pause', () => {
	it.each([
		[429, 20, 'it allows a number of requests per time, however few come at once'],
		[503, 10, 'it is in trouble'],
	])('that was asked for with %i, %i requests go at once: %s', async (statusCode, expected) => {
		const starts: number[] = [];
		await items(300, (at) => (starts.push(at) === 61 ? asking(statusCode, 1) : undefined));
		const [before, after] = [starts.filter((at) => at < 900), starts.filter((at) => at >= 900)];
		expect(before.length).toBeGreaterThanOrEqual(61);
		// An answer takes 20 ms: whatever starts before then is in flight at once.
		expect(after.filter((at) => at < after[0] + 15)).toHaveLength(expected);
	});
});
