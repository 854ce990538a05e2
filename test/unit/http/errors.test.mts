import fc from 'fast-check';
import type { NodeApiError } from 'n8n-workflow';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
	errorKindOf,
	explain,
	isGone,
	isRefusedContent,
	isUnclear,
	mayBeCreated,
	requestError,
} from '../../../nodes/EnergyProjects/http/errors.ts';
import { readThrown } from '../../../nodes/EnergyProjects/http/readThrown.ts';
import { redact, secretsOf } from '../../../nodes/EnergyProjects/http/redaction.ts';
import type { Outcome } from '../../../nodes/EnergyProjects/http/verdicts.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { answered, node, requestInfo } from './requests.mts';

const { endpoints } = projectResource;
const errorOf = (outcome: Outcome, info = {}, unclear = false, note?: string) =>
	requestError(node, requestInfo(info), outcome, unclear, note);

describe('the error for an answer', () => {
	it.each([
		[endpoints.update, ' P\n-009 ', 'Could not update project P -009 (404)'],
		[endpoints.getAll, 'P-009', 'Could not list projects (404)'],
	])('names the record as the person calls it', (endpoint, about, message) => {
		expect(errorOf(answered(404, ''), { endpoint, about }).message).toBe(message);
	});

	const { get, getAll, create } = endpoints;
	it.each([
		[301, get, { message: 'No' }, /Enter the final address as Base URL/],
		[409, get, { message: 'No' }, /Read it again/],
		[413, get, { message: 'No' }, /Send less/],
		[429, get, { message: 'No' }, /Run it less often.*higher limit/],
		// It may not come from the service.
		[401, get, '', /First check the Base URL/],
		[403, get, '<html>', /something in between, such as a firewall\. (?!.*not allowed)/],
		// It depends on what was asked for.
		[404, get, { message: 'No' }, /^Check the ID/],
		[404, get, [{ message: 'No' }], /^Check the Base URL/],
		[410, get, [{ message: 'No' }], /^Check the Base URL/],
		[404, getAll, { message: 'No' }, /^Check the Base URL(?!.*assumed)/],
		[404, create, { message: 'No' }, /^Check the Base URL.*\/api\/v1\/projects is assumed/],
	])('with status %i says what to do (%#)', (status, endpoint, body, advice) => {
		const error = errorOf(answered(status, body), { endpoint });
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
	});

	it('puts a note first, keeps words that look like a network error, and names who answered', () => {
		const outcome = { ...answered(503, { message: 'ECONNREFUSED' }), isAtAuthServer: true };
		const error = errorOf(outcome, {}, false, 'It asked to wait.');
		expect(error.message).toMatch(/authorization server did not renew .* \(503\): ECONNREFUSED$/);
		expect(error.description).toMatch(/^It asked to wait\. .* problem of the authorization server/);
		expect(explain(outcome, requestInfo()).problem).toMatch(/^: the authorization server did not/);
	});

	it('takes the reason out of the codes and file names of OpenSSL, as from a server without https', () => {
		const thrown = new Error(
			'write EPROTO 80B2E1D5A07F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:354:\n',
		);
		expect(errorOf(readThrown(Object.assign(thrown, { code: 'EPROTO' }))).message).toBe(
			'Could not get a project: no secure connection (https://) to the service could be made: write EPROTO wrong version number',
		);
	});
});

it.each([
	[endpoints.update, false, /\. The change may or may not have been saved\./],
	[endpoints.create, false, /\. The record may have been created.*Look for it/],
	[endpoints.create, true, /\. The record may have been created.*Run this item again in a few/],
])(
	'a change that may have been carried out says so in its message, which is all that some AI agents show',
	(endpoint, isRepeatable, words) => {
		const info = { endpoint, isRepeatable };
		expect(errorOf(answered(502, ''), info, true).message).toMatch(words);
		// It has just said when.
		const again = /Try again| {2}|^ | $/;
		for (const status of [408, 502])
			expect(errorOf(answered(status, ''), info, true).description).not.toMatch(again);
	},
);

describe('what a workflow and the node decide by', () => {
	it.each([
		[403, 'refused'],
		[422, 'refused'],
		[599, 'temporary'],
	])('an answer with %i is %s; that of 400 and 422 is about the content', (status, kind) => {
		const error = errorOf(answered(status, { message: 'No' }));
		expect(errorKindOf(error)).toBe(kind);
		expect(isRefusedContent(error)).toBe([400, 422].includes(status));
	});

	it('only a record that was asked for can be gone, by 404 or 410', () => {
		const ofRecord = { expected: { form: 'record', id: '1' } };
		const errors = [
			errorOf(answered(404, { message: 'No' }), ofRecord),
			errorOf(answered(410, { message: 'No' }), ofRecord),
			errorOf(answered(404, '<html>'), ofRecord),
			errorOf(answered(404, { message: 'No' }), { expected: { form: 'array' } }),
			new Error(),
		];
		expect(errors.map(isGone)).toEqual([true, true, false, false, false]);
	});

	it('only a create whose outcome is not clear may have created something', () => {
		const outcome = answered(502, '');
		const create = { endpoint: endpoints.create };
		expect(errorKindOf(errorOf(outcome, create, true))).toBe('unclear');
		const errors = [
			errorOf(outcome, create, true),
			errorOf(outcome, { endpoint: endpoints.update }, true),
			errorOf(outcome, create),
		];
		expect(errors.map(isUnclear)).toEqual([true, true, false]);
		expect(errors.map(mayBeCreated)).toEqual([true, false, false]);
	});
});

