import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedList, quoted } from '../../../nodes/EnergyProjects/values/quoted.ts';

describe('a value in an error', () => {
	it.each<[unknown, string]>([
		['Anna', 'Anna'],
		['', ''],
		[0, '0'],
		[true, 'true'],
		[null, 'null'],
		[undefined, 'undefined'],
		[{ first: 'Anna', age: 5 }, '{"first":"Anna","age":5}'],
		[['a', 1, null], '["a",1,null]'],
		[{ a: { b: { c: 1 } } }, '{"a":{"b":…}}'],
		[() => 'secret', 'a function'],
	])('%o is shown as %s', (value, text) => {
		expect(quoted(value)).toBe(text);
	});

	it('is cut if it is long, but never within a character', () => {
		expect(quoted('x'.repeat(5000))).toBe(`${'x'.repeat(60)} …`);
		expect(quoted(`${'x'.repeat(59)}😀😀`)).toBe(`${'x'.repeat(59)} …`);
		expect(quoted(Array.from({ length: 100 }, () => 'x'.repeat(1000))).length).toBeLessThan(100);
	});

	it('is never long, whatever it is', () => {
		fc.assert(
			fc.property(fc.anything({ maxDepth: 5 }), (value) => {
				expect(quoted(value).length).toBeLessThanOrEqual(100);
			}),
		);
	});
});

describe('names in an error', () => {
	it('are all shown if they are few', () => {
		expect(quotedList(['a', 'b'])).toBe('a, b');
	});

	it('are cut after the first ten if they are many', () => {
		const names = Array.from({ length: 12 }, (_, index) => String(index));
		expect(quotedList(names)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
	});
});
