import { fastify } from 'fastify';
import getPort from 'get-port';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPrefix, pathOf } from '../../sandbox/service/description.mts';
import { listenOn } from '../../sandbox/service/listen.mts';
import { startTlsService } from '../integration/harness/service/tlsService.mts';
import type { TlsService } from '../integration/harness/service/tlsService.mts';
import { picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';

const ACCOUNT = pathOf('getAccount');
const WRONG_KEY =
	"The service does not accept this API Key (401: Unauthorized). Copy the whole key again from the service's application and enter it as API Key. If it was deleted there, create a new one.";
const COPY = "Copy the whole key again from the service's application and enter it as API Key.";
const NO_ADDRESS =
	'The Base URL is not a web address. Enter the address of the service as Base URL, such as https://api.example.com.';
const NO_ACCOUNT =
	'Something answers at the Base URL, but it is not the service: the answer is not an account.';

const stack = useStack({ workflows: [] });
const newPage = useBrowser(stack);

/** Tests a credential that is not saved, as the editor does. */
const test = async (type: string, data: Record<string, unknown>) =>
	await stack().rest.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
		credentials: { id: '', name: 'Test', type, data },
	});
const testApiKey = async (more: Record<string, unknown> = {}) => {
	const { baseUrl, company } = stack().service;
	return await test('energyProjectsApi', { baseUrl, apiKey: company.apiKey, ...more });
};

/** A machine that is not the service. */
let answer = { type: 'text/html', body: '' };
const elsewhere = fastify().all(
	'/*',
	async (_, reply) => await reply.type(answer.type).send(answer.body),
);
let elsewhereUrl = '';
let tls: TlsService | undefined;

beforeAll(async () => {
	elsewhereUrl = await listenOn(elsewhere, 0);
	tls = await startTlsService('key-0123456789');
});
afterAll(async () => {
	await elsewhere.close();
	await tls?.close();
});
beforeEach(() => stack().service.faults.clear());

describe('n8n’s test of an API key', () => {
	it('is passed by a key of the service', async () => {
		expect(await testApiKey()).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it.each<[string, Record<string, unknown>, string]>([
		['a wrong key', { apiKey: 'wrong' }, WRONG_KEY],
		['no Base URL', { baseUrl: '' }, NO_ADDRESS],
		['a scheme of another kind', { baseUrl: 'ftp://api.example.com' }, NO_ADDRESS],
		['a script', { baseUrl: 'javascript:alert(1)' }, NO_ADDRESS],
		['blanks inside', { baseUrl: 'api example.com' }, NO_ADDRESS],
		['an unfinished IPv6', { baseUrl: 'http://[::1:7070' }, NO_ADDRESS],
		['no key', { apiKey: '' }, `The API Key is empty. ${COPY}`],
		['a key of one character', { apiKey: 'x' }, `The API Key has only one character. ${COPY}`],
	])('with %s says what to do', async (_, data, message) => {
		expect(await testApiKey(data)).toEqual({ status: 'Error', message });
	});

	it.each([
		[301, 'Enter the final address as Base URL'],
		[403, 'Ask the administrator of your company'],
		[404, 'Enter the address of the service itself as Base URL'],
		[429, 'Wait a minute, then test again'],
		[503, 'Try again later'],
	])('answered with %i says what to do', async (status, advice) => {
		const headers = { location: elsewhereUrl };
		stack().service.faults.add({ path: ACCOUNT, status, headers });
		const { status: result, message } = await testApiKey();
		expect(result).toBe('Error');
		expect(message).toContain(advice);
	});

	it.each([
		[
			'nobody',
			async () => `http://127.0.0.1:${await getPort()}`,
			'could not be reached (ECONNREFUSED)',
		],
		[
			'a service without https://',
			async () => stack().service.baseUrl.replace('http:', 'https:'),
			'no secure connection (https://) to the service could be made (EPROTO)',
		],
		[
			'a service with a self-signed certificate',
			async () => tls?.host ?? '',
			'n8n does not trust the certificate of the service (DEPTH_ZERO_SELF_SIGNED_CERT)',
		],
	])('that reaches %s says in words why, and what to do', async (_, baseUrl, problem) => {
		const { status, message } = await testApiKey({ baseUrl: await baseUrl() });
		expect(status).toBe('Error');
		expect(message).toContain(problem);
		expect(message).toMatch(/^Could not read the account: .*\. Check the Base URL/);
	});

	it.each([
		['a web page', 'text/html', '<!doctype html><title>Log in</title>'],
		['the JSON of something else', 'application/json', '{"status":"ok"}'],
		['an empty answer', 'application/json', ''],
	])('does not take %s for the service', async (_, type, body) => {
		answer = { type, body };
		const { status, message } = await testApiKey({ baseUrl: elsewhereUrl });
		expect(status).toBe('Error');
		expect(message).toContain(NO_ACCOUNT);
	});

	it('reads an address as the node does: without a scheme, with what is pasted along', async () => {
		const { host = '', paths = [] } = tls ?? {};
		const data = { apiKey: 'key-0123456789', ignoreSSLIssues: true };
		const entered = [host, `${host}/`, ` ${host}${apiPrefix}/ `, `HTTPS://${host}///`];
		for (const baseUrl of entered) {
			expect(await testApiKey({ ...data, baseUrl }), baseUrl).toMatchObject({ status: 'OK' });
		}
		expect(paths).toEqual(entered.map(() => ACCOUNT));
	});
});

describe('an OAuth2 credential', () => {
	it('sends people to the server they entered, by https:// where they left that out', async () => {
		const { rest } = stack();
		const { id } = await rest.call<{ id: string }>('POST', '/rest/credentials', {
			name: 'Without a scheme',
			type: 'energyProjectsOAuth2Api',
			data: {
				baseUrl: 'api.example.com',
				authServerUrl: ' auth.example.com:8443/oauth2/ ',
				clientId: 'client',
				clientSecret: 'secret',
				grantType: 'authorizationCode',
			},
		});
		const url = await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${id}`);
		expect(url.split('?')[0]).toBe('https://auth.example.com:8443/oauth2/auth');
	});
});

/** Opens a credential as a person does. */
async function openCredential(name: string): Promise<Page> {
	const page = await newPage();
	await page.goto(`${stack().n8n.url}/home/credentials`);
	await page.getByText(name, { exact: true }).click();
	await page.getByTestId('credential-save-button').waitFor();
	return page;
}

describe('the dialog of a credential', () => {
	it('says in words what is wrong with a key, and marks nothing as connected', async () => {
		const page = await openCredential('Energy Projects (API key)');
		await page.getByTestId('parameter-input-apiKey').locator('input').fill('wrong');
		await page.getByTestId('credential-save-button').click();
		await page.getByText('More details').click();
		await page.getByText(WRONG_KEY).waitFor();
		await picture(page, 'credential-test');
		expect(await page.getByText('Connection tested successfully').isVisible()).toBe(false);
	});

	it('of the webhook says that only the form is checked', async () => {
		const page = await openCredential('Energy Projects (webhook)');
		await page.getByText('Saving checks only the format').waitFor();
	});
});
