import { describe, expect, it } from 'vitest';
import { isExpectedAnswer } from '../../../../nodes/EnergyProjects/http/answers/answerForm.ts';
import type { ExpectedForm } from '../../../../nodes/EnergyProjects/http/answers/answerForm.ts';
import { readAnswer } from '../../../../nodes/EnergyProjects/http/answers/readAnswer.ts';
import { isNotFound } from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const answerOf = (body: unknown, statusCode = 200) => readAnswer({ statusCode, body });
const isExpected = (form: ExpectedForm, body: unknown, id?: string) =>
	isExpectedAnswer(answerOf(body), { form, id });

describe('a record', () => {
	it.each([
		[{ id: ID }, true],
		[{ id: ID, error: 'a field of that name' }, true],
		[{ id: 5 }, true],
		[{ id: 0 }, true],
		[{ id: '' }, false],
		[{ id: '  ' }, false],
		[{ id: null }, false],
		[{ id: NaN }, false],
		[{ id: true }, false],
		[{ id: { id: ID } }, false],
		[{ data: { id: ID } }, false],
		[{}, false],
		[[], false],
		[[{ id: ID }], false],
		['', false],
		['<html>', false],
		[null, false],
	])('%j: %s', (body, is) => {
		expect(isExpected('record', body)).toBe(is);
	});

	it.each([
		[ID, ID, true],
		[ID.toUpperCase(), ID, true],
		[ID, ` ${ID} `, true],
		[5, '5', true],
		[5, ID, false],
		['00000000-0000-4000-8000-00000000dead', ID, false],
	])('with the ID %j where %j was asked for: %s', (given, asked, is) => {
		expect(isExpected('record', { id: given }, asked)).toBe(is);
	});
});

describe('a list', () => {
	it.each([
		[[], true],
		[[{ id: ID }, { id: 5 }], true],
		[[{ id: ID }, { project: { id: ID } }], false],
		[[{ id: ID }, {}], false],
		[[null], false],
		[[[{ id: ID }]], false],
	])('%j: %s, as an array and as a page', (entries, is) => {
		expect(isExpected('array', entries)).toBe(is);
		expect(isExpected('page', { items: entries })).toBe(is);
		expect(isExpected('page', entries)).toBe(false);
		expect(isExpected('array', { items: entries })).toBe(false);
	});
});

describe.each<ExpectedForm>(['written', 'deleted'])('the answer to a change (%s)', (form) => {
	it.each([
		[{ error: 'x' }, false],
		[{ error: true }, false],
		[{ error: 1 }, false],
		[{ error: { code: 1 } }, false],
		[{ errors: ['x'] }, false],
		[{ errors: { name: ['x'] } }, false],
		[{ errors: 'x' }, false],
		[{ success: false }, false],
		[{ success: false, id: ID }, false],
		[{ error: null, errors: [], success: true }, true],
		[{ error: false }, true],
		[{ error: 0 }, true],
		[{ error: '' }, true],
		[{ error: {} }, false],
		[{ error: [], errors: {} }, true],
		[{ errors: { name: [], email: null } }, true],
		[{ errors: { name: [], email: ['x'] } }, false],
		[{ success: null }, true],
		[{ message: 'Error' }, true],
		[{}, true],
		['', true],
		['OK', false],
	])('%j: %s', (body, is) => {
		expect(isExpected(form, body)).toBe(is);
	});
});

describe('a 404 means that there is no such record', () => {
	it.each([
		[{ message: 'Not found' }, true],
		[{}, true],
		[{ items: [] }, true],
		[[], false],
		['', false],
		[undefined, false],
		[null, false],
		['Not found', false],
		['<html>', false],
		[404, false],
	])('with the body %j: %s', (body, is) => {
		expect(isNotFound(answerOf(body, 404))).toBe(is);
		expect(isNotFound(answerOf(body, 410))).toBe(false);
	});
});
