import { AxiosError } from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { NodeApiError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	isGone,
	isNotFound,
	isSuccess,
	mayHaveArrived,
} from '../../../nodes/EnergyProjects/http/outcome.ts';
import { readThrown } from '../../../nodes/EnergyProjects/http/readThrown.ts';
import { answered, node } from './requests.mts';

describe('Retry-After', () => {
	const read = (value: unknown, date?: string) =>
		answered(429, {}, { 'retry-after': value, ...(date !== undefined && { date }) }).retryAfterMs;
	it.each([
		['7', 7_000],
		[' 7 ', 7_000],
		[7, 7_000],
		['0', 0],
		['0.25', 250],
		['20261231', 20_261_231_000],
		['', undefined],
		[undefined, undefined],
		['soon', undefined],
		['-5', undefined],
		['2026-12-31', undefined],
		['June', undefined],
		['Mon, the first', undefined],
	])('%j means %s milliseconds', (value, ms) => {
		expect(read(value)).toBe(ms);
	});

	it('as a date counts from the Date of the answer, or else from now', () => {
		const until = 'Wed, 21 Oct 2026 07:28:30 GMT';
		expect(read(until, 'Wed, 21 Oct 2026 07:28:00 GMT')).toBe(30_000);
		expect(read(until, 'Wed, 21 Oct 2026 08:00:00 GMT')).toBe(0);
		const soon = new Date(Date.now() + 5_000).toUTCString();
		for (const date of [undefined, 'now']) {
			expect(read(soon, date)).toBeGreaterThan(3_000);
			expect(read(soon, date)).toBeLessThanOrEqual(5_000);
		}
	});
});

describe('an answer', () => {
	it.each([
		[199, false],
		[200, true],
		[204, true],
		[299, true],
		[300, false],
	])('with %i is a success: %s', (status, is) => {
		expect(isSuccess(answered(status, {}))).toBe(is);
	});

	it.each([null, '', undefined])('with the body %j is empty', (body) => {
		expect(answered(200, body)).toMatchObject({ body: undefined });
	});

	it.each([
		[{ message: 'Not found' }, true],
		[{}, true],
		[[], false],
		['', false],
		[undefined, false],
		[null, false],
		['<html>', false],
		[404, false],
	])('of 404 or 410 with the body %j speaks of the record: %s', (body, is) => {
		expect(isNotFound(answered(404, body))).toBe(is);
		expect(isNotFound(answered(410, body))).toBe(false);
		expect(isGone(answered(410, body))).toBe(is);
		expect(isGone(answered(404, body))).toBe(false);
	});

	it.each([
		[200, true],
		[302, false],
		[303, true],
		[400, false],
		[408, true],
		[429, false],
		[499, false],
		[500, true],
		[503, true],
	])('with %i leaves open that the request was carried out: %s', (status, may) => {
		expect(mayHaveArrived(answered(status, {}))).toBe(may);
		expect(mayHaveArrived({ ...answered(status, {}), isAtAuthServer: true })).toBe(false);
	});
});

/** The ways in which n8n passes on what its HTTP client threw. */
const wrappings: Array<[string, (error: Error) => unknown]> = [
	['as it is', (error) => error],
	['in an error of n8n', (error) => new NodeApiError(node, error as unknown as JsonObject)],
	['as the cause of another error', (error) => new Error('Request failed', { cause: error })],
];

function refusal(status: number, data: unknown, headers = {}, url?: string): AxiosError {
	const config = { headers: {}, url } as InternalAxiosRequestConfig;
	const response = { status, data, statusText: '', headers, config } as AxiosResponse;
	return new AxiosError(`Refused with ${status}`, 'ERR_BAD_REQUEST', config, {}, response);
}
const TOKEN = 'https://login.example.com/oauth2/token';

