import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { now } from '../../../../nodes/EnergyProjects/http/pace/clock.ts';
import type {
	Answer,
	Failure,
	Outcome,
} from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';
import { createOutageWatch } from '../../../../nodes/EnergyProjects/http/pace/outage.ts';
import { ADDED_TO_ASKED, backoff } from '../../../../nodes/EnergyProjects/http/pace/backoff.ts';
import { createRetryBudget } from '../../../../nodes/EnergyProjects/http/pace/retryBudget.ts';
import {
	isUnanswered,
	LONGEST_PAUSE_MS,
	MAX_TOTAL_WAIT_MS,
	mayHaveArrived,
	mayRetry,
} from '../../../../nodes/EnergyProjects/http/pace/retry.ts';
import { readRetryAfter } from '../../../../nodes/EnergyProjects/http/answers/retryAfter.ts';
import { answered } from '../requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = (kind: Failure['kind'], isAtAuthServer?: boolean) =>
	({ kind, message: '', ...(isAtAuthServer !== undefined && { isAtAuthServer }) }) as Outcome;
const limits = {
	maxRetries: 3,
	maxTotalWaitMs: MAX_TOTAL_WAIT_MS,
	longestPauseMs: LONGEST_PAUSE_MS,
};
const service = { idleMs: () => 0, unanswered: () => ({ since: 0 }), restartMs: () => 1 };
const budgetOf = (more: object = {}) => createRetryBudget({ ...limits, ...more }, service);

it('a run waits two minutes, and ten if the service asks for it', () => {
	expect([MAX_TOTAL_WAIT_MS, LONGEST_PAUSE_MS]).toEqual([120_000, 600_000]);
});

describe('a create whose token could not be renewed has not left', () => {
	it.each(['timeout', 'broken'] as const)('(%s)', (kind) => {
		expect(mayHaveArrived(failure(kind, true))).toBe(false);
	});

	it('if the connection was lost it is sent again; after a timeout the token may still come', () => {
		expect(mayRetry('POST', failure('broken', true))).toBe(true);
		expect(mayRetry('POST', failure('timeout', true))).toBe(false);
	});

	it.each(['timeout', 'broken'] as const)(
		'(%s): one that failed at the service itself may have arrived',
		(kind) => {
			expect(mayRetry('POST', failure(kind, false))).toBe(false);
			expect(mayHaveArrived(failure(kind, false))).toBe(true);
		},
	);
});

it.each<[Outcome, boolean]>([
	...(['dns', 'refused', 'timeout', 'broken'] as const).map((kind): [Outcome, boolean] => [
		failure(kind),
		true,
	]),
	...(['handshake', 'tls', 'cancelled', 'notConnected', 'other'] as const).map(
		(kind): [Outcome, boolean] => [failure(kind), false],
	),
	[answered(500, ''), false],
	[answered(429, ''), false],
])('%j: whether nobody answered is %s', (outcome, unanswered) => {
	expect(isUnanswered('GET', outcome)).toBe(unanswered);
	expect(isUnanswered('POST', outcome)).toBe(unanswered);
});

it.each<[number, unknown, Partial<Answer>, boolean]>([
	[502, '<html>', {}, true],
	[503, '<html>', {}, true],
	[504, '<html>', {}, true],
	[503, '<html>', { retryAfterMs: 1_000 }, true],
	[503, undefined, { form: 'empty' }, true],
	[503, [], { form: 'array' }, true],
	[503, {}, {}, false],
	[503, { items: [] }, { form: 'page' }, false],
	[500, '<html>', {}, false],
	[429, '<html>', {}, false],
])('%i with %j: a proxy that reaches nobody (%j) is %s', (status, body, more, isProxy) => {
	const outcome = answered(status, body, more);
	expect(isUnanswered('PATCH', outcome)).toBe(isProxy);
	// It may have passed a create on.
	expect(isUnanswered('POST', outcome)).toBe(false);
});

it.each(['handshake', 'tls', 'cancelled', 'notConnected', 'other', 'dns', 'refused'] as const)(
	'a create that failed because of %s was not carried out',
	(kind) => {
		expect(mayHaveArrived(failure(kind))).toBe(false);
	},
);

