import { AxiosError } from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { NodeApiError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readThrown } from '../../../nodes/EnergyProjects/http/readThrown.ts';
import { isWithoutAccess, verdictOf } from '../../../nodes/EnergyProjects/http/verdicts.ts';
import type { Failure, Outcome } from '../../../nodes/EnergyProjects/http/verdicts.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { answered, node } from './requests.mts';

const mayHaveArrived = (outcome: Outcome) => verdictOf(outcome).mayHaveArrived === true;

describe('Retry-After', () => {
	const read = (value: unknown, date?: string) =>
		answered(429, {}, { 'retry-after': value, ...(date !== undefined && { date }) }).retryAfterMs;
	it.each<[string, number?]>([
		['7', 7_000],
		['0.25', 250],
		['20261231', 20_261_231_000],
		...['', 'soon', '-5', '2026-12-31', 'Mon, the first'].map((text): [string] => [text]),
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
		[{ message: 'Not found' }, true],
		[[], false],
		['<html>', false],
	])('of 404 or 410 with the body %j speaks of the record: %s', (body, is) => {
		for (const status of [404, 410]) {
			const said = answered(status, body);
			expect(verdictOf(said).isGone === true).toBe(is);
			expect(verdictOf({ ...said, isAboutPath: true }).isGone).toBeUndefined();
		}
	});

	it('of 303 names the address of a result, and after 408 the service may still be at work: the request may have been carried out', () => {
		const arrived = [200, 302, 303, 307, 408].map((status) => mayHaveArrived(answered(status, {})));
		expect(arrived).toEqual([true, false, true, false, true]);
	});

	it('of an authorization server that fails passes like one of the service, which the request never reached', () => {
		const failed = [500, 502].map((status) => ({ ...answered(status, {}), isAtAuthServer: true }));
		expect(failed.map((outcome) => verdictOf(outcome).passes)).toEqual(['times', 'outage']);
		expect([failed.some(mayHaveArrived), failed.every(isWithoutAccess)]).toEqual([false, true]);
	});
});

describe('what a person is told', () => {
	const { get, getAll } = projectResource.endpoints;
	const statuses = [0, 200, 303, 400, 401, 403, 404, 405, 408, 409, 410, 413, 429, 500, 502, 503];
	const bodies = [{ message: 'No' }, { success: false }, '<html>'];
	const answers = statuses.flatMap((status) => bodies.map((body) => answered(status, body)));
	const kinds =
		'blocked cancelled timeout unknownName noNameServer refused insecure broken notConnected notRenewed unsent other';
	const failures = kinds.split(' ').map((kind) => ({ kind, message: '' }) as Failure);
	it('is one or more whole sentences, and for what brought no answer the problem', () => {
		for (const endpoint of [get, getAll, { ...getAll, basis: 'assumed' as const }])
			for (const outcome of [...answers, ...failures]) {
				const { advice, problem } = verdictOf(outcome);
				const text = typeof advice === 'string' ? advice : advice(endpoint, outcome);
				expect(text, outcome.kind).toMatch(
					/^(\{(ownAdvice|renew)\} )?\p{Lu}(?!.* {2}).*[\w}]{2}\.$/u,
				);
				if (outcome.kind === 'answer' && outcome.statusCode === 200)
					expect(text.startsWith('Check the values')).toBe(outcome.body === bodies[1]);
				if (outcome.kind !== 'answer') expect(problem, outcome.kind).toMatch(/^[a-z{].*[a-z}]$/);
			}
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
		['timeout of 60000ms exceeded', '', 'timeout', true],
		['connect ETIMEDOUT 10.0.0.1:443', 'ETIMEDOUT', 'timeout', true],
		['connect EHOSTUNREACH 10.0.0.1:443', 'EHOSTUNREACH', 'broken', true],
		['unable to verify', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'insecure', false],
		['does not match altnames', 'ERR_TLS_CERT_ALTNAME_INVALID', 'insecure', false],
		['hostname mismatch', 'HOSTNAME_MISMATCH', 'insecure', false],
		['Parse Error', 'HPE_INVALID_CONSTANT', 'broken', true],
		['incorrect header check', 'Z_DATA_ERROR', 'broken', true],
		['socket hang up', '', 'broken', true],
		['Maximum number of redirects exceeded', 'ERR_FR_TOO_MANY_REDIRECTS', 'broken', true],
		['canceled', 'ERR_CANCELED', 'cancelled', true],
		['Something that no row knows', 'ERR_OF_TOMORROW', 'other', true],
		['Unable to sign without access token', '', 'notConnected', false],
		['OAuth credentials not connected!', '', 'notConnected', false],
		['The credential "A" needs to be reconnected.', '', 'notRenewed', false],
		['Expired. Please reconnect the credentials.', '', 'notRenewed', false],
		['Node does not have this type', '', 'unsent', false],
	] as const)('%s (%s) is recognised as %s', (message, code, kind, arrived) => {
		const failure = readThrown(wrap(new AxiosError(message, code || undefined)));
		expect(failure).toMatchObject({ kind });
		expect(failure).not.toHaveProperty('statusCode');
		expect(mayHaveArrived(failure)).toBe(arrived);
	});

	it('keeps the status, the body and the wait of an answer that n8n refused', () => {
		const body = { message: 'Slow' };
		const thrown = wrap(refusal(429, body, { 'retry-after': '7' }));
		const read = { statusCode: 429, body, retryAfterMs: 7_000, isAtAuthServer: false };
		expect(readThrown(thrown)).toMatchObject({ kind: 'answer', ...read });
	});

	it('from the authorization server is known by its address', () => {
		const read = readThrown(wrap(refusal(503, '{}', {}, TOKEN)));
		expect(read).toMatchObject({ kind: 'answer', isAtAuthServer: true });
	});

	it('that is a success has lost its body', () => {
		expect(readThrown(wrap(refusal(200, undefined)))).toMatchObject({ kind: 'broken' });
	});
});

describe('what n8n throws', () => {
	it.each(['EAUTH', 'ESTATUS'])('as %s comes from the authorization server', (code) => {
		const failure = { kind: 'notRenewed', code, isAtAuthServer: true };
		expect(readThrown(Object.assign(new Error('No'), { code }))).toMatchObject(failure);
		const refused = (status: number) =>
			readThrown(new NodeApiError(node, { message: 'No', code, status }));
		for (const status of [200, 400]) expect(refused(status)).toMatchObject(failure);
		expect(refused(429)).toMatchObject({ kind: 'answer', statusCode: 429, isAtAuthServer: true });
	});

	it.each([undefined, null, 'text', 7, {}])('can be anything, such as %o', (thrown) => {
		expect(readThrown(thrown)).toMatchObject({ kind: 'unsent', message: 'Unknown error' });
	});

	it('may be its own cause, and its words may be long', () => {
		const error = new Error(`${'x'.repeat(2_000)}ECONNRESET`);
		error.cause = error;
		expect(readThrown(error)).toMatchObject({ kind: 'unsent', message: error.message });
	});
});
