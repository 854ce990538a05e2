import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

it('any number of requests can be given up in an outage, each in the same short time', () => {
	const outages = createOutageWatch();
	const began = now();
	for (let count = 0; count < 100_000; count++) outages.givenUp(began);
	later(30);
	expect(outages.givenUp(now())).toBe(true);
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
	expect(outages.restartMs(outage, 'dns')).toBe(1_000);
	later(1);
	expect(outages.restartMs(outage, 'dns')).toBe(0);
	outages.answered();
	expect(outages.restartMs(outages.unanswered(), 'dns')).toBe(30_000);
});

describe('before the first answer', () => {
	it.each(['refused', 'broken', 'answer'] as const)(
		'the first request waits ten seconds for the end of a restart (%s)',
		(kind) => {
			const outages = createOutageWatch();
			const outage = outages.unanswered();
			expect(outages.restartMs(outage, kind)).toBe(10_000);
			later(10);
			expect(outages.restartMs(outage, kind)).toBe(0);
		},
	);

	it.each(['dns', 'timeout'] as const)(
		'the first request does not wait if the address may be wrong (%s), later ones do',
		(kind) => {
			const outages = createOutageWatch();
			const outage = outages.unanswered();
			expect(outages.restartMs(outage, kind)).toBe(0);
			outages.givenUp(now());
			expect(outages.restartMs(outage, kind)).toBe(30_000);
		},
	);
});

it('nobody waits for the end of a restart if a person waits', () => {
	const outages = createOutageWatch(false);
	outages.answered();
	expect(outages.restartMs(outages.unanswered(), 'refused')).toBe(0);
});