describe.each(wrappings)('a failure that comes %s', (_, wrap) => {
	it.each([
		['timeout of 60000ms exceeded', 'ECONNABORTED', 'timeout', true],
		['connect ETIMEDOUT 10.0.0.1:443', 'ETIMEDOUT', 'timeout', true],
		['Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT', 'timeout', true],
		['getaddrinfo ENOTFOUND api.example.invalid', 'ENOTFOUND', 'unknownName', false],
		['getaddrinfo EAI_AGAIN api.example.invalid', 'EAI_AGAIN', 'noNameServer', false],
		['connect ECONNREFUSED 127.0.0.1:7070', 'ECONNREFUSED', 'refused', false],
		['connect EHOSTUNREACH 10.0.0.1:443', 'EHOSTUNREACH', 'broken', true],
		['connect ENETUNREACH 10.0.0.1:443', 'ENETUNREACH', 'broken', true],
		['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted', false],
		['unable to verify', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted', false],
		['certificate has expired', 'CERT_HAS_EXPIRED', 'expired', false],
		['does not match altnames', 'ERR_TLS_CERT_ALTNAME_INVALID', 'otherName', false],
		['certificate is not yet valid', 'CERT_NOT_YET_VALID', 'certificate', false],
		['hostname mismatch', 'HOSTNAME_MISMATCH', 'certificate', false],
		['write EPROTO wrong version number', 'EPROTO', 'handshake', false],
		['wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER', 'handshake', false],
		['read ECONNRESET', 'ECONNRESET', 'broken', true],
		['write EPIPE', 'EPIPE', 'broken', true],
		['Parse Error', 'HPE_INVALID_CONSTANT', 'broken', true],
		['incorrect header check', 'Z_DATA_ERROR', 'broken', true],
		['socket hang up', '', 'broken', true],
		['Maximum number of redirects exceeded', 'ERR_FR_TOO_MANY_REDIRECTS', 'broken', true],
		['canceled', 'ERR_CANCELED', 'cancelled', true],
		['Something that no row knows', 'ERR_OF_TOMORROW', 'other', true],
		['Unable to sign without access token', '', 'notConnected', false],
		['OAuth credentials not connected!', '', 'notConnected', false],
		['Node does not have this type', '', 'other', false],
	] as const)('%s (%s) is recognised as %s', (message, code, kind, arrived) => {
		const failure = readThrown(wrap(new AxiosError(message, code || undefined)));
		expect(failure).toMatchObject({ kind });
		expect(failure).not.toHaveProperty('statusCode');
		expect(mayHaveArrived(failure)).toBe(arrived);
	});

	it('keeps the status, the body and the wait of an answer that n8n refused', () => {
		const thrown = wrap(refusal(429, { message: 'Slow' }, { 'retry-after': '7' }));
		expect(readThrown(thrown)).toMatchObject({
			kind: 'answer',
			statusCode: 429,
			body: { message: 'Slow' },
			retryAfterMs: 7_000,
		});
		expect(readThrown(thrown)).not.toHaveProperty('isAtAuthServer');
	});

	it.each([
		[503, 'answer'],
		[500, 'answer'],
		[429, 'answer'],
		[499, 'notRenewed'],
		[400, 'notRenewed'],
	])('from the authorization server with %i is known by its address: %s', (status, kind) => {
		expect(readThrown(wrap(refusal(status, '{}', {}, TOKEN)))).toMatchObject({
			kind,
			isAtAuthServer: true,
		});
	});

	it('that is a success has lost its body', () => {
		expect(readThrown(wrap(refusal(200, undefined)))).toMatchObject({ kind: 'broken' });
	});
});

describe('what n8n throws', () => {
	it.each(['EAUTH', 'ESTATUS'])('as %s comes from the authorization server', (code) => {
		const error = Object.assign(new Error('Refused'), { code });
		expect(readThrown(error)).toEqual({
			kind: 'other',
			code,
			message: 'Refused',
			isAtAuthServer: true,
		});
		const page = Object.assign(refusal(200, '<html>'), { code });
		expect(readThrown(page)).toMatchObject({ kind: 'other', isAtAuthServer: true });
	});

	it.each([undefined, null, 'text', 7, {}])('can be anything, such as %o', (thrown) => {
		expect(readThrown(thrown)).toEqual({ kind: 'other', message: 'Unknown error' });
	});

	it('may be its own cause, and its words may be long', () => {
		const error = new Error(`${'x'.repeat(2_000)}ECONNRESET`);
		error.cause = error;
		expect(readThrown(error)).toMatchObject({ kind: 'other', message: error.message });
	});
});
