import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { requestError } from '../../../../nodes/EnergyProjects/http/errors/requestError.ts';
import { answered, requestInfo } from '../requestInfo.mts';

describe('an answer that is not a success', () => {
	it('says what failed, the status and the words of the service', () => {
		const error = requestError(requestInfo(), answered(404, { message: 'No such project' }));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Could not get a project (404): No such project');
		expect(error.httpCode).toBe('404');
	});

	it('says what failed and the status if the service has no words', () => {
		expect(requestError(requestInfo(), answered(500, '')).message).toBe(
			'Could not get a project (500)',
		);
	});

	const named = (
		about: string,
		secrets: string[] = [],
		endpoint = projectRecord.endpoints.update,
	) => requestError(requestInfo({ about, secrets, endpoint }), answered(404, '')).message;

	it('names the record as the person calls it', () => {
		expect(named('P-009')).toBe('Could not update project P-009 (404)');
		expect(named(' P\n-009 ')).toBe('Could not update project P -009 (404)');
		expect(named('  ')).toBe('Could not update a project (404)');
	});

	it.each(['x', '\u{1f3e0}'])('names no more than a hundred characters of it (%s)', (character) => {
		const shown = character.repeat(100);
		expect(named(shown)).toBe(`Could not update project ${shown} (404)`);
		expect(named(shown + character)).toBe(`Could not update project ${shown} … (404)`);
	});

	it('names no record if the request is not about one, and never a secret', () => {
		expect(named('P-009', [], projectRecord.endpoints.getAll)).toBe(
			'Could not list projects (404)',
		);
		const secret = 'secret-key-1234';
		const cut = named(`${'x'.repeat(95)}${secret}`, [secret]);
		expect(cut).toBe(`Could not update project ${'x'.repeat(95)}*** (404)`);
	});

	it('names the item it belongs to', () => {
		expect(requestError(requestInfo({ itemIndex: 0 }), answered(404, '')).context.itemIndex).toBe(
			0,
		);
		expect(requestError(requestInfo({ itemIndex: 7 }), answered(404, '')).context.itemIndex).toBe(
			7,
		);
	});

	it.each([
		[301, /Enter the final address as Base URL/],
		[400, /Check the values of this item/],
		[401, /enter the API key again, or reconnect/],
		[403, /Use a credential that is/],
		[404, /Check the ID.*different company/],
		[405, /Check the Base URL.*newer version/],
		[408, /took too long/],
		[409, /Read it again/],
		[413, /Send less/],
		[418, /Check the values of this item/],
		[422, /Check the values of this item/],
		[429, /Run it less often.*higher limit/],
		[500, /Try again later.*operator/],
		[502, /Try again later/],
		[503, /Try again later/],
		[504, /Try again later/],
	])('with status %i says what to do', (status, advice) => {
		const error = requestError(requestInfo(), answered(status, { message: 'No' }));
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
	});

	it('keeps words of the service that look like the name of a network error', () => {
		const error = requestError(requestInfo(), answered(502, { message: 'upstream: ECONNREFUSED' }));
		expect(error.message).toBe('Could not get a project (502): upstream: ECONNREFUSED');
	});

	it('puts a note before what to do', () => {
		const error = requestError(requestInfo(), answered(429, ''), {
			note: 'The service asked to wait 900 seconds.',
		});
		expect(error.description).toMatch(
			/^The service asked to wait 900 seconds\. .*allows fewer requests/,
		);
	});

	it('for a create that may have been carried out, says to look first', () => {
		const endpoint = customerRecord.endpoints.create;
		const error = requestError(requestInfo({ endpoint, isUnclear: true }), answered(502, ''));
		expect(error.message).toBe('Could not create a customer (502)');
		expect(error.description).toMatch(/may have been created.*Look for it.*Get Many/);
	});
});

describe('a change that may have been carried out', () => {
	const { update, delete: deletion } = projectRecord.endpoints;
	it.each([
		['an update', update, /^The change may or may not have been saved\..*run this item again/],
		['a deletion', deletion, /^The record may or may not have been deleted\..*run this item again/],
	])('%s: says so before anything else', (_, endpoint, advice) => {
		const unclear = requestInfo({ endpoint, isUnclear: true });
		expect(requestError(unclear, answered(502, '')).description).toMatch(advice);
		expect(requestError(unclear, answered(502, '')).description).toMatch(/Try again later/);
		const clear = requestInfo({ endpoint });
		expect(requestError(clear, answered(502, '')).description).not.toMatch(/may or may not/);
	});
});

