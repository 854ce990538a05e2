import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { now } from '../../../nodes/EnergyProjects/http/clock.ts';
import { createRepeats } from '../../../nodes/EnergyProjects/http/repeats.ts';
import type { Outcome } from '../../../nodes/EnergyProjects/http/outcome.ts';
import { answered } from './requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { maxRetries: 3, maxTotalWaitMs: 120_000, longestPauseMs: 600_000 };
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
		const repeats = createRepeats(limits, now);
		const said = Array.from({ length: 4 }, () => repeats.after('GET', outcome, 1000));
		expect(said).toEqual(['again', 'again', 'again', 'final']);
		expect(repeats.failures()).toBe(3);
	});

	it('waits two minutes in all at most', () => {
		const repeats = createRepeats({ ...limits, maxRetries: 100 }, now);
		const said = [50_000, 50_000, 50_000].map((waitMs) => repeats.after('GET', broken, waitMs));
		expect(said).toEqual(['again', 'again', 'tooLong']);
	});

	it('is not sent again where that could double it', () => {
		expect(createRepeats(limits, now).after('POST', broken, 1)).toBe('final');
	});
});

describe('a request that is refused because there are too many', () => {
	it('is sent again however often, as long as the service takes others', () => {
		const repeats = createRepeats(limits, now);
		for (let time = 0; time < 1000; time++) {
			later(2);
			expect(repeats.after('POST', tooMany, 2000)).toBe('again');
		}
		expect(repeats.failures()).toBe(0);
	});

	it('is given up once the service has taken nothing for two minutes', () => {
		const began = now();
		const repeats = createRepeats(limits, () => began);
		later(120);
		expect(repeats.after('GET', tooMany, 1000)).toBe('again');
		later(1);
		expect(repeats.after('GET', tooMany, 1000)).toBe('tooLong');
	});

	it('waits for a longer pause where the service asks for one', () => {
		const began = now();
		const repeats = createRepeats(limits, () => began);
		expect(repeats.after('GET', tooMany, 300_000)).toBe('again');
		later(300);
		expect(repeats.after('GET', tooMany, 300_000)).toBe('again');
		later(1);
		expect(repeats.after('GET', tooMany, 300_000)).toBe('tooLong');
	});

	it('does not wait longer than ten minutes at a time', () => {
		const repeats = createRepeats(limits, now);
		expect(repeats.after('GET', tooMany, 600_001)).toBe('tooLong');
	});

	it('is never sent again where Max Retries is 0', () => {
		expect(createRepeats({ ...limits, maxRetries: 0 }, now).after('GET', tooMany, 1)).toBe('final');
	});
});
