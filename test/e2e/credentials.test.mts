import { expect, it } from 'vitest';
import { useStack } from './harness/stack.mts';

const stack = useStack({ workflows: [] });

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
