import { expect, it } from 'vitest';
import { useStack } from './harness/stack.mts';

const stack = useStack({ workflows: [] });

it('n8n’s test of a signing secret checks its form', async () => {
	const statusOf = async (signingSecret: string) => {
		const credential = { type: 'energyProjectsWebhookApi', data: { signingSecret } };
		const credentials = { id: '', name: 'Test', ...credential };
		return (await stack().rest.call('POST', '/rest/credentials/test', { credentials })).status;
	};
	expect(await statusOf('whsec_0123456789abcdef')).toBe('OK');
	expect(await statusOf('too short')).toBe('Error');
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