describe('the waits of one request', () => {
	it.each<[string, Outcome, number]>([
		['an answer that asks for no time', answered(500, ''), 120_000],
		['no answer', failure('broken'), 120_000],
		['an answer that asks for a time', answered(503, '', { retryAfterMs: 1 }), 600_000],
		['an answer that asks for none', answered(503, '', { retryAfterMs: 0 }), 600_000],
	])('after %s (%j) are %i ms in all', (_, outcome, most) => {
		const exactly = budgetOf();
		expect(exactly.verdict('GET', outcome, most / 2)).toBe('retry');
		expect(exactly.verdict('GET', outcome, most / 2)).toBe('retry');
		const more = budgetOf();
		more.verdict('GET', outcome, most / 2);
		expect(more.verdict('GET', outcome, most / 2 + 1)).toBe('tooLong');
	});

	it('may each be as long as the longest pause', () => {
		expect(budgetOf().verdict('GET', answered(429, ''), 600_000)).toBe('retry');
		expect(budgetOf().verdict('GET', answered(429, ''), 600_001)).toBe('tooLong');
	});

	it('do not count a 429 among the failures', () => {
		const budget = budgetOf();
		budget.verdict('GET', answered(429, ''), 1);
		budget.verdict('GET', failure('broken'), 1);
		budget.verdict('GET', answered(500, ''), 1);
		expect(budget.failures()).toBe(2);
	});
});

describe('the service counts as unreachable', () => {
	const later = (seconds: number) => void vi.advanceTimersByTime(seconds * 1000);

	it('once the first of three began half a minute ago, whenever the others did', () => {
		const outages = createOutageWatch();
		const began = now();
		later(30);
		expect([began, now(), now()].map((at) => outages.givenUp(at))).toEqual([false, false, true]);
	});

	it('also by requests that began at the moment of the last answer', () => {
		const outages = createOutageWatch();
		outages.answered();
		const began = now();
		later(30);
		expect([1, 2, 3].map(() => outages.givenUp(began))).toEqual([false, false, true]);
	});

	it('not if three began one after the other within half a minute', () => {
		const outages = createOutageWatch();
		later(60);
		for (const seconds of [0, 10, 19]) {
			later(seconds);
			expect(outages.givenUp(now())).toBe(false);
		}
	});

	it('again only after three more, once it has answered', () => {
		const outages = createOutageWatch();
		const began = now();
		later(60);
		for (let time = 0; time < 3; time++) outages.givenUp(began);
		outages.answered();
		const next = now();
		later(60);
		expect([1, 2, 3].map(() => outages.givenUp(next))).toEqual([false, false, true]);
	});
});

describe('a wait that the service asked for, and that was too short', () => {
	it.each([
		[1, 50, 100],
		[2, 100, 200],
		[5, 800, 1600],
		[9, 1000, 2000],
	])('grows with retry %i by %i to %i ms', (retry, shortest, longest) => {
		expect(backoff(retry, 0, ADDED_TO_ASKED)).toBe(shortest);
		expect(backoff(retry, 1, ADDED_TO_ASKED)).toBe(longest);
	});
});

describe('Retry-After', () => {
	it.each([
		['x7', undefined],
		['7 seconds', undefined],
		['7.', undefined],
		['.5', undefined],
		['1.25', 1250],
		['999999999', 999_999_999_000],
		['1000000000', 1_000_000_000_000],
		// Seconds since 1970 in some year, but that is not what the header means.
		['1793318400', 1_793_318_400_000],
		['9'.repeat(20), Number.MAX_SAFE_INTEGER],
		['9'.repeat(400), Number.MAX_SAFE_INTEGER],
		['2026-10-25T01:00:00Z', undefined],
		['in 2026', undefined],
		['Sun 25 Oct 2026 01:00:00 GMT', 30_000],
		['Someday, 25 Oct 2026 01:00:00 GMT', 30_000],
		['Sun, never', undefined],
		['on Sun, 25 Oct 2026 01:00:00 GMT', undefined],
		[true, undefined],
	])('%o is %o', (header, wait) => {
		expect(readRetryAfter(header, 'Sun, 25 Oct 2026 00:59:30 GMT')).toBe(wait);
	});

	it.each([5, 'never', '2026-10-25T00:59:30Z', ['Sun, 25 Oct 2026 00:59:30 GMT'], undefined])(
		'as a date counts from the clock of this machine if the Date is %o',
		(sentAt) => {
			vi.setSystemTime(Date.parse('2026-10-25T00:59:00Z'));
			expect(readRetryAfter('Sun, 25 Oct 2026 01:00:00 GMT', sentAt)).toBe(60_000);
		},
	);
});
