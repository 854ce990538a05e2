import { AxiosError } from 'axios';
import type { ICredentialTestFunctions } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';
import { apiKeyCheck } from '../../../nodes/EnergyProjects/http/apiKeyCheck.ts';

/** The result of the test if n8n's request helper does this. */
async function resultOf(request: () => Promise<unknown>) {
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const data = { baseUrl: 'api.example.com', apiKey: 'key-0123456789' };
	return await apiKeyCheck.call(context, {
		id: '1',
		name: 'Test',
		type: 'energyProjectsApi',
		data,
	});
}

it.each([
	['ENOTFOUND', /address of the service was not found \(ENOTFOUND\)\. Check the Base URL.*typos/],
	['EAI_AGAIN', /address of the service was not found \(EAI_AGAIN\)\. Check the Base URL.*DNS/],
	['EHOSTUNREACH', /could not be reached \(EHOSTUNREACH\)\. Check the Base URL/],
	['ETIMEDOUT', /did not answer within 20 seconds\. Check the Base URL/],
	['CERT_HAS_EXPIRED', /certificate .* has expired \(CERT_HAS_EXPIRED\)\. Check the Base URL/],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /no secure connection .* could be made/],
	['HPE_INVALID_CONSTANT', /was lost \(HPE_INVALID_CONSTANT\)\. Check the Base URL: if .*https/],
	['ESOMETHINGNEW', /: it broke\. Check the Base URL\.$/],
])('%s becomes a sentence that says what to do', async (code, sentences) => {
	const result = await resultOf(async () => await Promise.reject(new AxiosError('it broke', code)));
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(/^Could not read the account: /);
	expect(result.message).toMatch(sentences);
});

it('an error that quotes the API key is shown without it', async () => {
	const { message } = await resultOf(
		async () => await Promise.reject(new Error('Bad header key-0123456789')),
	);
	expect(message).toContain('Bad header ***');
});

it('follows no redirect, sends the key as a header, and checks certificates', async () => {
	const request = vi.fn(async () => await Promise.resolve({ statusCode: 200, body: { id: 'a' } }));
	expect(await resultOf(request)).toMatchObject({ status: 'OK' });
	expect(request).toHaveBeenCalledExactlyOnceWith(
		expect.objectContaining({
			method: 'GET',
			url: 'https://api.example.com/api/v1/account',
			headers: { 'x-api-key': 'key-0123456789' },
			followRedirect: false,
		}),
	);
	expect(request).toHaveBeenCalledWith(
		expect.not.objectContaining({ rejectUnauthorized: expect.anything() as unknown }),
	);
});
