import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { now } from '../../../nodes/EnergyProjects/http/pace/clock.ts';
import { createOutageWatch } from '../../../nodes/EnergyProjects/http/pace/outage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (seconds: number) => void vi.advanceTimersByTime(seconds * 1000);

it('a service is out of reach after three requests in at least 30 seconds brought no answer at all', () => {
	const reach = createOutageWatch();
	const began = now();
	later(29);
	expect([1, 2, 3].map(() => reach.lost(began))).toEqual([false, false, false]);
	later(1);
	expect(reach.lost(began)).toBe(true);
});

it('two requests are not enough, however long they took', () => {
	const reach = createOutageWatch();
	const began = now();
	later(600);
	expect([reach.lost(began), reach.lost(began)]).toEqual([false, false]);
});

it('an answer of any status begins the count anew', () => {
	const reach = createOutageWatch();
	const began = now();
	later(40);
	reach.lost(began);
	reach.lost(began);
	reach.answered();
	expect(reach.lost(now())).toBe(false);
});

it('a request that began before the last answer does not count', () => {
	const reach = createOutageWatch();
	const began = now();
	later(40);
	reach.answered();
	expect([1, 2, 3, 4].map(() => reach.lost(began))).toEqual([false, false, false, false]);
});

it('a silence is worth waiting for its end for 30 seconds, as a restart takes', () => {
	const reach = createOutageWatch();
	reach.answered();
	const silence = reach.unanswered();
	later(29);
	expect(reach.unanswered()).toBe(silence);
	expect(reach.mayEnd(silence)).toBe(true);
	later(1);
	expect(reach.mayEnd(silence)).toBe(false);
	reach.answered();
	expect(reach.mayEnd(reach.unanswered())).toBe(true);
});

it('before the first answer the first request does not wait for it: the address may be wrong', () => {
	const reach = createOutageWatch();
	const silence = reach.unanswered();
	expect(reach.mayEnd(silence)).toBe(false);
	reach.lost(now());
	expect(reach.mayEnd(silence)).toBe(true);
});
