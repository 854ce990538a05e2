import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, from, gateway, items, network } from './troubledItems.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NO_RESTART = { waitsForRestarts: false };
const oneByOne = { maxParallelRequests: 1 };

describe('the only item of a run gets through', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['connections are cut', network('ECONNRESET')],
		['a proxy answers 502', gateway(502)],
		['a proxy answers 503', gateway(503)],
		['a proxy answers 504', gateway(504)],
		['a proxy answers 503 without a body', { statusCode: 503, body: '' }],
		['a proxy answers 503 and asks for a second each time', gateway(503, 1)],
	])('if %s for the first 9 seconds', async (_, trouble) => {
		const { errors, seconds } = await items(1, from(0, 9_000, trouble), 'get');
		expect(errors).toEqual([]);
		expect(seconds).toBeLessThan(12);
	});

	it('if nobody listens for the first 9 seconds, also if it creates: nothing reached the service', async () => {
		const trouble = from(0, 9_000, network('ECONNREFUSED'));
		expect((await items(1, trouble, 'create')).errors).toEqual([]);
	});
});

describe('items that go one by one all get through', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['a proxy answers 502', gateway(502)],
		['a proxy answers 503', gateway(503)],
		['a proxy answers 503 and asks for two seconds each time', gateway(503, 2)],
	])('if %s for 29 seconds in the middle of the run', async (_, trouble) => {
		const { errors } = await items(30, from(300, 29_300, trouble), 'update', oneByOne);
		expect(errors).toEqual([]);
	});
});

describe('many items all get through', () => {
	it.each([
		['502 for the first 6 seconds', 0, 6, gateway(502)],
		['503 for half a minute', 300, 30, gateway(503)],
		['503 for two minutes', 300, 120, gateway(503)],
	])('if a proxy answers %s', async (_, first, seconds, trouble) => {
		const { errors } = await items(1000, from(first, first + seconds * 1000, trouble));
		expect(errors).toEqual([]);
	});
});

describe('the first item of a run soon says what is wrong', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['a proxy answers 502', gateway(502)],
	])('after ten seconds if %s', async (_, trouble) => {
		const { errors, seconds } = await items(1, from(0, Infinity, trouble), 'get');
		expect(errors).toHaveLength(1);
		expect(seconds).toBeGreaterThan(9.9);
		expect(seconds).toBeLessThan(10.1);
	});

	it.each([
		['nobody knows the name', network('ENOTFOUND'), 4],
		['the certificate is wrong', network('DEPTH_ZERO_SELF_SIGNED_CERT'), 0.1],
		['the service itself has a problem', { statusCode: 503 }, 4],
	])('without that wait if %s', async (_, trouble, most) => {
		const { seconds } = await items(1, from(0, Infinity, trouble), 'get');
		expect(seconds).toBeLessThan(most);
	});

	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['a proxy answers 502', gateway(502)],
	])('without that wait in the editor, where a person waits, if %s', async (_, trouble) => {
		const { seconds } = await items(1, from(0, Infinity, trouble), 'get', NO_RESTART);
		expect(seconds).toBeLessThan(4);
	});
});

describe('nothing is sent again', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['a proxy answers 502', gateway(502)],
	])('with Max Retries 0, even if %s only for a moment', async (_, trouble) => {
		const none = { maxRetries: 0 };
		const { errors, seconds } = await items(1, from(0, 100, trouble), 'get', none);
		expect(errors).toHaveLength(1);
		expect(seconds).toBeLessThan(0.1);
	});

	it.each([502, 503, 504])(
		'after a proxy answered a create with %i: it may have passed it on',
		async (statusCode) => {
			const { errors } = await items(1, from(0, 100, gateway(statusCode)), 'create');
			expect(errors).toMatchObject([
				{ description: expect.stringMatching(/may have been created/) },
			]);
		},
	);
});

describe('a proxy that answers for ever', () => {
	it('ends the run: the service could not be reached', async () => {
		const { lost, notSent, seconds } = await items(1000, from(300, Infinity, gateway(502)));
		expect(seconds).toBeLessThan(15 * 60);
		expect(lost.length).toBeLessThan(30);
		expect(new Set(notSent)).toEqual(new Set(['Not sent: the service could not be reached']));
	});

	it('and asks for an hour ends it at once, with that reason', async () => {
		const { notSent, seconds } = await items(100, from(0, Infinity, gateway(503, 3600)));
		expect(seconds).toBeLessThan(1);
		expect(notSent[0]).toMatch(/^Not sent: the service asked to wait 3600 seconds/);
	});
});

it.each([
	[10, '1793318400', '1793318400'],
	[400, '9'.repeat(400), '9007199254741'],
])('a Retry-After of %i digits is no date: the run ends and says why', async (_, header, shown) => {
	const trouble = { statusCode: 429, headers: { 'retry-after': header } };
	const { errors, notSent, seconds } = await items(20, from(0, Infinity, trouble));
	expect(errors[0]).toMatchObject({
		description: expect.stringContaining(`The service asked to wait ${shown} seconds`),
	});
	expect(notSent).toHaveLength(19);
	expect(seconds).toBeLessThan(1);
});

it('a 503 in the own form of the service that asks for a second is obeyed as often as Max Retries says', async () => {
	const { errors, seconds } = await items(1, from(0, Infinity, asking(503, 1)), 'get');
	expect(errors).toHaveLength(1);
	expect(seconds).toBeLessThan(4);
});
