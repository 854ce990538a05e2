import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestError } from '../../../../nodes/EnergyProjects/http/errors/requestError.ts';
import { readThrown } from '../../../../nodes/EnergyProjects/http/answers/readThrown.ts';
import { redact, secretsOf } from '../../../../nodes/EnergyProjects/http/secrets/redaction.ts';
import { answered, requestInfo } from '../requestInfo.mts';

/** No error text looks like this: if it appears, it has leaked. */
const secret = fc.stringMatching(/^sk_[A-Za-z0-9][A-Za-z0-9._~+/=-]{5,60}$/);

/** Everything in an error that a log, the editor or the data of an execution can show. */
const allOf = (error: Error & { description?: string | null }) =>
	[
		error.message,
		error.description,
		error.stack,
		JSON.stringify(error),
		inspect(error, { depth: null, showHidden: true }),
	].join('\n');

const bodies: Array<(text: string) => unknown> = [
	(text) => text,
	(text) => ({ message: `The key ${text} is not valid` }),
	(text) => ({ error: { message: `Bearer ${text} expired` } }),
	(text) => ({ errors: [{ field: text, message: 'is wrong' }] }),
	(text) => ({ errors: { [text]: ['is wrong'] } }),
	(text) => JSON.stringify({ detail: `x-api-key: ${text}` }),
	(text) => `<html><title>${text}</title></html>`,
];

describe('no secret appears', () => {
	it('in the error for an answer, whatever the service repeats', () => {
		fc.assert(
			fc.property(
				secret,
				fc.constantFrom(...bodies),
				fc.integer({ min: 300, max: 599 }),
				(text, body, status) => {
					const info = requestInfo({ secrets: secretsOf({ apiKey: text }) });
					expect(allOf(requestError(info, answered(status, body(text))))).not.toContain(text);
				},
			),
		);
	});

	it('in the error for a failure, though the error of the HTTP client carries the request', () => {
		fc.assert(
			fc.property(secret, fc.constantFrom('ECONNRESET', 'ENOTFOUND', 'OTHER'), (text, code) => {
				const thrown = Object.assign(new Error(`Could not use ${text}`), {
					code,
					config: { headers: { 'x-api-key': text } },
					request: { headers: { authorization: `Bearer ${text}` } },
				});
				const info = requestInfo({ secrets: secretsOf({ apiKey: text }) });
				expect(allOf(requestError(info, readThrown(thrown)))).not.toContain(text);
			}),
		);
	});

	it('of those in any credential, in any text', () => {
		fc.assert(
			fc.property(secret, secret, secret, fc.string(), (access, refresh, client, words) => {
				const secrets = secretsOf({
					clientSecret: client,
					oauthTokenData: { access_token: access, refresh_token: refresh },
				});
				const clean = redact([words, access, refresh, client, words].join(' '), secrets);
				for (const text of [access, refresh, client]) expect(clean).not.toContain(text);
			}),
		);
	});

	const special = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 });
	const encoders: Record<string, (text: string) => string> = {
		JSON: (text) => JSON.stringify(text),
		'JSON with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
		'JSON in ASCII': (text) =>
			JSON.stringify(text).replace(/[\x80-\uffff]/g, (unit) => `\\u${hex(unit, 4)}`),
		'JSON that is safe in HTML': (text) =>
			JSON.stringify(text).replace(/[<>&]/g, (unit) => `\\u${hex(unit, 4)}`),
		'JSON in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
		'an address': encodeURIComponent,
		'an address in small letters': (text) =>
			encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
		'a form': (text) => new URLSearchParams({ text }).toString(),
		'an address in JSON': (text) => JSON.stringify(encodeURIComponent(text)),
		HTML: (text) =>
			text
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#39;'),
		'JSON in HTML': (text) =>
			JSON.stringify(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
		'JSON in an address': (text) => encodeURIComponent(JSON.stringify(text)),
		'HTML by numbers': (text) => text.replace(/[^\w-]/gu, (sign) => `&#${sign.codePointAt(0)};`),
		base64: (text) => Buffer.from(text).toString('base64'),
		'base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
		'a base64 of a name and it': (text) => Buffer.from(`client:${text}`).toString('base64'),
		'a base64 with something behind it': (text) => Buffer.from(`a:${text}:b`).toString('base64'),
		'base64 in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
	};
	const hex = (unit: string, digits: number) =>
		unit.charCodeAt(0).toString(16).padStart(digits, '0');
	/** In a longer base64, the first and last characters also stand for the text around it. */
	const coreOf = (name: string, form: string) =>
		name.startsWith('a base64') ? form.slice(12, -8) : form.replace(/^"+|"+$/g, '');

	it.each(Object.entries(encoders))('as %s writes it', (name, encode) => {
		fc.assert(
			fc.property(fc.oneof(secret, special), (text) => {
				fc.pre(text.trim() === text);
				const clean = redact(`It was ${encode(text)} indeed`, secretsOf({ apiKey: text }));
				const core = coreOf(name, encode(text));
				if (core.length >= 6) expect(clean).not.toContain(core);
				expect(clean).toContain('***');
			}),
		);
	});

	it.each(['\\ !bcde', 'key\\\\42', '\\\\\\!!!!'])(
		'with a backslash, as HTML by numbers: %s',
		(text) => {
			for (const base of [10, 16]) {
				const numbers = text.replace(/[^\w-]/gu, (sign) => {
					const number = sign.charCodeAt(0).toString(base);
					return `&#${base === 16 ? 'x' : ''}${number};`;
				});
				expect(redact(`It was ${numbers}.`, secretsOf({ apiKey: text }))).toBe('It was ***.');
			}
		},
	);

	it('if a long text is cut in the middle of it', () => {
		const key = 'sk_0123456789abcdefghijklmnopqrstuvwxyz';
		const info = requestInfo({ secrets: secretsOf({ apiKey: key }) });
		for (let length = 440; length <= 500; length++) {
			const { message } = requestError(info, answered(400, `${'x'.repeat(length)}${key}`));
			expect(message).not.toContain(key.slice(0, 10));
		}
	});

	it('if a key was pasted with blanks around it, which the service does not see', () => {
		const secrets = secretsOf({ apiKey: ' sk_0123456789 ' });
		expect(redact('The key "sk_0123456789" is not valid', secrets)).toBe(
			'The key "***" is not valid',
		);
	});
});

