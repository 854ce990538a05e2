import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutageWatch } from '../../../nodes/EnergyProjects/http/pace/outage.ts';
import { createRetryBudget } from '../../../nodes/EnergyProjects/http/pace/retryBudget.ts';
import type { Outcome } from '../../../nodes/EnergyProjects/http/answers/outcome.ts';
import { answered } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { maxRetries: 3, maxTotalWaitMs: 120_000, longestPauseMs: 600_000 };
/** A service that answers others, and took a request so long ago. */
const service = (idleMs = 0) => ({
	idleMs: () => idleMs,
	unanswered: () => ({ since: 0 }),
	mayEnd: () => true,
});
const broken: Outcome = { kind: 'broken', message: '' };
const tooMany = answered(429, '');
const unavailable = answered(503, '', { retryAfterMs: 1000 });
const later = (seconds: number) => void vi.advanceTimersByTime(seconds * 1000);

describe('a request that fails', () => {
	it.each([
		['broke off', broken],
		['was answered with 503', unavailable],
		['was answered with 500', answered(500, '')],
	])('is sent again as often as Max Retries says: it %s', (_, outcome) => {
		const repeats = createRetryBudget(limits, service());
		const said = Array.from({ length: 4 }, () => repeats.after('GET', outcome, 1000));
		expect(said).toEqual(['again', 'again', 'again', 'final']);
		expect(repeats.failures()).toBe(3);
	});

	it('waits two minutes in all at most', () => {
		const repeats = createRetryBudget({ ...limits, maxRetries: 100 }, service());
		const said = [50_000, 50_000, 50_000].map((waitMs) => repeats.after('GET', broken, waitMs));
		expect(said).toEqual(['again', 'again', 'tooLong']);
	});

	it('waits longer where the service itself asks for it', () => {
		const asked = answered(503, '', { retryAfterMs: 200_000 });
		const repeats = createRetryBudget(limits, service());
		const said = Array.from({ length: 4 }, () => repeats.after('GET', asked, 200_000));
		expect(said).toEqual(['again', 'again', 'again', 'final']);
	});

	it('is not sent again where that could double it', () => {
		expect(createRetryBudget(limits, service()).after('POST', broken, 1)).toBe('final');
	});
});

describe('a request that is refused because there are too many', () => {
	it('is sent again however often, as long as the service takes others', () => {
		const repeats = createRetryBudget(limits, service());
		for (let time = 0; time < 1000; time++) {
			later(2);
			expect(repeats.after('POST', tooMany, 2000)).toBe('again');
		}
		expect(repeats.failures()).toBe(0);
	});

	it.each([
		[120_000, 'again'],
		[120_001, 'tooLong'],
	])(
		'is given up once the service has taken nothing for two minutes (%i ms: %s)',
		(idleMs, said) => {
			expect(createRetryBudget(limits, service(idleMs)).after('GET', tooMany, 1000)).toBe(said);
		},
	);

	it('does not wait longer than ten minutes at a time', () => {
		const repeats = createRetryBudget(limits, service());
		expect(repeats.after('GET', tooMany, 600_001)).toBe('tooLong');
	});

	it('is never sent again where Max Retries is 0', () => {
		expect(
			createRetryBudget({ ...limits, maxRetries: 0 }, service()).after('GET', tooMany, 1),
		).toBe('final');
	});
});

describe('a request that fails while nobody is answered', () => {
	const silent = () => {
		const reach = createOutageWatch();
		reach.answered();
		return { reach, repeats: createRetryBudget(limits, { ...reach, idleMs: () => 0 }) };
	};

	it('is sent again however often for half a minute, and keeps its repeats', () => {
		const { reach, repeats } = silent();
		for (let second = 0; second < 25; second++) {
			expect(repeats.after('GET', broken, 1000)).toBe('again');
			later(1);
		}
		reach.answered();
		const said = [1, 2, 3].map(() => repeats.after('GET', unavailable, 1000));
		expect(said).toEqual(['again', 'again', 'final']);
	});

	it('has failed each of these times: the pauses grow with them', () => {
		const { reach, repeats } = silent();
		for (let time = 0; time < 5; time++) repeats.after('GET', broken, 1000);
		reach.answered();
		repeats.after('GET', unavailable, 1000);
		expect(repeats.failures()).toBe(5 + 1);
	});

	it('is given up after that', () => {
		const { repeats } = silent();
		for (let time = 0; time < 5; time++) repeats.after('GET', broken, 1000);
		later(30);
		expect(repeats.after('GET', broken, 1000)).toBe('final');
	});

	it('has no more than its repeats where others are answered meanwhile', () => {
		const { reach, repeats } = silent();
		const said = Array.from({ length: 4 }, () => {
			reach.answered();
			return repeats.after('GET', broken, 1000);
		});
		expect(said).toEqual(['again', 'again', 'again', 'final']);
	});

	it('is not sent again where Max Retries is 0, or where that could double it', () => {
		const reach = createOutageWatch();
		reach.answered();
		const none = createRetryBudget({ ...limits, maxRetries: 0 }, { ...reach, idleMs: () => 0 });
		expect(none.after('GET', broken, 1)).toBe('final');
		expect(silent().repeats.after('POST', broken, 1)).toBe('final');
	});
});
