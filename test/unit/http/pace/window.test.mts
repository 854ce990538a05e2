import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Window } from '../../../../nodes/EnergyProjects/http/pace/window.ts';
import {
	FIRST_WINDOW,
	grown,
	halved,
	limited,
	refused,
	sent,
} from '../../../../nodes/EnergyProjects/http/pace/window.ts';

/** The window after the service took so many requests. */
const afterTaken = (count: number, window: Window = FIRST_WINDOW, largest = 1_000): Window =>
	Array.from({ length: count }).reduce<Window>((before) => grown(before, largest, 0), window);

describe('the window', () => {
	it('begins with one request, and allows five after the first that was taken', () => {
		expect(FIRST_WINDOW.size).toBe(1);
		expect(grown(FIRST_WINDOW, 20, 0).size).toBe(5);
	});

	it('doubles each round until the service first asks for less', () => {
		const five = afterTaken(1);
		expect(afterTaken(5, five).size).toBe(10);
		expect(afterTaken(15, five).size).toBe(20);
	});

	it('grows by one each round afterwards', () => {
		const ten = halved(afterTaken(16));
		expect(ten.size).toBe(10);
		expect(afterTaken(10, ten).size).toBeCloseTo(11);
	});

	/** So many requests are in flight, and so many of them are refused, at once and with a pause of a second. */
	const afterLimit = (window: Window, inFlight: number, refusals: number): Window => {
		let before = window;
		for (let time = 0; time < inFlight; time++) before = sent(before);
		let after = before;
		for (let time = 0; time < refusals; time++) after = limited(after, window.slowdowns, 0, 1000);
		return after;
	};

	it('is halved by a refusal, but by a rate limit not below half of what was just taken', () => {
		const twenty = afterTaken(16);
		expect(refused(twenty).size).toBe(10);
		expect(afterLimit({ ...twenty, taken: 30 }, 20, 20).size).toBe(15);
		expect(afterLimit({ ...twenty, taken: 60 }, 20, 20).size).toBe(20);
		expect(afterLimit({ ...twenty, taken: 60 }, 20, 5).size).toBe(20);
	});

	it('is as large as what was taken of the requests in flight if it had not taken two rounds of them', () => {
		const twenty = afterTaken(16);
		expect(afterLimit({ ...twenty, taken: 30 }, 20, 5)).toMatchObject({ size: 15, slowdowns: 1 });
		expect(afterLimit({ ...twenty, taken: 31 }, 20, 5).size).toBe(15.5);
		expect(afterLimit({ ...twenty, taken: 0 }, 20, 19).size).toBe(1);
		expect(afterLimit({ ...twenty, taken: 0 }, 20, 20).size).toBe(10);
	});

	it('then stays like that for ten pauses after the pause, and grows by one each round again', () => {
		const five = afterLimit(afterTaken(1), 8, 3);
		expect(grown(five, 20, 10_999).size).toBe(5);
		const larger = grown(five, 20, 11_000);
		expect(larger).toMatchObject({ size: 5.2, taken: 1 });
		expect(grown(larger, 20, 11_000).size).toBeCloseTo(5.4);
	});

	it('takes no notice of a refused request that was sent two slow-downs ago', () => {
		const twice = halved(halved(afterTaken(16)));
		expect(limited(twice, 0, 0, 1000)).toBe(twice);
	});

	it('counts refusals in a row until a request is taken, whatever is slow in between', () => {
		const twice = refused(halved(limited(sent(FIRST_WINDOW), 0, 0, 0)));
		expect(twice).toMatchObject({ refusals: 2, slowdowns: 3, taken: 0 });
		expect(grown(twice, 20, 0)).toMatchObject({ refusals: 0, slowdowns: 3, taken: 1 });
	});

	it('stays between one and its limit, whatever happens', () => {
		const steps = fc.array(fc.constantFrom('taken', 'refused', 'limited', 'slow'));
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 30 }), (all, largest) => {
				let window = FIRST_WINDOW;
				for (const step of all) {
					if (step === 'taken') window = grown(window, largest, 0);
					else if (step === 'slow') window = halved(window);
					else if (step === 'refused') window = refused(window);
					else window = limited(sent(window), window.slowdowns, 0, 0);
					expect(window.size).toBeGreaterThanOrEqual(1);
					expect(window.size).toBeLessThanOrEqual(largest);
				}
			}),
		);
	});
});
