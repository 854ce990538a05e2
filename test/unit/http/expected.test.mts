import { expect, it } from 'vitest';
import { problemWith } from '../../../nodes/EnergyProjects/http/expected.ts';
import type { ExpectedForm } from '../../../nodes/EnergyProjects/http/expected.ts';
import { answered } from './requests.mts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const problem = (form: ExpectedForm | undefined, body: unknown, id?: string) =>
	problemWith(answered(200, body), { form, id });
const letters = Object.fromEntries([...'abcdefghijkl'].map((letter) => [letter, 1]));
const NO_RECORD = 'the answer was not a record with an ID, but';
const FAILED = 'the service answered with an error';

it.each<[ExpectedForm | undefined, unknown, string?]>([
	[undefined, 'OK', 'the answer was not JSON'],
	['record', { id: ` ${ID.toUpperCase()} ` }],
	['record', { id: ID, error: 'a field of that name' }],
	['record', { id: '  ' }, `${NO_RECORD} an object with id`],
	['record', {}, `${NO_RECORD} an object with no fields`],
	['record', { id: 5 }, 'the answer was another record, with the ID 5'],
	['record', 5, `${NO_RECORD} a number`],
	['record', { message: 'Soon', at: 1 }, `${NO_RECORD} an object with message, at: Soon`],
	['record', letters, `${NO_RECORD} an object with a, b, c, d, e, f, g, h, i, j`],
	['written', [], 'the answer was not a record, but a list'],
	['deleted', []],
	['page', [], 'the answer was not the expected page, but a list'],
	['page', {}, 'the answer was not the expected page, but an object with no fields'],
	['array', { items: [] }, 'the answer was not the expected array, but an object with items'],
	['array', undefined, 'the answer was not the expected array, but empty'],
])('an answer in the place of a %s, and what is wrong with it: %j', (form, body, words) => {
	expect(problem(form, body, ID)).toBe(words);
});

it.each<[unknown, string?]>([
	[[]],
	[[{ id: ID }, { id: 5 }]],
	[[{ id: ID }, {}], 'entry 2 of the list is an object with no fields, not a record with an ID'],
	[[null], 'entry 1 of the list is empty, not a record with an ID'],
])('a list with the entries %j, as an array and as a page: %s', (entries, words) => {
	expect(problem('array', entries)).toBe(words);
	expect(problem('page', { items: entries })).toBe(words);
});

it.each<[unknown, string?]>([
	[{ error: 'Full' }, `${FAILED}: Full`],
	[{ errors: { name: [], email: ['x'] } }, `${FAILED}: email: x`],
	[{ success: false, id: ID }, `${FAILED}, but did not say which one`],
	[{ error: null, errors: [], success: true }],
	[''],
	[null],
])('the answer to a change, or beside a list, that says %j: %s', (body, words) => {
	expect(problem('written', body)).toBe(words);
	expect(problem('deleted', body)).toBe(words);
	expect(problem('page', { items: [], ...(body as object) })).toBe(words);
});
