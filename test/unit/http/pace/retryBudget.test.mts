import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutageWatch } from '../../../../nodes/EnergyProjects/http/pace/outage.ts';
import { createRetryBudget } from '../../../../nodes/EnergyProjects/http/pace/retryBudget.ts';
import type { Outcome } from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';
import { answered } from '../requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { maxRetries: 3, maxTotalWaitMs: 120_000, longestPauseMs: 600_000 };
/** A service that answers others, and last took a request this long ago. */
const service = (idleMs = 0) => ({
	idleMs: () => idleMs,
	unanswered: () => ({ since: 0 }),
	restartMs: () => 1,
});
const broken: Outcome = { kind: 'broken', message: '' };
const tooMany = answered(429, '');
const unavailable = answered(503, {}, { retryAfterMs: 1000 });
const later = (seconds: number) => void vi.advanceTimersByTime(seconds * 1000);

describe('a request that fails', () => {
	it.each([
		['lost its connection', broken],
		['was answered with 503', unavailable],
		['was answered with 500', answered(500, '')],
	])('is sent again as often as Max Retries says: it %s', (_, outcome) => {
		const budget = createRetryBudget(limits, service());
		const said = Array.from({ length: 4 }, () => budget.verdict('GET', outcome, 1000));
		expect(said).toEqual(['retry', 'retry', 'retry', 'final']);
		expect(budget.failures()).toBe(3);
	});

	it('waits at most two minutes in all', () => {
		const budget = createRetryBudget({ ...limits, maxRetries: 100 }, service());
		const said = [50_000, 50_000, 50_000].map((waitMs) => budget.verdict('GET', broken, waitMs));
		expect(said).toEqual(['retry', 'retry', 'tooLong']);
	});

	it('waits longer if the service itself asks for it', () => {
		const asked = answered(503, '', { retryAfterMs: 200_000 });
		const budget = createRetryBudget(limits, service());
		const said = Array.from({ length: 4 }, () => budget.verdict('GET', asked, 200_000));
		expect(said).toEqual(['retry', 'retry', 'retry', 'final']);
	});

	it('is not sent again if the record could be created twice', () => {
		expect(createRetryBudget(limits, service()).verdict('POST', broken, 1)).toBe('final');
	});
});

describe('a request that is answered with 429', () => {
	it('is sent again, however often, as long as the service takes others', () => {
		const budget = createRetryBudget(limits, service());
		for (let time = 0; time < 1000; time++) {
			later(2);
			expect(budget.verdict('POST', tooMany, 2000)).toBe('retry');
		}
		expect(budget.failures()).toBe(0);
	});

	it.each([
		[120_000, 'retry'],
		[120_001, 'tooLong'],
	])(
		'is given up once the service has taken nothing for two minutes (%i ms: %s)',
		(idleMs, said) => {
			expect(createRetryBudget(limits, service(idleMs)).verdict('GET', tooMany, 1000)).toBe(said);
		},
	);

	it('does not wait longer than ten minutes at a time', () => {
		const budget = createRetryBudget(limits, service());
		expect(budget.verdict('GET', tooMany, 600_001)).toBe('tooLong');
	});

	it('is never sent again if Max Retries is 0', () => {
		expect(
			createRetryBudget({ ...limits, maxRetries: 0 }, service()).verdict('GET', tooMany, 1),
		).toBe('final');
	});
});

describe('a request that fails in an outage', () => {
	const silent = () => {
		const outages = createOutageWatch();
		outages.answered();
		return { outages, budget: createRetryBudget(limits, { ...outages, idleMs: () => 0 }) };
	};

	it('is sent again for half a minute, however often, and keeps its retries', () => {
		const { outages, budget } = silent();
		for (let second = 0; second < 25; second++) {
			expect(budget.verdict('GET', broken, 1000)).toBe('retry');
			later(1);
		}
		outages.answered();
		const said = [1, 2, 3].map(() => budget.verdict('GET', unavailable, 1000));
		expect(said).toEqual(['retry', 'retry', 'final']);
	});

	it('has failed each time: the pauses grow', () => {
		const { outages, budget } = silent();
		for (let time = 0; time < 5; time++) budget.verdict('GET', broken, 1000);
		outages.answered();
		budget.verdict('GET', unavailable, 1000);
		expect(budget.failures()).toBe(5 + 1);
	});

	it('is given up after half a minute', () => {
		const { budget } = silent();
		for (let time = 0; time < 5; time++) budget.verdict('GET', broken, 1000);
		later(30);
		expect(budget.verdict('GET', broken, 1000)).toBe('final');
	});

	it('has no more than its retries if others are answered meanwhile', () => {
		const { outages, budget } = silent();
		const said = Array.from({ length: 4 }, () => {
			outages.answered();
			return budget.verdict('GET', broken, 1000);
		});
		expect(said).toEqual(['retry', 'retry', 'retry', 'final']);
	});

	it('is not sent again if Max Retries is 0, or if the record could be created twice', () => {
		const outages = createOutageWatch();
		outages.answered();
		const none = createRetryBudget({ ...limits, maxRetries: 0 }, { ...outages, idleMs: () => 0 });
		expect(none.verdict('GET', broken, 1)).toBe('final');
		expect(silent().budget.verdict('POST', broken, 1)).toBe('final');
	});
});
