import { expect, it } from 'vitest';
import { toSwitch } from '../../../nodes/EnergyProjects/values/switch.ts';

it.each([true, 'true', ' TRUE ', 1])('%o is on', (value) => {
	expect(toSwitch(value)).toBe(true);
});

it.each([false, 'false', 'False', 0])('%o is off', (value) => {
	expect(toSwitch(value)).toBe(false);
});

it.each(['', '  ', null, undefined])('%o was not set', (value) => {
	expect(toSwitch(value)).toBeUndefined();
});

it.each(['yes', 'on', '1', 2, -1, Number.NaN, {}, [], [true], 'true'.repeat(200)])(
	'%o is neither',
	(value) => {
		expect(() => toSwitch(value)).toThrow(/^".{0,62}" is neither true nor false$/);
	},
);
