import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { installationOf } from '../../../sandbox/n8n/versions.mts';
import { pinnedVersion } from '../../../scripts/n8n.mjs';
import { decrypted, oAuth2ApiProperties } from '../harness/n8n/credentials.mts';
import { nodeTypes } from '../harness/n8n/engine.mts';

const file = join(
	installationOf(pinnedVersion).folder,
	'node_modules/n8n-nodes-base/dist/credentials/OAuth2Api.credentials.js',
);

describe('what a node gets of a credential, as n8n hands it over', () => {
	it('has with OAuth2 the inherited fields and the tokens, but nobody’s addresses for tokens', () => {
		const oauthTokenData = { access_token: 't' };
		const stored = {
			...{ authServerUrl: 'auth.example', clientId: 'i', clientSecret: 's' },
			...{ accessTokenUrl: 'https://elsewhere.example', grantType: 'pkce', oauthTokenData },
		};
		const data = decrypted('energyProjectsOAuth2Api', stored, nodeTypes);
		expect(data).toMatchObject({
			...{ clientId: 'i', clientSecret: 's', oauthTokenData, scope: 'offline_access' },
			...{ grantType: 'authorizationCode', authentication: 'body', ignoreSSLIssues: false },
			accessTokenUrl: 'https://auth.example/oauth2/token',
			authUrl: 'https://auth.example/oauth2/auth',
		});
		expect(data).not.toHaveProperty('tokenExpiredStatusCode');
	});

	it.runIf(existsSync(file))('has of OAuth2 the fields that n8n itself has', () => {
		const module = createRequire(import.meta.url)(file) as { OAuth2Api: new () => ICredentialType };
		const { properties } = new module.OAuth2Api();
		const essence = ({ name, type, default: preset, displayOptions }: INodeProperties) => ({
			...{ name, type, preset, displayOptions },
		});
		const inherited = properties.filter(({ doNotInherit }) => doNotInherit !== true);
		expect(
			oAuth2ApiProperties.filter(({ name }) => name !== 'oauthTokenData').map(essence),
		).toEqual(inherited.map(essence));
	});
});
