import { describe, expect, it } from 'vitest';
import { serviceText } from '../../../nodes/EnergyProjects/http/errors/serviceText.ts';
import { choicesOf } from '../../../nodes/EnergyProjects/values/parse/choices.ts';
import { compareTexts } from '../../../nodes/EnergyProjects/values/collation.ts';
import { quoted } from '../../../nodes/EnergyProjects/values/quoted.ts';
import { comparableText } from '../../../nodes/EnergyProjects/values/text.ts';

describe('values longer than people write take no time', () => {
	it('letter case does not count in a text of a few pages, but it does in a longer one', () => {
		expect(comparableText('A'.repeat(9_900))).toBe('a'.repeat(9_900));
		expect(comparableText('A'.repeat(10_100))).toBe('A'.repeat(10_100));
	});

	it('names are sorted by their first 400 characters', () => {
		const name = (length: number, end: string) => `${'x'.repeat(length)}${end}`;
		expect(compareTexts(name(390, 'a'), name(390, 'b'))).toBeLessThan(0);
		expect(compareTexts(name(410, 'a'), name(410, 'b'))).toBe(0);
	});

	it('a thousand choices are read, more are an error', () => {
		const many = (count: number) => Array.from({ length: count }, () => 'email');
		expect(choicesOf(many(1_000))).toHaveLength(1_000);
		expect(() => choicesOf(many(1_100))).toThrow('has more entries than there are choices');
	});

	it('choices in a text of 20,000 characters are read, a longer text is an error', () => {
		const text = (length: number) => 'email,'.repeat(length / 6);
		expect(choicesOf(text(19_800))).toHaveLength(3_300);
		expect(() => choicesOf(text(21_000))).toThrow('has more entries than there are choices');
	});

	it('an error shows five entries of a list or an object', () => {
		expect(quoted([1, 2, 3, 4, 5, 6, 7])).toBe('[1,2,3,4,5]');
		expect(quoted({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })).toBe('{"a":1,"b":2,"c":3,"d":4,"e":5}');
	});

	it('an error shows 500 characters of what the service says', () => {
		expect(serviceText({ message: 'x'.repeat(490) })).toBe('x'.repeat(490));
		expect(serviceText({ message: 'x'.repeat(2_000) })).toBe(`${'x'.repeat(500)} …`);
	});
});
