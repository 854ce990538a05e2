import { Workflow } from 'n8n-workflow';
import type { INode, INodeParameters, INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjectsApi } from '../../../credentials/EnergyProjectsApi.credentials.ts';
import { EnergyProjectsOAuth2Api } from '../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';
import { EnergyProjectsWebhookApi } from '../../../credentials/EnergyProjectsWebhookApi.credentials.ts';
import { isUsableSecret } from '../../../nodes/EnergyProjects/webhook/signingSecret.ts';

/** The fields of the credential as n8n hands them to OAuth2: with defaults and evaluated expressions. */
function resolved(authServerUrl: string) {
	const { properties } = new EnergyProjectsOAuth2Api();
	const defaults = properties.map((property) => [property.name, property.default]);
	const data = { ...Object.fromEntries(defaults), authServerUrl } as INodeParameters;
	const node: INode = {
		id: '1',
		name: '',
		type: 'mock',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { expression } = workflow;
	return expression.getComplexParameterValue(
		node,
		data,
		'internal',
		{},
		undefined,
		undefined,
		data,
	);
}

describe('the OAuth2 credential', () => {
	it.each([
		['https://auth.example.com', 'https://auth.example.com'],
		['https://auth.example.com/', 'https://auth.example.com'],
		['https://auth.example.com/oauth2', 'https://auth.example.com'],
		['https://auth.example.com/oauth2/', 'https://auth.example.com'],
		['https://auth.example.com/oauth2/auth', 'https://auth.example.com'],
		['https://auth.example.com/oauth2/token/', 'https://auth.example.com'],
		['https://oauth2.example.com', 'https://oauth2.example.com'],
		['https://example.com/oauth2/tenant/', 'https://example.com/oauth2/tenant'],
		['https://example.com/my-oauth2', 'https://example.com/my-oauth2'],
	])('asks at the correct addresses of the server entered as "%s"', (entered, server) => {
		expect(resolved(entered)).toMatchObject({
			authUrl: `${server}/oauth2/auth`,
			accessTokenUrl: `${server}/oauth2/token`,
		});
	});

	it('asks for a refresh token, with the client in the body of the request', () => {
		expect(resolved('https://auth.example.com')).toMatchObject({
			grantType: 'authorizationCode',
			scope: 'offline_access',
			authentication: 'body',
		});
	});
});

it('the API key is sent without the blanks around it, beside the headers of the request', async () => {
	const { authenticate } = new EnergyProjectsApi();
	const request = { url: 'https://api.example.com', headers: { accept: 'text/html' } };
	expect(await (authenticate as CallableFunction)({ apiKey: ' key-1 \n' }, request)).toEqual({
		...request,
		headers: { accept: 'text/html', 'x-api-key': 'key-1' },
	});
	expect(await (authenticate as CallableFunction)({}, { url: '' })).toEqual({
		url: '',
		headers: { 'x-api-key': '' },
	});
});

it('each secret of the webhook credential shows an example of a secret', () => {
	const { properties } = new EnergyProjectsWebhookApi();
	const secrets = properties.filter(({ type }) => type === 'string');
	expect(secrets).toHaveLength(2);
	for (const { placeholder = '' } of secrets) {
		expect(placeholder).toMatch(/^e\.g\. \S+$/);
		expect(isUsableSecret(placeholder.slice('e.g. '.length))).toBe(true);
	}
});