describe('a secret of any length', () => {
	/** Letters, digits and special characters without a pattern. */
	const long = (length: number, special = '') =>
		Array.from({ length }, (_, index) =>
			index % 7 === 3 && special !== ''
				? special[(index / 7) % special.length | 0]
				: (((index * index * 7919 + 31 * index ** 3) % 9973) % 36).toString(36),
		).join('');

	it.each([6, 499, 500, 501, 506, 1_000, 2_048, 5_003])(
		'%i: is replaced as a whole, and the words around it stay',
		(length) => {
			for (const special of ['', '.', '/"<&', '\\', '😀']) {
				const key = long(length, special);
				for (const spelled of [key, JSON.stringify(key).slice(1, -1)]) {
					const shown = redact(`The key ${spelled} is wrong`, secretsOf({ apiKey: key }));
					expect(shown).toBe('The key *** is wrong');
				}
			}
		},
	);

	it.each([20_000, 1_000_000])('%i, longer than any header: does no harm', (length) => {
		const secrets = secretsOf({ apiKey: long(length, '/"<&') });
		expect(redact('The key is wrong', secrets)).toBe('The key is wrong');
		expect(redact(`The key ${secrets[0].slice(0, 5_000)} is wrong`, secrets)).toBe(
			'The key *** is wrong',
		);
	});

	it('leaves other asterisks alone', () => {
		expect(redact('Card ********1234', secretsOf({ apiKey: 'sk_0123456789' }))).toBe(
			'Card ********1234',
		);
	});
});

describe('the secrets of a credential', () => {
	it('are the API key, the client secret and the tokens', () => {
		const secrets = secretsOf({
			baseUrl: 'https://api.example.com',
			apiKey: 'key-123456',
			clientId: 'public-client',
			clientSecret: 'secret-123456',
			oauthTokenData: {
				access_token: 'access-123456',
				refresh_token: 'refresh-123456',
				id_token: 'id-123456',
				token_type: 'bearer',
				scope: 'offline_access',
			},
		});
		expect(secrets.sort()).toEqual([
			'access-123456',
			'id-123456',
			'key-123456',
			'refresh-123456',
			'secret-123456',
		]);
	});

	it('are none if nothing was filled in', () => {
		expect(secretsOf({ apiKey: '', baseUrl: 'https://api.example.com' })).toEqual([]);
		expect(secretsOf({})).toEqual([]);
	});
});

describe('a text without a secret', () => {
	it('stays as it is', () => {
		const words = fc.stringMatching(/^[a-z ,.:;()]*$/).filter((text) => !/bearer/i.test(text));
		fc.assert(
			fc.property(words, fc.array(secret), (text, secrets) => {
				expect(redact(text, secrets)).toBe(text);
			}),
		);
	});

	it('loses what follows a Bearer: that is a token, even if it is not in the credential', () => {
		expect(redact('Header "Authorization: Bearer abc.def-ghi" refused', [])).toBe(
			'Header "Authorization: Bearer ***" refused',
		);
	});
});
