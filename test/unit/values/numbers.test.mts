import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAmbiguousNumber, numberIn } from '../../../nodes/EnergyProjects/values/numbers.ts';

// More of what people type, as the values of fields: typedValues.mts.
describe('a number is read as people type it', () => {
	it.each<[unknown, number]>([
		[10.471, 10.471],
		['0,471', 0.471],
		['5.', 5],
		['.25', 0.25],
		['+1.5E+2', 150],
		['1e12', 1e12],
		['\u22121 234', -1_234],
		// Marks of contacts apps, PDFs and spreadsheets.
		['\u202a142\u200b,5\u202c', 142.5],
		['１４２，５', 142.5],
		['\u20135', -5],
	])('%o is %o', (typed, number) => {
		expect(numberIn(typed)).toBe(number);
	});

	it.each<unknown>(['10.471', '10,471', '-1.234', '+999,999'])(
		'%o can mean two numbers',
		(typed) => {
			expect(isAmbiguousNumber(typed)).toBe(true);
			expect(numberIn(typed)).toBeUndefined();
			// A coordinate has no thousands.
			expect(numberIn(typed, true)).toBe(Number(String(typed).replace(',', '.')));
		},
	);

	it.each<unknown>([
		...['', ' ', '.', ',', '1e', 'Infinity', '0x10', '12 €', '12 34', '1 2345', "1'234 567", '- 5'],
		...['1,2,3', '1.2.3', '12.34.567', '0,123,456', '1,234.5,6'],
		...['1.234.567.5', '0.123.456', '1.234,567,8', '1234.567,5', '1'.repeat(401)],
		...[Number.NaN, Infinity, true, null, undefined, ['1'], {}],
	])('%o is not one', (typed) => {
		expect(numberIn(typed)).toBeUndefined();
		expect(isAmbiguousNumber(typed)).toBe(false);
	});

	// The same formatting that German and English programs use is the witness.
	it.each(['de-DE', 'en-GB'])(
		'any number that a program wrote in %s is that number',
		(language) => {
			const numbers = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 3 }));
			fc.assert(
				fc.property(numbers, ([digits, decimals]) => {
					const number = digits / 10 ** decimals;
					const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
					const typed = number.toLocaleString(language, options);
					if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) expect(numberIn(typed)).toBeUndefined();
					else expect(numberIn(typed)).toBe(number);
				}),
				{ numRuns: 2000 },
			);
		},
	);
});
