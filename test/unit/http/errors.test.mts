import fc from 'fast-check';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
	errorKindOf,
	explain,
	isGoneByService,
	isNotFoundByService,
	isNotSent,
	isRefusedContent,
	isUnclear,
	mayBeCreated,
	NotSentError,
	requestError,
} from '../../../nodes/EnergyProjects/http/errors.ts';
import { failures } from '../../../nodes/EnergyProjects/http/failures.ts';
import type { FailureKind } from '../../../nodes/EnergyProjects/http/failures.ts';
import type { Failure, Outcome } from '../../../nodes/EnergyProjects/http/outcome.ts';
import { readThrown } from '../../../nodes/EnergyProjects/http/readThrown.ts';
import { redact, secretsOf } from '../../../nodes/EnergyProjects/http/redaction.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { answered, node, requestInfo } from './requests.mts';

const { endpoints } = projectRecord;
const errorOf = (outcome: Outcome, info = {}, unclear = false, note?: string) =>
	requestError(node, requestInfo(info), outcome, unclear, note);

describe('the error for an answer', () => {
	it('says what failed, the status and the words of the service', () => {
		const error = errorOf(answered(404, { message: 'No such project' }));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Could not get a project (404): No such project');
		expect(error.httpCode).toBe('404');
		expect(error.context.itemIndex).toBe(3);
		expect(errorOf(answered(500, '')).message).toBe('Could not get a project (500)');
	});

	it.each([
		[endpoints.update, 'P-009', 'Could not update project P-009 (404)'],
		[endpoints.update, ' P\n-009 ', 'Could not update project P -009 (404)'],
		[endpoints.update, '  ', 'Could not update a project (404)'],
		[endpoints.getAll, 'P-009', 'Could not list projects (404)'],
	])('names the record as the person calls it', (endpoint, about, message) => {
		expect(errorOf(answered(404, ''), { endpoint, about }).message).toBe(message);
	});

	it.each([
		[301, /^The service redirects.*Enter the final address as Base URL/],
		[400, /^Check the values of this item/],
		[401, /^Copy the whole API Key again.*For OAuth2, reconnect/],
		[403, /Use a credential that is allowed/],
		[404, /^Check the ID.*different company/],
		[405, /Check the Base URL.*newer version/],
		[409, /Read it again/],
		[413, /Send less/],
		[418, /^Check the values of this item/],
		[429, /Run it less often.*higher limit/],
		[500, /^The service has an internal problem\. Try again later/],
		[599, /Try again later/],
	])('with status %i says what to do', (status, advice) => {
		const error = errorOf(answered(status, { message: 'No' }));
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
	});

	it('puts a note first, keeps words that look like a network error, and names who answered', () => {
		const outcome = { ...answered(503, { message: 'ECONNREFUSED' }), isAtAuthServer: true };
		const error = errorOf(outcome, {}, false, 'It asked to wait.');
		expect(error.message).toBe(
			'Could not get a project: the authorization server did not renew the access token (503): ECONNREFUSED',
		);
		expect(error.description).toMatch(
			/^It asked to wait\. The authorization server has an internal/,
		);
		expect(explain(outcome, requestInfo()).problem).toMatch(/^: the authorization server did not/);
	});

	it('of a success says what is wrong with it, and no status', () => {
		const error = errorOf(answered(200, '<html>'), { expected: { form: 'record' } });
		expect(error.message).toBe('Could not get a project: the answer was not JSON');
		expect(error.description).toMatch(
			/^Check the Base URL in the credential.*address of the service itself\.$/,
		);
		expect(error.httpCode).toBeNull();
	});

	it.each([
		[endpoints.get, { message: 'No' }, /^Check the ID/],
		[endpoints.get, '<html>', /^Check the Base URL(?!.*assumed)/],
		[endpoints.update, '<html>', /^Check the Base URL.*\/projects\/\{projectId\} is assumed/],
		[endpoints.getAll, { message: 'No' }, /^Check the Base URL(?!.*assumed)/],
		[endpoints.create, { message: 'No' }, /^Check the Base URL.*\/api\/v1\/projects is assumed/],
	])('with 404 depends on what was asked for', (endpoint, body, advice) => {
		expect(errorOf(answered(404, body), { endpoint }).description).toMatch(advice);
	});

	it('tells the node what the service said about the record', () => {
		const ofRecord = { expected: { form: 'record', id: '1' } };
		const missing = errorOf(answered(404, { message: 'No' }), ofRecord);
		const gone = errorOf(answered(410, { message: 'No' }), ofRecord);
		const page = errorOf(answered(404, '<html>'), ofRecord);
		const ofList = errorOf(answered(404, { message: 'No' }), { expected: { form: 'array' } });
		expect(isNotFoundByService(ofList)).toBe(false);
		expect([missing, gone, page].map(isNotFoundByService)).toEqual([true, false, false]);
		expect([missing, gone, page].map(isGoneByService)).toEqual([false, true, false]);
		expect([errorOf(answered(500, ''), {}, true), missing, new Error()].map(isUnclear)).toEqual([
			true,
			false,
			false,
		]);
		expect(isNotFoundByService(new Error())).toBe(false);
	});
});

