import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serviceText } from '../../../../nodes/EnergyProjects/http/errors/serviceText.ts';

describe('the text of the service, from', () => {
	it.each([
		['a message', { statusCode: 400, message: 'No such project' }, 'No such project'],
		[
			'a list of messages',
			{ message: ['name is empty', 'source is wrong'] },
			'name is empty; source is wrong',
		],
		['the same message twice', { message: ['no', 'no'] }, 'no'],
		['an error', { error: 'Forbidden' }, 'Forbidden'],
		[
			'a message beside an error',
			{ error: 'Bad Request', message: 'name is empty' },
			'name is empty',
		],
		['an error with a message', { error: { code: 7, message: 'Key expired' } }, 'Key expired'],
		['an OAuth2 error', { error: 'invalid_grant', error_description: 'Code used' }, 'Code used'],
		['errors as texts', { errors: ['name is empty', 'too long'] }, 'name is empty; too long'],
		['errors with messages', { errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
		[
			'errors that name their field apart',
			{ errors: [{ field: 'email', message: 'is invalid' }] },
			'email is invalid',
		],
		[
			'errors that name their field in the message too',
			{ errors: [{ path: 'email', message: 'email is invalid' }] },
			'email is invalid',
		],
		[
			'errors by field',
			{ errors: { email: ['is invalid'], firstName: ['is missing'] } },
			'email: is invalid; firstName: is missing',
		],
		[
			'a message with its details',
			{ message: 'Validation failed', errors: [{ instancePath: '/name', message: 'is empty' }] },
			'Validation failed: /name is empty',
		],
		['a message that its details repeat', { message: 'no', errors: ['no'] }, 'no'],
		['a detail', { type: 'about:blank', title: 'Conflict', detail: 'Changed' }, 'Changed'],
		['a title alone', { title: 'Conflict', status: 409 }, 'Conflict'],
		['a detail that is a list', { detail: [{ loc: ['body'], msg: 'required' }] }, 'required'],
		['an empty message beside an error', { message: '', error: 'Gone' }, 'Gone'],
		['a list', [{ message: 'one' }, 'two'], 'one; two'],
		['plain text', '  Too many\n\trequests ', 'Too many requests'],
		['JSON that came as text', '{"message":"No such project"}', 'No such project'],
		['something that only begins like JSON', '{no json', '{no json'],
		[
			"a proxy's page",
			'<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>…</body></html>',
			'502 Bad Gateway',
		],
		['a page without a title', '<html><body>…</body></html>', ''],
		['nothing', undefined, ''],
		['null', null, ''],
		['an empty object', {}, ''],
		['an object that says nothing', { statusCode: 500, message: null }, ''],
	])('%s', (_, body, text) => {
		expect(serviceText(body)).toBe(text);
	});

	it('whatever the form, a message comes through in its own words', () => {
		const words = fc.stringMatching(/^[A-Z][a-z]{2,12}( [a-z]{2,12}){0,5}$/);
		const forms: Array<(text: string) => unknown> = [
			(text) => text,
			(text) => ({ message: text }),
			(text) => ({ message: [text] }),
			(text) => ({ error: text }),
			(text) => ({ error: { message: text } }),
			(text) => ({ errors: [text] }),
			(text) => ({ errors: [{ message: text }] }),
			(text) => ({ errors: { name: [text] } }),
			(text) => ({ detail: text }),
			(text) => ({ title: text }),
			(text) => JSON.stringify({ message: text }),
		];
		fc.assert(
			fc.property(words, fc.constantFrom(...forms), (text, form) => {
				expect(serviceText(form(text))).toContain(text);
			}),
		);
	});

	it('a body of any other form, nothing that a person cannot read', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				expect(serviceText(body)).not.toContain('[object Object]');
			}),
		);
	});

	it('a very long text, its beginning', () => {
		expect(serviceText('word '.repeat(10_000))).toMatch(/^word (word ){50,200}.{0,10} …$/);
	});
});

describe('of a body of 5 MB, only the first 20,000 characters are read', () => {
	const SECRET = 'sk_0123456789';
	const fill = (text: string) => text.repeat(5_000_000 / text.length);
	const many = <T,>(entry: (index: number) => T) =>
		Array.from({ length: 300_000 }, (_, n) => entry(n));
	/** How many characters each search, replacement and parsing got. */
	const watchReading = () => {
		const lengths = [0];
		for (const name of ['replace', 'trim', 'match'] as const) {
			const original = String.prototype[name] as (...given: unknown[]) => unknown;
			vi.spyOn(String.prototype, name).mockImplementation(function (
				this: string,
				...given: unknown[]
			) {
				lengths.push(this.length);
				return original.apply(this, given) as never;
			});
		}
		const { parse } = JSON;
		vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
			lengths.push(text.length);
			return parse(text);
		});
		return lengths;
	};
	afterEach(() => {
		vi.restoreAllMocks();
	});

	it.each<[string, () => unknown, RegExp]>([
		['plain text', () => fill('words '), /^(words )+/],
		['blanks before the text', () => `${fill(' ')}late`, /^$/],
		['a list in JSON that came as text', () => `[${fill('"a",')}1]`, /^\["a"/],
		['brackets', () => fill('['), /^\[+/],
		['a page', () => `<html><title>502</title>${fill('<p>')}`, /^502$/],
		['a message', () => ({ message: fill('words ') }), /^(words )+/],
		['a message after a long trace', () => ({ trace: fill('at '), message: 'Late' }), /^Late$/],
		['a list of messages', () => ({ message: many((n) => `m${n}`) }), /^m0; m1; /],
		['a list of errors', () => ({ errors: many((n) => ({ message: `m${n}` })) }), /^m0; m1; /],
		['empty texts', () => ({ errors: many(() => '') }), /^$/],
		['a long field', () => ({ errors: [{ field: fill('f'), message: 'no' }] }), /^f+/],
	])('%s', (_, body, text) => {
		const given = body();
		const lengths = watchReading();
		const said = serviceText(given, [SECRET]);
		vi.restoreAllMocks();
		// The texts of a list are joined with a separator.
		expect(Math.max(...lengths)).toBeLessThanOrEqual(3 * 20_000);
		expect(said.length).toBeLessThanOrEqual(502);
		expect(said).toMatch(text);
	});

	it('entries behind them are not touched', () => {
		let touched = 0;
		const entry = {
			get message() {
				return `m${++touched}`;
			},
		};
		serviceText({ errors: many(() => entry) });
		expect(touched).toBeGreaterThan(10);
		expect(touched).toBeLessThan(20_000);
	});

	it('and no part of a secret remains where they end', () => {
		const secrets = [SECRET];
		for (let cut = 0; cut <= SECRET.length; cut++) {
			const blanks = ' '.repeat(20_000 - 1 - cut);
			expect(serviceText(`${blanks}${SECRET}${' and more'.repeat(9)}`, secrets)).not.toContain(
				'sk_',
			);
			const repeated = `${SECRET} `.repeat(2_000).slice(0, 20_000 - cut);
			expect(serviceText(`${repeated}${SECRET}`, secrets)).not.toContain('sk_');
		}
	});
});
