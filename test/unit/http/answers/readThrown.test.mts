import { AxiosError } from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { NodeApiError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readThrown } from '../../../../nodes/EnergyProjects/http/answers/readThrown.ts';
import { node } from '../requestInfo.mts';

/** The ways in which n8n passes on what its HTTP client threw. */
const wrappings: Array<[string, (error: Error) => unknown]> = [
	['as it is', (error) => error],
	['in an error of n8n', (error) => new NodeApiError(node, error as unknown as JsonObject)],
	['as the cause of another error', (error) => new Error('Request failed', { cause: error })],
];

function refusal(status: number, data: unknown, headers = {}): AxiosError {
	const config = { headers: {} } as InternalAxiosRequestConfig;
	const response = { status, data, statusText: '', headers, config } as AxiosResponse;
	const text = `Request failed with status code ${status}`;
	return new AxiosError(text, 'ERR_BAD_REQUEST', config, {}, response);
}

describe.each(wrappings)('a failure that comes %s', (_, wrap) => {
	it.each([
		['timeout of 60000ms exceeded', 'ECONNABORTED', 'timeout'],
		['connect ETIMEDOUT 10.0.0.1:443', 'ETIMEDOUT', 'timeout'],
		['getaddrinfo ENOTFOUND api.example.invalid', 'ENOTFOUND', 'dns'],
		['getaddrinfo EAI_AGAIN api.example.invalid', 'EAI_AGAIN', 'dns'],
		['connect ECONNREFUSED 127.0.0.1:7070', 'ECONNREFUSED', 'refused'],
		['connect EHOSTUNREACH 10.0.0.1:443', 'EHOSTUNREACH', 'refused'],
		['connect ENETUNREACH 10.0.0.1:443', 'ENETUNREACH', 'refused'],
		['connect ENETDOWN 10.0.0.1:443', 'ENETDOWN', 'refused'],
		['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
		['certificate has expired', 'CERT_HAS_EXPIRED', 'tls'],
		['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
		["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
		['write EPROTO wrong version number', 'EPROTO', 'handshake'],
		['wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER', 'handshake'],
		['read ECONNRESET', 'ECONNRESET', 'broken'],
		['write EPIPE', 'EPIPE', 'broken'],
		['socket hang up', 'ECONNRESET', 'broken'],
		['canceled', 'ERR_CANCELED', 'cancelled'],
	])('%s (%s) is recognised as %s', (message, code, kind) => {
		const failure = readThrown(wrap(new AxiosError(message, code)));
		expect(failure).toMatchObject({ kind, code });
		expect(failure).not.toHaveProperty('statusCode');
	});

	it.each([
		['connect', 'refused'],
		['read', 'broken'],
		['write', 'broken'],
	])('a host that is lost in the call "%s" counts as %s', (syscall, kind) => {
		const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), {
			code: 'EHOSTUNREACH',
			syscall,
		});
		expect(readThrown(wrap(AxiosError.from(cause)))).toMatchObject({ kind });
	});

	it('keeps how long an answer that n8n refused asks to wait', () => {
		const thrown = wrap(refusal(429, {}, { 'retry-after': '7' }));
		expect(readThrown(thrown)).toMatchObject({ statusCode: 429, retryAfterMs: 7_000 });
	});

	it.each([
		['https://login.example.com/oauth2/token', 503, { isAtAuthServer: true }],
		['https://login.example.com/oauth2/token', 500, { isAtAuthServer: true }],
		['https://api.example.com/api/v1/projects', 503, {}],
	])('from %s with %i is known by its address', (url, status, expected) => {
		const error = refusal(status, '{}', { 'retry-after': '7' });
		Object.assign(error.config ?? {}, { url });
		const outcome = readThrown(wrap(error));
		expect(outcome).toMatchObject({ kind: 'answer', statusCode: status, retryAfterMs: 7_000 });
		expect({ isAtAuthServer: outcome.isAtAuthServer }).toEqual(expected);
	});

	it('keeps the status and the body of an answer that n8n refused', () => {
		const failure = readThrown(wrap(refusal(401, { message: 'Key expired' })));
		expect(failure).toMatchObject({
			kind: 'answer',
			statusCode: 401,
			body: { message: 'Key expired' },
		});
	});
});

describe('a failure', () => {
	it('without a code is recognised by its words', () => {
		expect(readThrown(new Error('timeout of 500ms exceeded')).kind).toBe('timeout');
		expect(readThrown(new Error('socket hang up')).kind).toBe('broken');
	});

	it.each([
		'Unable to sign without access token',
		'OAuth credentials not connected',
		'OAuth credentials not connected!',
	])('of an account that is not connected is recognised by its words: %s', (message) => {
		expect(readThrown(new Error(message)).kind).toBe('notConnected');
	});

	it('of any other kind keeps its words', () => {
		expect(readThrown(new Error('Node does not have this type'))).toEqual({
			kind: 'other',
			message: 'Node does not have this type',
		});
	});

	it.each([undefined, null, 'text', 7, {}])('can be anything, such as %o', (thrown) => {
		expect(readThrown(thrown)).toEqual({ kind: 'other', message: 'Unknown error' });
	});

	it('that is its own cause is read without a loop', () => {
		const error = new Error('loop');
		error.cause = error;
		expect(readThrown(error)).toMatchObject({ kind: 'other', message: 'loop' });
	});
});
