import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestError } from '../../../nodes/EnergyProjects/http/errors.ts';
import { readThrown } from '../../../nodes/EnergyProjects/http/outcome.ts';
import { redact, secretsOf } from '../../../nodes/EnergyProjects/http/redaction.ts';
import { answered, requestInfo } from './requestInfo.mts';

/** Nothing in the words of an error looks like this, so that finding it means it leaked. */
const secret = fc.stringMatching(/^sk_[A-Za-z0-9][A-Za-z0-9._~+/=-]{5,60}$/);

/** Everything of an error that a log, the editor or an execution's data can show. */
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

	it('where a long text is cut in the middle of it', () => {
		const key = 'sk_0123456789abcdefghijklmnopqrstuvwxyz';
		const info = requestInfo({ secrets: secretsOf({ apiKey: key }) });
		for (let length = 440; length <= 500; length++) {
			const { message } = requestError(info, answered(400, `${'x'.repeat(length)}${key}`));
			expect(message).not.toContain(key.slice(0, 10));
		}
	});

	it('where a key was pasted with blanks around it, which the service does not see', () => {
		const secrets = secretsOf({ apiKey: ' sk_0123456789 ' });
		expect(redact('The key "sk_0123456789" is not valid', secrets)).toBe(
			'The key "***" is not valid',
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

	it('are none where nothing was filled in', () => {
		expect(secretsOf({ apiKey: '', baseUrl: 'https://api.example.com' })).toEqual([]);
		expect(secretsOf({})).toEqual([]);
	});
});

describe('what is no secret', () => {
	it('stays as it is', () => {
		const words = fc.stringMatching(/^[a-z ,.:;()]*$/).filter((text) => !/bearer/i.test(text));
		fc.assert(
			fc.property(words, fc.array(secret), (text, secrets) => {
				expect(redact(text, secrets)).toBe(text);
			}),
		);
	});

	it('but follows a Bearer goes too, since it is a token nobody told us of', () => {
		expect(redact('Header "Authorization: Bearer abc.def-ghi" refused', [])).toBe(
			'Header "Authorization: Bearer ***" refused',
		);
	});
});