describe('a 404', () => {
	const { get, update, getAll, create } = projectRecord.endpoints;
	const adviceOn = (endpoint: typeof get, body: unknown) =>
		requestError(requestInfo({ endpoint }), answered(404, body)).description;

	it('of the service about one record: check the ID', () => {
		expect(adviceOn(get, { message: 'No' })).toMatch(/^Check the ID/);
	});

	it('of something else about one record: says nothing about it', () => {
		expect(adviceOn(get, '<html>')).toMatch(/says nothing about the record\. Check the Base URL/);
		expect(adviceOn(get, '<html>')).not.toMatch(/assumed/);
		expect(adviceOn(update, '<html>')).toMatch(/the path .*\/projects\/\{projectId\} is assumed/);
	});

	it('about no record: check the Base URL, and the path if it is assumed', () => {
		for (const body of [{ message: 'No' }, '<html>']) {
			expect(adviceOn(getAll, body)).toMatch(/^Check the Base URL in the credential.*api\/v1\.$/);
			expect(adviceOn(create, body)).toMatch(/^Check the Base URL.*\/api\/v1\/projects is assumed/);
		}
	});
});

describe('a request that brought no answer', () => {
	it.each([
		['timeout', 'ECONNABORTED', /did not answer within 60 seconds/, /the option "Timeout"/],
		['dns', 'ENOTFOUND', /address of the service was not found \(ENOTFOUND\)/, /Base URL.*DNS/],
		['refused', 'ECONNREFUSED', /could not be reached \(ECONNREFUSED\)/, /Check the Base URL/],
		['handshake', 'EPROTO', /no secure connection.*\(EPROTO\)/, /let the address start with http:/],
		['tls', 'CERT_HAS_EXPIRED', /certificate.*\(CERT_HAS_EXPIRED\)/, /Ignore SSL Issues/],
		['broken', 'ECONNRESET', /was lost \(ECONNRESET\)/, /Try again.*network/],
		['cancelled', 'ERR_CANCELED', /execution was canceled/, /may have been carried out/],
		['other', undefined, /No such type/, /Check the credential/],
	] as const)('because of %s says why, and what to do', (kind, code, problem, advice) => {
		const failure = { kind, message: 'No such type', ...(code !== undefined && { code }) };
		const error = requestError(requestInfo(), failure);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toMatch(/^Could not get a project: /);
		expect(error.message).toMatch(problem);
		expect(error.description).toMatch(advice);
		expect(error.context.itemIndex).toBe(3);
	});

	it.each([
		['DEPTH_ZERO_SELF_SIGNED_CERT', /n8n does not trust the certificate/, /NODE_EXTRA_CA_CERTS/],
		['SELF_SIGNED_CERT_IN_CHAIN', /n8n does not trust the certificate/, /NODE_EXTRA_CA_CERTS/],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /does not trust the certificate/, /NODE_EXTRA_CA_CERTS/],
		[
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
			/does not trust the certificate/,
			/operator of the service/,
		],
		['CERT_HAS_EXPIRED', /the certificate of the service has expired/, /clock.*renew/],
		['ERR_TLS_CERT_ALTNAME_INVALID', /is for a different address/, /Check the Base URL.*enter/],
		['CERT_REVOKED', /the certificate of the service was not accepted/, /operator of the service/],
	])('because of the certificate (%s) says what is wrong with it', (code, problem, advice) => {
		const error = requestError(requestInfo(), { kind: 'tls', code, message: 'It does not match' });
		expect(error.message).toMatch(problem);
		expect(error.message).toContain(`(${code})`);
		expect(error.description).toMatch(advice);
		expect(error.description).toMatch(
			/^Check the Base URL.*"Ignore SSL Issues" in the credential\.$/,
		);
		const isAboutTrust = /SELF_SIGNED|UNABLE/.test(code);
		expect(String(error.description).includes('NODE_EXTRA_CA_CERTS')).toBe(isAboutTrust);
	});

	it('for a create that may have been carried out, says to look first', () => {
		const info = requestInfo({ endpoint: projectRecord.endpoints.create, isUnclear: true });
		const error = requestError(info, { kind: 'broken', message: 'socket hang up' });
		expect(error.description).toMatch(/^The record may have been created/);
	});

	it('but a final 401, which n8n does not hand over, is explained like any answer', () => {
		const error = requestError(requestInfo(), answered(401, { message: 'Expired' }));
		expect(error.message).toBe('Could not get a project (401): Expired');
		expect(error.description).toMatch(/Open the credential/);
	});
});

describe('an answer that cannot be read', () => {
	it('says what is wrong with it, and where to find the address', () => {
		const error = requestError(requestInfo(), answered(200, '<html>'));
		expect(error.message).toBe('Could not get a project: the answer was not JSON');
		expect(error.description).toMatch(/Check the Base URL in the credential/);
		expect(error.context.itemIndex).toBe(3);
	});
});
