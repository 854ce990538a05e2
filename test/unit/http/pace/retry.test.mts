import fc from 'fast-check';
import type { IHttpRequestMethods } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Failure, Outcome } from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';
import { backoff } from '../../../../nodes/EnergyProjects/http/pace/backoff.ts';
import { mayHaveArrived, mayRetry } from '../../../../nodes/EnergyProjects/http/pace/retry.ts';
import { readRetryAfter } from '../../../../nodes/EnergyProjects/http/answers/retryAfter.ts';
import { answered } from '../requestInfo.mts';

const failure = (kind: Failure['kind']): Failure => ({ kind, message: '' });
const asked = (statusCode: number, retryAfterMs: number) =>
	answered(statusCode, '', { retryAfterMs });

const outcomes: ReadonlyArray<{ what: string; outcome: Outcome; others: boolean; post: boolean }> =
	[
		{ what: '429', outcome: answered(429, ''), others: true, post: true },
		{ what: '429 with Retry-After', outcome: asked(429, 0), others: true, post: true },
		{ what: '503', outcome: answered(503, ''), others: true, post: false },
		{ what: '503 with Retry-After', outcome: asked(503, 2000), others: true, post: true },
		{ what: '503 with Retry-After: 0', outcome: asked(503, 0), others: true, post: true },
		{ what: '500', outcome: answered(500, ''), others: true, post: false },
		{ what: '500 with Retry-After', outcome: asked(500, 0), others: true, post: false },
		{ what: '502', outcome: answered(502, ''), others: true, post: false },
		{ what: '504', outcome: answered(504, ''), others: true, post: false },
		...[500, 503].map((statusCode) => ({
			what: `${statusCode} of the authorization server`,
			outcome: answered(statusCode, '', { isAtAuthServer: true }),
			others: true,
			post: true,
		})),
		...[301, 400, 401, 403, 404, 405, 409, 413, 422].map((statusCode) => ({
			what: String(statusCode),
			outcome: answered(statusCode, ''),
			others: false,
			post: false,
		})),
		...(['dns', 'refused'] as const).map((kind) => ({
			what: `a connection that was never made (${kind})`,
			outcome: failure(kind),
			others: true,
			post: true,
		})),
		...(['broken', 'timeout'] as const).map((kind) => ({
			what: `a request that may have arrived (${kind})`,
			outcome: failure(kind),
			others: true,
			post: false,
		})),
		...(['tls', 'cancelled', 'other'] as const).map((kind) => ({
			what: `a failure that will stay (${kind})`,
			outcome: failure(kind),
			others: false,
			post: false,
		})),
	];

describe.each<IHttpRequestMethods>(['GET', 'POST'])(
	'a %s whose token could not be renewed',
	(method) => {
		it.each([
			['since nobody was reached', 'refused', true],
			['since the connection was lost', 'broken', true],
			['in time: it may still be', 'timeout', false],
			['since the authorization server refused', 'other', false],
		] as const)('%s', (_, kind, isRepeated) => {
			expect(mayRetry(method, { ...failure(kind), isAtAuthServer: true })).toBe(isRepeated);
		});
	},
);

describe.each(outcomes)('after $what', ({ outcome, others, post }) => {
	it.each<IHttpRequestMethods>(['GET', 'PATCH', 'PUT', 'DELETE'])(
		`a %s is ${others ? '' : 'not '}sent again`,
		(method) => {
			expect(mayRetry(method, outcome)).toBe(others);
		},
	);

	it(`a POST is ${post ? '' : 'not '}sent again`, () => {
		expect(mayRetry('POST', outcome)).toBe(post);
	});
});

describe('after 408', () => {
	it.each<[IHttpRequestMethods, boolean]>([
		['GET', true],
		['PATCH', false],
		['PUT', false],
		['DELETE', false],
		['POST', false],
	])('whether a %s is sent again is %s', (method, isRepeated) => {
		expect(mayRetry(method, answered(408, ''))).toBe(isRepeated);
	});
});

describe('a create that failed', () => {
	it.each<[string, Outcome]>([
		['after 500', answered(500, '')],
		['after 503', answered(503, '')],
		['after the connection was lost', failure('broken')],
		['after a timeout', failure('timeout')],
		['after 303, which says where to look at it', answered(303, '')],
	])('%s may have been carried out', (_, outcome) => {
		expect(mayHaveArrived(outcome)).toBe(true);
	});

	it.each<[string, Outcome]>([
		['after 400', answered(400, '')],
		['after 429', answered(429, '')],
		['after 503 of the authorization server', answered(503, '', { isAtAuthServer: true })],
		['since no connection was made', failure('refused')],
		['before it was sent', failure('tls')],
	])('%s was not carried out', (_, outcome) => {
		expect(mayHaveArrived(outcome)).toBe(false);
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
		expect(readRetryAfter(header, new Date(now).toUTCString())).toBe(wait);
	});

	it.each([undefined, null, '', 'soon', '-5', {}, ['7']])('%o says nothing', (header) => {
		expect(readRetryAfter(header, undefined)).toBeUndefined();
	});

	it('as a date means the time until then', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
				const date = new Date(now + seconds * 1000).toUTCString();
				expect(readRetryAfter(date, new Date(now).toUTCString())).toBe(seconds * 1000);
			}),
		);
	});
});

describe('a service whose clock is minutes off', () => {
	it.each([-10, 10])('by %i minutes asks for the same time: its own Date counts', (minutes) => {
		const sent = Date.now() + minutes * 60_000;
		const date = new Date(sent + 5_000).toUTCString();
		expect(readRetryAfter(date, new Date(sent).toUTCString())).toBe(5_000);
	});

	it('is believed if it sends no Date', () => {
		const wait = readRetryAfter(new Date(Date.now() + 60_000).toUTCString(), undefined);
		expect(wait).toBeGreaterThan(55_000);
		expect(wait).toBeLessThanOrEqual(60_000);
	});
});

describe('without Retry-After', () => {
	it.each([
		[1, 250, 500],
		[2, 500, 1000],
		[3, 1000, 2000],
		[4, 2000, 4000],
		[20, 15_000, 30_000],
	])('retry %i waits from %i to %i milliseconds', (retry, shortest, longest) => {
		expect(backoff(retry, 0)).toBe(shortest);
		expect(backoff(retry, 1)).toBe(longest);
	});

	it('requests that failed together are not sent again together', () => {
		expect(backoff(3, 0.2)).not.toBe(backoff(3, 0.7));
	});
});
