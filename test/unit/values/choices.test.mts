import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../nodes/EnergyProjects/values/parse/choices.ts';

describe('the choices of a parameter', () => {
	it.each<[string, unknown, string[]]>([
		['a list', ['a', 'b'], ['a', 'b']],
		['a list with blanks around its values and with empty values', [' a ', '', 'b'], ['a', 'b']],
		['a text with commas, as an expression returns it', 'a, b ,c', ['a', 'b', 'c']],
		['a text with commas over indented lines', `a,\n${' '.repeat(70)}b`, ['a', 'b']],
		['a single text', 'a', ['a']],
		['a text with nothing between some of its commas', ', ,a,', ['a']],
		['an empty text', '', []],
		['nothing', undefined, []],
		['null', null, []],
		['a number, although no parameter offers one', 5, ['5']],
		['a list of values that are not texts', [5, null], ['5', 'null']],
	])('in %s', (_, value, choices) => {
		expect(choicesOf(value)).toEqual(choices);
	});

	it('are at most as many as any parameter has', () => {
		const choices = Array.from({ length: 1000 }, (_, index) => `choice ${index}`);
		expect(choicesOf(choices)).toEqual(choices);
		expect(() => choicesOf([...choices, 'one more'])).toThrow(
			/^"\["choice 0",.* has more entries than there are choices$/,
		);
	});

	it('may come as a text of at most 20,000 characters', () => {
		const text = 'x,'.repeat(10_000);
		expect(choicesOf(text)).toHaveLength(10_000);
		expect(() => choicesOf(`${text}x`)).toThrow(/^"(x,){30} …" has more entries/);
	});
});
