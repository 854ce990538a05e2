import { describe, expect, it } from 'vitest';
import {
	compareTexts,
	hasWordsOf,
	idIn,
	quoted,
	quotedList,
	refuseUnmeant,
	typedText,
} from '../../../nodes/EnergyProjects/values/text.ts';
import { UUID_EXAMPLE } from '../../../nodes/EnergyProjects/service/ids.ts';
import { says } from '../../documents.mts';

// Which texts are the same: fold.test.mts.

it('what is typed for a number or a date is folded, if it is as short as one', () => {
	expect(typedText("\u200b'28\u00a0450,00\u202c ")).toBe('28 450,00');
	expect(typedText('x'.repeat(400))).toBe('x'.repeat(400));
	for (const other of ['x'.repeat(401), 5, null, ['1']]) expect(typedText(other)).toBe('');
});

it.each([
	...['{{ $json.phone }}', '={{ $json.phone }}', 'Haus {{ $json.name }}, Kiel'],
	...['{{$json.a}}{{$json.b}}', '{{\n$json.phone\n}}'],
])('%j is an expression that was not evaluated', (text) => {
	expect(() => refuseUnmeant(text)).toThrow(
		/ is an expression that n8n did not evaluate\. Write it under Expression; in JSON, put = in front of it\.$/,
	);
});

it.each([
	...['{{', '}} {{', '{ $json.phone }', '{"a":{"b":{}}}', '$json.phone', 5, null, undefined, NaN],
	...['Null', 'null', 'Nan', 'NAN', 'São Paulo', 'SÃO PAULO', 'IRMÃ', 'Ângela', 'CÂMARA'],
	...[
		'Ångström',
		'Åse',
		'Äpfel',
		'#1',
		'Haus #3',
		'…',
		'#N/A GmbH',
		'undefined GmbH',
		'Loading',
		'[object]',
	],
])('%j is a text that somebody can mean', (value) => {
	expect(() => refuseUnmeant(value)).not.toThrow();
});

const utf8As = (encoding: string) => (text: string) =>
	new TextDecoder(encoding).decode(new TextEncoder().encode(text));

it.each([
	...['ü', 'ä', 'ö', 'ß', 'é', 'Ü', 'Ä', 'Ö', '–', '€', '“'].map(utf8As('windows-1252')),
	...['ü', 'ß', 'Ä'].map((text) => Buffer.from(text).toString('latin1')),
])('M%jller was read as Latin1, and is refused with the encoding to choose', (read) => {
	expect(() => refuseUnmeant(`M${read}ller`)).toThrow(/"Extract from File", choose UTF8 as/);
});

it('a letter that was lost is refused with the encoding to choose', () => {
	const read = new TextDecoder().decode(Buffer.from('Müller', 'latin1'));
	expect(() => refuseUnmeant(read)).toThrow('choose Latin1 as Encoding');
});

it.each([
	...['undefined', 'undefined undefined', ' undefined, undefined', 'NaN', 'NaN,undefined'],
	...['[object Object]', 'Haus [object Object]', 'Invalid DateTime', '#N/A', ' #n/a ', '#NV'],
	...['#REF!', '#BEZUG!', '#WERT!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#ZAHL!'],
	...['#ERROR!', 'Loading...', '#', '######'],
])('%j is what a program writes if it has no value', (text) => {
	expect(() => refuseUnmeant(text)).toThrow(
		/if it has no value\. Correct the expression or the cell/,
	);
});

it.each<[string, string, boolean | undefined]>([
	['Schmidt, Anna', 'anna schmidt leipzig', true],
	['LEIPZIG  schmidt', 'anna schmidt leipzig', true],
	['schm,ann', 'anna schmidt leipzig', true],
	['Schmidt Bonn', 'anna schmidt leipzig', false],
	[' , ', 'anna', undefined],
])('a search for %j finds %j: %j', (searched, text, isFound) => {
	expect(hasWordsOf(searched)?.(text)).toBe(isFound);
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
		// In lower case, as the service has it.
		[` ${A.toUpperCase()}\n`, A],
		[`${app}/projects/${A.toUpperCase()}`, A],
		[`Project ${A}`, A],
		[`${A}, ${A.toUpperCase()}`, A],
		[`${app}/projects/${A}`, A],
		[`${app}/${B}/projects/${A}?tab=1`, A],
		[`${app}/projects/${A}?compare=${B}`, A],
		[`${app}/customers/${B}/projects/${A}/edit?from=${B}#${B}`, A],
		[`localhost:8080/projects/${A}?compare=${B}`, A],
		[`/projects/${A}?compare=${B}`, A],
		[`example.de/projects/${A}?compare=${B}`, A],
		[`my-crm.example.de/projects/${A}?compare=${B}`, A],
		[`crm.my-firm.de/projects/${A}?compare=${B}`, A],
		// A link that is cut off, or that the program did not encode.
		[`${app}/100%/projects/${A}`, A],
		[`${app}/#/projects/${A}?compare=${B}`, A],
		[`${app}/${B}?a=1#!/projects/${A}`, A],
		['WP.HH/17', undefined],
		[`${A}0`, undefined],
		['P-001', undefined],
		['', undefined],
	])('%j names %s', (text, id) => {
		expect(idIn(text)).toBe(id);
	});

	it.each([
		`${A}, ${B}`,
		`${A}/${B}`,
		`["${A}","${B}"]`,
		`from ${A} to ${B}`,
		`${app}/projects/${A},${app}/projects/${B}`,
		`${app}/projects/${A},${B}`,
		`${app}/projects/${A}&compare=${B}`,
		`${app}/projects/${A};${B}/edit`,
		`see ${app}/projects/${A}?compare=${B}`,
		`${app}/projects/${A}?compare=${B} or`,
	])('%j names none: it has two', (text) => {
		expect(() => idIn(text)).toThrow(`contains several IDs (${A}, ${B}). Enter only one.`);
	});

	it.each([
		...[`${app}/projects?id=${A}`, `/projects?id=${A}`, `${app}/projects#${A}`],
		...[`${app}/projects/P-001`, `${app}/#/projects?id=${A}`, `example.de/?id=${A}`],
	])('the link %j has none in its path', (text) => {
		expect(() => idIn(text)).toThrow('is a link without an ID in its path');
	});
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
		says('docs/triggers.md', 'its log names the first ten that are lost');
		const names = [...'abcdefghi', 'x'.repeat(61)];
		const shown = `a, b, c, d, e, f, g, h, i, ${'x'.repeat(60)} …`;
		expect(quotedList(names)).toBe(shown);
		expect(quotedList([...names, 'k', 'l'])).toBe(`${shown} and 2 more`);
	});
});