describe('no secret appears', () => {
	/** No error text looks like this: if it appears, it has leaked. */
	const secret = fc.stringMatching(/^sk_[A-Za-z0-9][A-Za-z0-9._~+/=-]{5,60}$/);
	const bodies: Array<(text: string) => unknown> = [
		(text) => text,
		(text) => ({ error: { message: `Bearer ${text} expired` } }),
		(text) => ({ errors: [{ field: text, message: 'is wrong' }] }),
		(text) => ({ errors: { [text]: ['is wrong'] } }),
		(text) => JSON.stringify({ detail: `x-api-key: ${text}` }),
		(text) => `<html><title>${text}</title></html>`,
	];
	/** Everything in an error that a log, the editor or the data of an execution can show. */
	const allOf = (error: NodeApiError) => {
		const texts = [error.message, error.description, error.stack, JSON.stringify(error)];
		return [...texts, inspect(error, { depth: null })].join();
	};

	it('in an error, whatever the service or the HTTP client repeats', () => {
		fc.assert(
			fc.property(secret, fc.constantFrom(...bodies), (text, body) => {
				const info = { secrets: secretsOf({ apiKey: text }), about: text };
				expect(allOf(errorOf(answered(422, body(text)), info))).not.toContain(text);
				const thrown = Object.assign(new Error(`Could not use ${text}`), {
					config: { headers: { 'x-api-key': text } },
				});
				expect(allOf(errorOf(readThrown(thrown), info))).not.toContain(text);
			}),
		);
	});

	const special = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 });
	it.each<[string, (text: string) => string]>([
		['plain', (text) => text],
		['JSON', (text) => JSON.stringify(text).slice(1, -1)],
		['JSON, slashes escaped', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
		['an address', encodeURIComponent],
		[
			'an address in small letters',
			(text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
		],
		['a form', (text) => new URLSearchParams({ text }).toString().slice('text='.length)],
	])('as %s spells it', (_, spell) => {
		fc.assert(
			fc.property(fc.oneof(secret, special), (text) => {
				fc.pre(text.trim() === text && text.length >= 6);
				expect(redact(`It was ${spell(text)} indeed`, secretsOf({ apiKey: ` ${text}\n` }))).toBe(
					'It was *** indeed',
				);
			}),
		);
	});

	it('where a text is cut: redacted first, and no last word of a very long text', () => {
		const key = 'sk_0123456789abcdefghijklmnopqrstuvwxyz';
		const info = { secrets: secretsOf({ apiKey: key }) };
		for (let length = 540; length <= 620; length += 3) {
			const { message } = errorOf(answered(400, `${'x'.repeat(length)}${key}`), info);
			expect(message).not.toContain(key.slice(0, 6));
			expect(message.length).toBeLessThanOrEqual(602);
		}
		for (let cut = 0; cut <= key.length; cut += 3) {
			const blanks = ' '.repeat(20_000 - cut);
			const body = { message: `${blanks}${key} and more`, errors: { [`${blanks}${key}`]: 'x' } };
			expect(errorOf(answered(400, body), info).message).not.toContain('sk_');
		}
	});

	it('of a credential: the key, the client secret and the tokens, but no shorter text', () => {
		const oauthTokenData = {
			...{ access_token: 'access-1', accessToken: 'access-2', refresh_token: 'refresh-1' },
			...{ id_token: 'id-token-1', token_type: 'bearer', scope: 'offline_access' },
		};
		const credential = {
			...{ baseUrl: 'https://api.example.com', apiKey: 'key-12', clientId: 'public-client' },
			...{ clientSecret: 'secret-1', oauthTokenData },
		};
		const secrets = ['key-12', 'secret-1', 'access-1', 'access-2', 'refresh-1', 'id-token-1'];
		expect(secretsOf(credential)).toEqual(secrets);
		expect(secretsOf({ apiKey: '12345' })).toEqual([]);
		expect(secretsOf({})).toEqual([]);
	});

	it('if one is the beginning of another or comes often, has half a character, or follows a Bearer', () => {
		expect(redact('key-1234'.repeat(20), ['key-123', 'key-1234'])).toBe('***'.repeat(20));
		expect(redact('a b', ['key-\ud800'])).toBe('a b');
		expect(redact('authorization: bearer  abc.de~+/=- x', [])).toBe('authorization: Bearer *** x');
	});
});
