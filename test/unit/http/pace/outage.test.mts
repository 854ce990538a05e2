import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { now } from '../../../../nodes/EnergyProjects/http/pace/clock.ts';
import { createOutageWatch } from '../../../../nodes/EnergyProjects/http/pace/outage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (seconds: number) => void vi.advanceTimersByTime(seconds * 1000);

it('a service is unreachable after three requests in at least 30 seconds got no answer at all', () => {
	const outages = createOutageWatch();
	const began = now();
	later(29);
	expect([1, 2, 3].map(() => outages.givenUp(began))).toEqual([false, false, false]);
	later(1);
	expect(outages.givenUp(began)).toBe(true);
});

it('two requests are not enough, however long they took', () => {
	const outages = createOutageWatch();
	const began = now();
	later(600);
	expect([outages.givenUp(began), outages.givenUp(began)]).toEqual([false, false]);
});

it('after an answer of any status the count starts over', () => {
	const outages = createOutageWatch();
	const began = now();
	later(40);
	outages.givenUp(began);
	outages.givenUp(began);
	outages.answered();
	expect(outages.givenUp(now())).toBe(false);
});

it('a request that began before the last answer does not count', () => {
	const outages = createOutageWatch();
	const began = now();
	later(40);
	outages.answered();
	expect([1, 2, 3, 4].map(() => outages.givenUp(began))).toEqual([false, false, false, false]);
});

it('an outage may be a restart for 30 seconds', () => {
	const outages = createOutageWatch();
	outages.answered();
	const outage = outages.unanswered();
	later(29);
	expect(outages.unanswered()).toBe(outage);
	expect(outages.mayBeRestart(outage)).toBe(true);
	later(1);
	expect(outages.mayBeRestart(outage)).toBe(false);
	outages.answered();
	expect(outages.mayBeRestart(outages.unanswered())).toBe(true);
});

it('before the first answer the first request does not wait for a restart: the address may be wrong', () => {
	const outages = createOutageWatch();
	const outage = outages.unanswered();
	expect(outages.mayBeRestart(outage)).toBe(false);
	outages.givenUp(now());
	expect(outages.mayBeRestart(outage)).toBe(true);
});
