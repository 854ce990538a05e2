import { expect, it } from 'vitest';
import { toBoolean } from '../../../nodes/EnergyProjects/values/parse/boolean.ts';

it.each([true, 'true', ' TRUE ', 1])('%o is true', (value) => {
	expect(toBoolean(value)).toBe(true);
});

it.each([false, 'false', 'False', 0])('%o is false', (value) => {
	expect(toBoolean(value)).toBe(false);
});

it.each(['', '  ', null, undefined])('%o is not set', (value) => {
	expect(toBoolean(value)).toBeUndefined();
});

it.each(['yes', 'on', '1', 2, -1, Number.NaN, {}, [], [true], 'true'.repeat(200)])(
	'%o is neither',
	(value) => {
		expect(() => toBoolean(value)).toThrow(/^".{0,62}" is neither true nor false$/);
	},
);
