import { describe, expect, it } from 'vitest';
import {
	compareTexts,
	idIn,
	quoted,
	quotedList,
	refuseExpression,
	typedText,
} from '../../../nodes/EnergyProjects/values/text.ts';
import { UUID_EXAMPLE } from '../../../nodes/EnergyProjects/service/ids.ts';

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
	expect(() => refuseExpression(text)).toThrow(
		/ is an expression that n8n did not evaluate\. Write it under Expression; in JSON, put = in front of it\.$/,
	);
});

it.each(['{{', '}} {{', '{ $json.phone }', '{"a":{"b":{}}}', '$json.phone', 5, null, undefined])(
	'%j is none',
	(value) => {
		expect(() => refuseExpression(value)).not.toThrow();
	},
);

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
		[`${app}/projects/P-001`, undefined],
		[`${app}/projects?id=${A}`, undefined],
		[`${app}/projects#${A}`, undefined],
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
