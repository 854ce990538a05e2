import { expect, it } from 'vitest';
import { picture, useBrowser } from './harness/browser.mts';
import { useStack } from './harness/stack.mts';

const WRONG_KEY =
	"Could not list projects (401): Unauthorized. Copy the whole API Key again from the service's application into the credential. For OAuth2, reconnect the account there.";
const stack = useStack({ workflows: [] });
const newPage = useBrowser(stack);

/** Tests a credential that is not saved, as the editor does. */
const test = async (type: string, data: Record<string, unknown>) =>
	await stack().rest.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
		credentials: { id: '', name: 'Test', type, data },
	});

it('n8n’s test of an API key is passed by a key of the service', async () => {
	const { baseUrl, company } = stack().service;
	expect(await test('energyProjectsApi', { baseUrl, apiKey: company.apiKey })).toEqual({
		...{ status: 'OK', message: 'Connection successful!' },
	});
});

it('n8n’s test of a signing secret checks its form', async () => {
	const type = 'energyProjectsWebhookApi';
	expect(await test(type, { signingSecret: 'whsec_0123456789abcdef' })).toMatchObject({
		status: 'OK',
	});
	expect(await test(type, { signingSecret: 'too short' })).toMatchObject({ status: 'Error' });
});

it('an OAuth2 credential sends people to the server they entered, by https:// where they left that out', async () => {
	const { rest } = stack();
	const { id } = await rest.credential('energyProjectsOAuth2Api', {
		...{ baseUrl: 'api.example.com', authServerUrl: ' auth.example.com:8443/oauth2/ ' },
		...{ clientId: 'client', clientSecret: 'secret', grantType: 'authorizationCode' },
	});
	const url = await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${id}`);
	expect(url.split('?')[0]).toBe('https://auth.example.com:8443/oauth2/auth');
});

it('the dialog of a credential says in words what is wrong with a key, and marks nothing as connected', async () => {
	const page = await newPage();
	await page.goto(`${stack().n8n.url}/home/credentials`);
	await page.getByText('Energy Projects (API key)', { exact: true }).click();
	await page.getByTestId('credential-save-button').waitFor();
	await page.getByTestId('parameter-input-apiKey').locator('input').fill('wrong');
	await page.getByTestId('credential-save-button').click();
	await page.getByText('More details').click();
	await page.getByText(WRONG_KEY).waitFor();
	await picture(page, 'credential-test');
	expect(await page.getByText('Connection tested successfully').isVisible()).toBe(false);
});
