import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../nodes/EnergyProjects/values/parse/choices.ts';

describe('the choices of a parameter', () => {
	it.each<[string, unknown, string[]]>([
		['a list', ['a', 'b'], ['a', 'b']],
		[
			'a list with blanks around its values and empty ones between them',
			[' a ', '', 'b'],
			['a', 'b'],
		],
		['a text with commas, as an expression yields it', 'a, b ,c', ['a', 'b', 'c']],
		['a text with commas, over lines set far in', `a,\n${' '.repeat(70)}b`, ['a', 'b']],
		['a single text', 'a', ['a']],
		['a text without anything between its commas', ', ,a,', ['a']],
		['an empty text', '', []],
		['nothing', undefined, []],
		['null', null, []],
		['a number, which is no choice of any parameter', 5, ['5']],
		['a list of what is no text', [5, null], ['5', 'null']],
	])('out of %s', (_, value, choices) => {
		expect(choicesOf(value)).toEqual(choices);
	});

	it('are as many as any parameter has, and no more', () => {
		const choices = Array.from({ length: 1000 }, (_, index) => `choice ${index}`);
		expect(choicesOf(choices)).toEqual(choices);
		expect(() => choicesOf([...choices, 'one more'])).toThrow(
			/^"\["choice 0",.* has more entries than there are choices$/,
		);
	});

	it('may come as a text of 20,000 characters, and no longer one', () => {
		const text = 'x,'.repeat(10_000);
		expect(choicesOf(text)).toHaveLength(10_000);
		expect(() => choicesOf(`${text}x`)).toThrow(/^"(x,){30} …" has more entries/);
	});
});
