import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	compareTexts,
	comparableName,
	comparableText,
	idIn,
	normalized,
	quoted,
	quotedList,
	shortText,
} from '../../../nodes/EnergyProjects/values/text.ts';
import { UUID_EXAMPLE } from '../../../nodes/EnergyProjects/service/ids.ts';

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
	for (const textOf of [comparableName, comparableText, shortText]) expect(textOf(value)).toBe('');
});

it('a number and a boolean count as texts', () => {
	expect([5, true].map(comparableName)).toEqual(['5', 'true']);
});

describe('a text that would take long to work on', () => {
	const accents = (count: number) => `a${'\u0301\u0327'.repeat(count)}`;

	it('is compared as it is', () => {
		for (const text of [accents(500), `A\u0301  ${'X'.repeat(10_000)}`]) {
			expect([normalized(text), comparableText(text)]).toEqual([text, text]);
		}
		expect(normalized(accents(2))).not.toBe(accents(2));
	});

	it('is not taken for a number, a date, an email address or an ID', () => {
		expect(shortText(` ${'x'.repeat(400)} `)).toBe('x'.repeat(400));
		expect(shortText('x'.repeat(401))).toBe('');
	});
});

it('texts are ordered as in a phone book', () => {
	const sorted = ['Abel', 'Äcker', 'Adam', 'Haus 9', 'Haus 10', 'Zeller'];
	expect(sorted.toReversed().sort(compareTexts)).toEqual(sorted);
	const long = 'a'.repeat(400);
	expect([compareTexts(long, `${long}b`), compareTexts(`${long}b`, long)]).toEqual([0, 0]);
});

describe('the ID that a text names', () => {
	const A = UUID_EXAMPLE;
	const B = '00000000-1111-2222-3333-444444444444';
	const app = 'https://app.example';

	it.each([
		[A, A],
		[` ${A.toUpperCase()}\n`, A.toUpperCase()],
		[`\u200b${A}\ufeff`, A],
		[`Project ${A}`, A],
		[`${A}, ${A.toUpperCase()}`, A],
		[`${app}/projects/${A}`, A],
		[`${app}/projects/${A}/`, A],
		[`${app}/${B}/projects/${A}?tab=1`, A],
		[`${app}/projects/${A}?compare=${B}`, A],
		[`${app}/projects/${A}#${B}`, A],
		[`${app}/customers/${B}/projects/${A}/edit?from=${B}#${B}`, A],
		[`app.example/projects/${A}?compare=${B}`, A],
		[`/projects/${A}?compare=${B}`, A],
		[`localhost:8080/projects/${A}?compare=${B}`, A],
		[`${app}/projects/P-001`, undefined],
		[`${app}/projects?id=${A}`, undefined],
		[`${app}/projects#${A}`, undefined],
		[`${A}0`, undefined],
		[`f${A}`, undefined],
		['P-001', undefined],
		['', undefined],
	])('%j names %s', (text, id) => {
		expect(idIn(text)).toBe(id);
	});

	it.each([
		`${A}, ${B}`,
		`${A},${B}`,
		`${A};${B}`,
		`${A} ${B}`,
		`${A}\n${B}`,
		`${A}/${B}`,
		`["${A}","${B}"]`,
		`from ${A} to ${B}`,
		`${app}/projects/${A} ${app}/projects/${B}`,
		`${app}/projects/${A},${app}/projects/${B}`,
		`${app}/projects/${A},${B}`,
		`${app}/projects/${A}&compare=${B}`,
		`${app}/projects/${A}%3Fcompare=${B}`,
		`${app}/projects/${A};${B}/edit`,
		`see ${app}/projects/${A}?compare=${B}`,
	])('%j names none: it has two', (text) => {
		expect(() => idIn(text)).toThrow(`contains several IDs (${A}, ${B}). Enter only one.`);
	});
});

it('look-alikes are the same value to match', () => {
	const around = ([begin, end]: string) => `haus ${begin}süd${end}`;
	const alike = [
		['P-001', 'p-001', ' P-001', 'P\u2013001', 'P\u2011001', 'P\u2010001', 'P\u2212001', "'P-001"],
		['P-001', '\u2019P-001', 'P\u200b-001', '\ufeffP-001', 'P-\u00ad001'],
		["O'Neil", ...[...'’‘‚‛ʼʻʹ′‵`´＇｀'].map((mark) => `o${mark}neil`)],
		['Haus "Süd"', ...['„“', '“”', '«»', '»«', '‹›', '″″', '＂＂', '〝〞'].map(around)],
		["'Haus", '`Haus', '´Haus', 'haus'],
		['Straße 1', 'STRASSE 1', 'strasse  1', 'Stra\u1e9ee 1', 'Straße\u00a01'],
	];
	for (const texts of alike) expect(new Set(texts.map(comparableText)).size, texts[0]).toBe(1);
	for (const [one, other] of [
		['P-001', 'P-0001'],
		['P-001', 'P001'],
		["O'Neil", 'ONeil'],
		["O'Neil", 'O"Neil'],
		['Maße', 'Mase'],
	])
		expect(comparableText(one)).not.toBe(comparableText(other));
});

describe('an error shows', () => {
	const circular: Record<string, unknown> = {};
	circular.itself = circular;

	it.each<[unknown, string]>([
		['12 €', '12 €'],
		[null, 'null'],
		[undefined, 'undefined'],
		[false, 'false'],
		[['a', { b: 1 }], '["a",{"b":1}]'],
		[circular, 'an object'],
		['x'.repeat(60), 'x'.repeat(60)],
		['x'.repeat(61), `${'x'.repeat(60)} …`],
	])('of the value %o: %s', (value, shown) => {
		expect(quoted(value)).toBe(shown);
	});

	it('the first ten of many names, each as far as it is needed', () => {
		const names = [...'abcdefghi', 'x'.repeat(61)];
		const shown = `a, b, c, d, e, f, g, h, i, ${'x'.repeat(60)} …`;
		expect(quotedList(names)).toBe(shown);
		expect(quotedList([...names, 'k', 'l'])).toBe(`${shown} and 2 more`);
	});
});