describe('a change that may have been carried out', () => {
	it.each([
		[
			endpoints.update,
			false,
			/\. The change may or may not have been saved\..*run this item again/,
		],
		[endpoints.delete, false, /\. The record may or may not have been deleted\..*run this item/],
		[endpoints.create, false, /\. The record may have been created.*Look for it.*Get Many/],
		[
			endpoints.create,
			true,
			/\. The record may have been created.*Run this item again in a few minutes: it looks/,
		],
		[endpoints.update, true, /\. The change may or may not have been saved/],
	])(
		'says so in its message, which is all that some AI agents show',
		(endpoint, isRepeatable, words) => {
			const info = { endpoint, isRepeatable };
			expect(errorOf(answered(502, ''), info, true).message).toMatch(words);
			// It has just said when.
			for (const status of [408, 502])
				expect(errorOf(answered(status, ''), info, true).description).not.toMatch(
					/Try again| {2}|^ | $/,
				);
			expect(errorOf(answered(502, ''), info).description).toMatch(/^The service has an internal/);
		},
	);
});

describe('what a workflow and the node decide by', () => {
	it.each([
		[400, 'refused'],
		[403, 'refused'],
		[408, 'temporary'],
		[409, 'refused'],
		[422, 'refused'],
		[429, 'temporary'],
		[500, 'temporary'],
		[599, 'temporary'],
	])('an answer with %i is %s; that of 400 and 422 is about the content', (status, kind) => {
		const error = errorOf(answered(status, { message: 'No' }));
		expect(errorKindOf(error)).toBe(kind);
		expect(isRefusedContent(error)).toBe([400, 422].includes(status));
	});

	it('only a create whose outcome is not clear may have created something', () => {
		const outcome = answered(502, '');
		const create = { endpoint: endpoints.create };
		expect(errorKindOf(errorOf(outcome, create, true))).toBe('unclear');
		expect(mayBeCreated(errorOf(outcome, create, true))).toBe(true);
		expect(mayBeCreated(errorOf(outcome, { endpoint: endpoints.update }, true))).toBe(false);
		expect(mayBeCreated(errorOf(outcome, create))).toBe(false);
	});

	it('an error that says nothing of its kind is about a value', () => {
		const error = new NodeOperationError(node, 'No');
		expect([errorKindOf(error), isRefusedContent(error)]).toEqual(['value', false]);
		const notSent = new NodeOperationError(node, new NotSentError(': a pause', ''));
		expect(errorKindOf(notSent)).toBe('notSent');
	});
});

