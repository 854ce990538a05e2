import { expect, it } from 'vitest';
import { useStack } from './harness/stack.mts';

const stack = useStack({ workflows: [] });

it('n8n’s test of a credential asks the service about a key, and checks the form of a signing secret', async () => {
	const statusOf = async (type: string, data: object) => {
		const credentials = { id: '', name: 'Test', type, data };
		return (await stack().rest.call('POST', '/rest/credentials/test', { credentials })).status;
	};
	const { baseUrl, company } = stack().service;
	for (const [apiKey, status] of Object.entries({ [company.apiKey]: 'OK', wrong: 'Error' })) {
		expect(await statusOf('energyProjectsApi', { baseUrl, apiKey })).toBe(status);
	}
	for (const [signingSecret, status] of [
		['whsec_0123456789abcdef', 'OK'],
		['too short', 'Error'],
	]) {
		expect(await statusOf('energyProjectsWebhookApi', { signingSecret })).toBe(status);
	}
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
