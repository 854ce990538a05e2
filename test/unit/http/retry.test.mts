import fc from 'fast-check';
import type { IHttpRequestMethods } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	backoff,
	mayHaveArrived,
	mayRepeat,
	readRetryAfter,
} from '../../../nodes/EnergyProjects/http/retry.ts';
import type { Attempt } from '../../../nodes/EnergyProjects/http/retry.ts';

const outcomes: ReadonlyArray<{ what: string; attempt: Attempt; others: boolean; post: boolean }> =
	[
		{ what: '429', attempt: { statusCode: 429 }, others: true, post: true },
		{
			what: '429 with Retry-After',
			attempt: { statusCode: 429, retryAfterMs: 0 },
			others: true,
			post: true,
		},
		{ what: '503', attempt: { statusCode: 503 }, others: true, post: false },
		{
			what: '503 with Retry-After',
			attempt: { statusCode: 503, retryAfterMs: 2000 },
			others: true,
			post: true,
		},
		{
			what: '503 with Retry-After: 0',
			attempt: { statusCode: 503, retryAfterMs: 0 },
			others: true,
			post: true,
		},
		{ what: '500', attempt: { statusCode: 500 }, others: true, post: false },
		{
			what: '500 with Retry-After',
			attempt: { statusCode: 500, retryAfterMs: 0 },
			others: true,
			post: false,
		},
		{ what: '502', attempt: { statusCode: 502 }, others: true, post: false },
		{ what: '504', attempt: { statusCode: 504 }, others: true, post: false },
		...[301, 400, 401, 403, 404, 405, 409, 413, 422].map((statusCode) => ({
			what: String(statusCode),
			attempt: { statusCode },
			others: false,
			post: false,
		})),
		{
			what: 'a connection that never came about',
			attempt: { failure: 'notReached' },
			others: true,
			post: true,
		},
		{
			what: 'a connection that broke off',
			attempt: { failure: 'unclear' },
			others: true,
			post: false,
		},
		{
			what: 'a failure that will stay',
			attempt: { failure: 'permanent' },
			others: false,
			post: false,
		},
	];

describe.each(outcomes)('after $what', ({ attempt, others, post }) => {
	it.each<IHttpRequestMethods>(['GET', 'PATCH', 'PUT', 'DELETE'])(
		`a %s is ${others ? '' : 'not '}sent again`,
		(method) => {
			expect(mayRepeat(method, attempt)).toBe(others);
		},
	);

	it(`a POST is ${post ? '' : 'not '}sent again`, () => {
		expect(mayRepeat('POST', attempt)).toBe(post);
	});
});

describe('a create that failed', () => {
	it.each<[string, Attempt]>([
		['after 500', { statusCode: 500 }],
		['after 503', { statusCode: 503 }],
		['after a connection that broke off', { failure: 'unclear' }],
	])('%s may have been carried out', (_, attempt) => {
		expect(mayHaveArrived(attempt)).toBe(true);
	});

	it.each<[string, Attempt]>([
		['after 400', { statusCode: 400 }],
		['after 429', { statusCode: 429 }],
		['where no connection came about', { failure: 'notReached' }],
		['where it never left', { failure: 'permanent' }],
	])('%s was not carried out', (_, attempt) => {
		expect(mayHaveArrived(attempt)).toBe(false);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-10-25T00:59:30Z');

	it.each([
		['7', 7000],
		[' 120 ', 120_000],
		['0', 0],
		['0.5', 500],
		[3, 3000],
		['Sun, 25 Oct 2026 01:00:00 GMT', 30_000],
		['Sunday, 25-Oct-26 01:00:00 GMT', 30_000],
		['Sun, 25 Oct 2026 00:00:00 GMT', 0],
	])('%o is a wait of %i milliseconds', (header, wait) => {
		expect(readRetryAfter(header, now)).toBe(wait);
	});

	it.each([undefined, null, '', 'soon', '-5', {}, ['7']])('%o says nothing', (header) => {
		expect(readRetryAfter(header, now)).toBeUndefined();
	});

	it('as a date is the time until then', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
				const date = new Date(now + seconds * 1000).toUTCString();
				expect(readRetryAfter(date, now)).toBe(seconds * 1000);
			}),
		);
	});
});

describe('without Retry-After', () => {
	it.each([
		[1, 250, 500],
		[2, 500, 1000],
		[3, 1000, 2000],
		[4, 2000, 4000],
		[20, 15_000, 30_000],
	])('repeat %i waits from %i to %i milliseconds', (repeat, shortest, longest) => {
		expect(backoff(repeat, 0)).toBe(shortest);
		expect(backoff(repeat, 1)).toBe(longest);
	});

	it('requests that failed together do not come back together', () => {
		expect(backoff(3, 0.2)).not.toBe(backoff(3, 0.7));
	});
});