describe('the error for a request without an answer', () => {
	const failed = (kind: FailureKind, more: Partial<Failure> = {}) =>
		errorOf({ kind, message: 'own words', code: 'CODE', ...more });
	it.each<[FailureKind, string, RegExp]>([
		['timeout', 'the service did not answer within 60 seconds (CODE)', /the option "Timeout"/],
		['unknownName', 'the address of the service was not found (CODE)', /Base URL.*typos.*DNS/],
		['noNameServer', 'the address of the service could not be looked up (CODE)', /DNS.*Base URL/],
		['refused', 'the service could not be reached (CODE)', /Check the Base URL/],
		['handshake', 'no secure connection (https://) to the service could be made (CODE)', /http:/],
		['expired', 'the certificate of the service has expired (CODE)', /clock.*Ignore SSL Issues/],
		['otherName', 'the certificate of the service is for a different address (CODE)', /Ignore SSL/],
		[
			'untrusted',
			'n8n does not trust the certificate of the service (CODE)',
			/NODE_EXTRA_CA_CERTS/,
		],
		['certificate', 'the certificate of the service was not accepted (CODE)', /Ignore SSL Issues/],
		['broken', 'the connection to the service was lost (CODE)', /network between n8n and the serv/],
		['cancelled', 'the execution was canceled (CODE)', /^Run the workflow again/],
		[
			'notConnected',
			'this account is not connected yet: open the credential and click Connect (CODE)',
			/Connect it/,
		],
		[
			'notRenewed',
			'the authorization server did not renew the access token: own words',
			/reconnect/,
		],
		[
			'lateRenewal',
			'no answer came in time while the access token was being renewed (CODE)',
			/the option "Timeout"/,
		],
		['other', 'own words', /Check the credential/],
	])('%s', (kind, problem, advice) => {
		const error = failed(kind);
		expect(error.message).toBe(`Could not get a project: ${problem}`);
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBeNull();
		expect(`${error.message}${error.description}`).not.toMatch(/[{}]|undefined/);
	});

	it.each<[string, FailureKind[]]>([
		['temporary', ['timeout', 'noNameServer', 'refused', 'broken', 'lateRenewal']],
		[
			'refused',
			['unknownName', 'handshake', 'expired', 'untrusted', 'notConnected', 'notRenewed', 'other'],
		],
	])('is %s to a workflow: %j', (kind, kinds) => {
		expect(kinds.map((one) => failed(one).context.kind)).toEqual(kinds.map(() => kind));
	});

	it('is a sentence for each kind there is, and names the authorization server', () => {
		for (const kind of Object.keys(failures) as FailureKind[]) {
			const error = failed(kind, { code: undefined, isAtAuthServer: true });
			expect(`${error.message} ${error.description}`).not.toMatch(/the service (could|did)|[{}]/);
		}
		expect(failed('refused', { isAtAuthServer: true }).description).toMatch(
			/^Check the Authorization Server URL/,
		);
	});
});

it('what was not sent is known, also if n8n has wrapped it', () => {
	const notSent = new NotSentError(', because', '');
	expect(isNotSent(notSent)).toBe(true);
	expect(isNotSent(new Error('wrapped', { cause: notSent }))).toBe(true);
	for (const other of [new Error(), new Error('x', { cause: new Error() }), undefined, 'x'])
		expect(isNotSent(other)).toBe(false);
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
	const allOf = (error: NodeApiError) =>
		[
			error.message,
			error.description,
			error.stack,
			JSON.stringify(error),
			inspect(error, { depth: null }),
		].join();

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
		[
			'JSON with escaped slashes',
			(text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
		],
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
		for (let cut = 0; cut <= key.length; cut++) {
			const blanks = ' '.repeat(20_000 - cut);
			const body = { message: `${blanks}${key} and more`, errors: { [`${blanks}${key}`]: 'x' } };
			expect(errorOf(answered(400, body), info).message).not.toContain('sk_');
		}
	});

	it('of a credential: the key, the client secret and the tokens, but no shorter text', () => {
		const oauthTokenData = {
			access_token: 'access-1',
			accessToken: 'access-2',
			refresh_token: 'refresh-1',
			id_token: 'id-token-1',
			token_type: 'bearer',
			scope: 'offline_access',
		};
		expect(
			secretsOf({
				baseUrl: 'https://api.example.com',
				apiKey: 'key-12',
				clientId: 'public-client',
				clientSecret: 'secret-1',
				oauthTokenData,
			}),
		).toEqual(['key-12', 'secret-1', 'access-1', 'access-2', 'refresh-1', 'id-token-1']);
		expect(secretsOf({ apiKey: '12345' })).toEqual([]);
		expect(secretsOf({})).toEqual([]);
	});

	it('if one is the beginning of another, has half a character, or follows a Bearer', () => {
		expect(redact('a key-123456789 b', ['key-123', 'key-123456789'])).toBe('a *** b');
		expect(redact('a b', ['key-\ud800'])).toBe('a b');
		expect(redact('authorization: bearer  abc.de~+/=- x', [])).toBe('authorization: Bearer *** x');
	});
});
