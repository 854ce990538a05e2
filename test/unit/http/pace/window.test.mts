import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Window } from '../../../../nodes/EnergyProjects/http/pace/window.ts';
import {
	FIRST_WINDOW,
	grown,
	halved,
	refused,
} from '../../../../nodes/EnergyProjects/http/pace/window.ts';

/** The window after the service took so many requests. */
const afterTaken = (count: number, window: Window = FIRST_WINDOW, largest = 1_000): Window =>
	Array.from({ length: count }).reduce<Window>((before) => grown(before, largest), window);

describe('the window', () => {
	it('begins with one request, and allows five after the first that was taken', () => {
		expect(FIRST_WINDOW.size).toBe(1);
		expect(grown(FIRST_WINDOW, 20).size).toBe(5);
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

	it('is halved by a refusal, but by a rate limit not below half of what was just taken', () => {
		const twenty = afterTaken(16);
		expect(refused(twenty, false).size).toBe(10);
		expect(refused({ ...twenty, taken: 30 }, true).size).toBe(15);
		expect(refused({ ...twenty, taken: 60 }, true).size).toBe(20);
	});

	it('counts refusals in a row until a request is taken, whatever is slow in between', () => {
		const twice = refused(halved(refused(FIRST_WINDOW, true)), false);
		expect(twice).toMatchObject({ refusals: 2, slowdowns: 3, taken: 0 });
		expect(grown(twice, 20)).toMatchObject({ refusals: 0, slowdowns: 3, taken: 1 });
	});

	it('stays between one and its limit, whatever happens', () => {
		const steps = fc.array(fc.constantFrom('taken', 'refused', 'limited', 'slow'));
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 30 }), (all, largest) => {
				let window = FIRST_WINDOW;
				for (const step of all) {
					if (step === 'taken') window = grown(window, largest);
					else if (step === 'slow') window = halved(window);
					else window = refused(window, step === 'limited');
					expect(window.size).toBeGreaterThanOrEqual(1);
					expect(window.size).toBeLessThanOrEqual(largest);
				}
			}),
		);
	});
});
