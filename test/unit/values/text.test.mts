import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	capitalised,
	comparableName,
	comparableText,
	normalized,
} from '../../../nodes/EnergyProjects/values/text.ts';

const name = 'Wärmepumpe Müller, Åsgård';

describe('texts that look the same to a person', () => {
	it('are the same name in any Unicode form, with or without blanks around it', () => {
		for (const form of ['NFC', 'NFD'] as const) {
			expect(comparableName(` ${name.normalize(form)}\t`)).toBe(name.normalize('NFC'));
		}
	});

	it('are the same text in a search, in any letter case and with any blanks between the words', () => {
		expect(comparableText(`  ${name.toUpperCase().normalize('NFD')} `)).toBe(comparableText(name));
		expect(comparableText('Haus \u00a0\n Weber')).toBe('haus weber');
	});

	it('but a name that differs in letter case is another name', () => {
		expect(comparableName('HAUS')).not.toBe(comparableName('haus'));
	});

	it('whatever characters they have', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(comparableName(text.normalize('NFD'))).toBe(comparableName(text));
				expect(comparableText(text.normalize('NFD'))).toBe(comparableText(text));
			}),
		);
	});
});

it.each([null, undefined, {}, [], ['a'], () => 'a'])('%o is not a text', (value) => {
	expect(comparableName(value)).toBe('');
	expect(comparableText(value)).toBe('');
});

it.each([
	[5, '5'],
	[true, 'true'],
])('%o counts as a text', (value, text) => {
	expect(comparableName(value)).toBe(text);
});

it.each([
	['project', 'Project'],
	['Energy company', 'Energy company'],
	['über', 'Über'],
	['', ''],
])('%j begins a heading as %j', (word, heading) => {
	expect(capitalised(word)).toBe(heading);
});

it('a text that would take long to normalize stays as it is', () => {
	const accents = `a${'\u0301\u0327'.repeat(500)}`;
	expect(normalized(accents)).toBe(accents);
	const long = `a\u0301${'x'.repeat(20_000)}`;
	expect(comparableText(long)).toBe(long);
});
