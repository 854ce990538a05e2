import { freePort } from '../../sandbox/ports.mts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';

const WRONG_KEY =
	"Could not read the account (401): Unauthorized. Copy the whole API Key again from the service's application into the credential. For OAuth2, reconnect the account there.";
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

describe('n8n’s test of an API key', () => {
	it('is passed by a key of the service', async () => {
		expect(await testApiKey()).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it('with a wrong key says what to do', async () => {
		expect(await testApiKey({ apiKey: 'wrong' })).toEqual({ status: 'Error', message: WRONG_KEY });
	});

	it('that reaches nobody says so', async () => {
		const { status, message } = await testApiKey({ baseUrl: `127.0.0.1:${await freePort()}` });
		expect(status).toBe('Error');
		expect(message).toMatch(/could not be reached|no secure connection/);
	});
});

it('n8n’s test of a signing secret checks its form', async () => {
	const type = 'energyProjectsWebhookApi';
	expect(await test(type, { signingSecret: 'whsec_0123456789abcdef' })).toMatchObject({
		status: 'OK',
	});
	expect(await test(type, { signingSecret: 'too short' })).toMatchObject({ status: 'Error' });
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
