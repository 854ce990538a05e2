import { describe, expect, it } from 'vitest';
import { problemWith } from '../../../nodes/EnergyProjects/http/expected.ts';
import type { ExpectedForm } from '../../../nodes/EnergyProjects/http/expected.ts';
import { answered } from './requests.mts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const problem = (form: ExpectedForm | undefined, body: unknown, id?: string) =>
	problemWith(answered(200, body), { form, id });
const isExpected = (...given: Parameters<typeof problem>) => problem(...given) === undefined;

describe('a record', () => {
	it.each([
		[{ id: ID }, true],
		[{ id: ID, error: 'a field of that name' }, true],
		[{ id: '  ' }, false],
		[{}, false],
	])('%j: %s', (body, is) => {
		expect(isExpected('record', body)).toBe(is);
	});

	it.each([
		[ID, ID, true],
		[ID.toUpperCase(), ` ${ID} `, true],
		[5, ID, false],
	])('with the ID %j where %j was asked for: %s', (given, asked, is) => {
		expect(isExpected('record', { id: given }, asked)).toBe(is);
	});
});

it.each([
	[[], true],
	[[{ id: ID }, { id: 5 }], true],
	[[{ id: ID }, {}], false],
	[[null], false],
	['no list', false],
])('a list with the entries %j: %s, as an array and as a page', (entries, is) => {
	expect(isExpected('array', entries)).toBe(is);
	expect(isExpected('page', { items: entries })).toBe(is);
	expect(isExpected('page', entries)).toBe(false);
	expect(isExpected('array', { items: entries })).toBe(false);
});

describe.each<ExpectedForm>(['written', 'deleted'])('the answer to a change (%s)', (form) => {
	it.each([
		[{ error: 'x' }, false],
		[{ errors: { name: [], email: ['x'] } }, false],
		[{ success: false, id: ID }, false],
		[{ error: null, errors: [], success: true }, true],
		['OK', false],
		['', true],
		[null, true],
	])('%j: %s', (body, is) => {
		expect(isExpected(form, body)).toBe(is);
		if (typeof body === 'object') expect(isExpected('page', { items: [], ...body })).toBe(is);
	});

	it(`may be a list: ${form === 'deleted'}`, () => {
		expect(isExpected(form, [])).toBe(form === 'deleted');
	});
});

const NO_RECORD = 'the answer was not a record with an ID, but';
const letters = Object.fromEntries([...'abcdefghijkl'].map((letter) => [letter, 1]));

it.each<[ExpectedForm | undefined, unknown, string]>([
	[undefined, 'OK', 'the answer was not JSON'],
	['record', {}, `${NO_RECORD} an object with no fields`],
	['record', { id: 'other' }, 'the answer was another record, with the ID other'],
	['record', 5, `${NO_RECORD} a number`],
	['record', { message: 'Soon', at: 1 }, `${NO_RECORD} an object with message, at: Soon`],
	['record', letters, `${NO_RECORD} an object with a, b, c, d, e, f, g, h, i, j`],
	['written', { error: 'Full' }, 'the service answered with an error: Full'],
	['written', { success: false }, 'the service answered with an error, but did not say which one'],
	['written', [], 'the answer was not a record, but a list'],
	['page', {}, 'the answer was not the expected page, but an object with no fields'],
	['array', undefined, 'the answer was not the expected array, but empty'],
	['array', [{ id: ID }, null], 'entry 2 of the list is empty, not a record with an ID'],
])('says what is wrong (%s, %j)', (form, body, words) => {
	expect(problem(form, body, ID)).toBe(words);
});
