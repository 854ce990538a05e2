import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceText } from '../../../nodes/EnergyProjects/http/serviceText.ts';

describe('the text of the service, from', () => {
	it.each<[string, unknown, string]>([
		['a message', { statusCode: 400, message: 'No such project' }, 'No such project'],
		['a list of messages', { message: ['a is empty', 'b is wrong'] }, 'a is empty; b is wrong'],
		['the same message twice', { message: ['no', 'no'] }, 'no'],
		['a message beside an error', { error: 'Bad Request', message: 'a is empty' }, 'a is empty'],
		['an error with a message', { error: { code: 7, message: 'Key expired' } }, 'Key expired'],
		['an OAuth2 error', { error: 'invalid_grant', error_description: 'Code used' }, 'Code used'],
		['a field apart', { errors: [{ field: 'email', message: 'is wrong' }] }, 'email is wrong'],
		['a field twice', { errors: [{ path: 'email', message: 'email is wrong' }] }, 'email is wrong'],
		['by field', { errors: { a: ['is wrong'], b: ['x', 'y'], c: [] } }, 'a: is wrong; b: x; y'],
		['details', { message: 'No', errors: [{ instancePath: '/a', message: 'is' }] }, 'No: /a is'],
		['details that repeat it', { message: 'no', errors: ['no'] }, 'no'],
		['details of that name', { message: 'No', details: ['a', 'b'] }, 'No: a; b'],
		['a title alone', { title: 'Conflict', status: 409 }, 'Conflict'],
		['a description', { description: 'Full' }, 'Full'],
		['a detail', { type: 'about:blank', title: 'Conflict', detail: 'Changed' }, 'Changed'],
		['a detail that is a list', { detail: [{ loc: ['body'], msg: 'required' }] }, 'required'],
		['an empty message beside an error', { message: '', error: 'Gone' }, 'Gone'],
		['plain text', '  Too many\n\trequests ', 'Too many requests'],
		['JSON that came as text', '{"message":"No such project"}', 'No such project'],
		["a proxy's page", '<!DOCTYPE html><html><title>502 Bad</title><body>…', '502 Bad'],
		['a page without a title', '<html><body>…</body></html>', ''],
		['nothing', undefined, ''],
		['an object that says nothing', { statusCode: 500, message: null }, ''],
	])('%s', (_, body, text) => {
		expect(serviceText(body)).toBe(text);
	});

	it('a body of any form, nothing that a person cannot read', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				expect(serviceText(body)).not.toContain('[object Object]');
			}),
		);
	});

	it('a very long one, a part of it', () => {
		expect(serviceText('word '.repeat(10_000))).toHaveLength(19_999);
		expect(serviceText({ errors: Array.from({ length: 60 }, (_, n) => `m${n}`) })).toMatch(
			/^m0; .*m49$/,
		);
	});
});
