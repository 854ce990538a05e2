import { describe, expect, it } from 'vitest';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { shapeRecord } from '../../../nodes/EnergyProjects/values/output/shapes.ts';
import { shortText } from '../../../nodes/EnergyProjects/values/shortText.ts';
import { quotedList, quoted } from '../../../nodes/EnergyProjects/values/quoted.ts';
import { comparableText, normalized } from '../../../nodes/EnergyProjects/values/text.ts';
import { lastUuidIn, UUID_ALONE, UUID_EXAMPLE } from '../../../nodes/EnergyProjects/values/uuid.ts';

describe('a value in an error', () => {
	it.each<[string, unknown, string]>([
		['a text of the longest length that is shown', 'x'.repeat(60), 'x'.repeat(60)],
		['a text that is longer by one', 'x'.repeat(61), `${'x'.repeat(60)} …`],
		['a long text that begins with an emoji', `😀${'x'.repeat(99)}`, `😀${'x'.repeat(58)} …`],
		['the first entries of a list', [1, 2, 3, 4, 5, 6, 7], '[1,2,3,4,5]'],
		[
			'the first parts of an object',
			{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
			'{"a":1,"b":2,"c":3,"d":4,"e":5}',
		],
		['lists in a list, two levels deep', [[[1]], 2], '[[…],2]'],
		['objects in a list, two levels deep', [{ a: { b: 1 } }], '[{"a":…}]'],
		['a date', new Date(Number.NaN), 'Invalid Date'],
		[
			'a date from an expression in n8n',
			{ toISO: () => 'x', toString: () => '2026-12-31' },
			'2026-12-31',
		],
		['an object that only has a key of that name', { toISO: 'x' }, '{"toISO":"x"}'],
	])('is %s', (_, value, text) => {
		expect(quoted(value)).toBe(text);
	});

	it.each([
		[10, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9'],
		[11, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 1 more'],
	])('of %i names shows ten', (count, text) => {
		expect(quotedList(Array.from({ length: count }, (_, index) => String(index)))).toBe(text);
	});
});

describe('a short text', () => {
	it('has at most 400 characters, not counting blanks around it', () => {
		expect(shortText(` ${'x'.repeat(400)}\n`)).toBe('x'.repeat(400));
		expect(shortText('x'.repeat(401))).toBe('');
	});

	it.each([undefined, null, 5, true, {}, ['x']])('is not %o', (value) => {
		expect(shortText(value)).toBe('');
	});
});

describe('a text of 10,000 characters is the longest that is normalized', () => {
	const decomposed = (length: number) => `u\u0308${'X'.repeat(length - 2)}`;

	it.each([
		[10_000, `ü${'X'.repeat(9_998)}`],
		[10_001, decomposed(10_001)],
	])('%i', (length, text) => {
		expect(normalized(decomposed(length))).toBe(text);
	});

	it.each([
		[10_000, 'x'],
		[10_001, 'X'],
	])('%i, and changed to lower case', (length, letter) => {
		expect(comparableText('X'.repeat(length))).toBe(letter.repeat(length));
	});
});

describe('an ID in a text', () => {
	const other = 'AAAAAAAA-5d47-4a9b-8e21-6c0d9f7a1b34';

	it.each([
		[`https://service.example/projects/${UUID_EXAMPLE}?tab=1`, UUID_EXAMPLE],
		[`https://service.example/companies/${UUID_EXAMPLE}/projects/${other}`, other],
		['https://service.example/projects/17', undefined],
		['', undefined],
	])('%s: the last one', (text, id) => {
		expect(lastUuidIn(text)).toBe(id);
	});

	it('is alone if the whole text is one, as in the example that errors show', () => {
		expect(UUID_ALONE.test(UUID_EXAMPLE)).toBe(true);
		expect(UUID_ALONE.test(other)).toBe(true);
		expect(UUID_ALONE.test(`${other}0`)).toBe(false);
		expect(UUID_ALONE.test(`0${other}`)).toBe(false);
	});
});

it('if no field is chosen, the selected fields are the ID', () => {
	expect(shapeRecord(projectRecord, { id: 'p1', name: 'A' }, 'selectedFields')).toEqual({
		id: 'p1',
	});
});
