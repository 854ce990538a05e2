import { fastify } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import type { NodeRun } from '../harness/n8n/engine.mts';
import { useScenario } from '../harness/scenario.mts';
import { requestsWith } from '../harness/service/requests.mts';
import { oAuth2Credential } from '../harness/service/service.mts';

const { service, run } = useScenario({ seed: 'demo' });
const readAccount = { authentication: 'oAuth2', resource: 'account', operation: 'get' };
const refreshes = () =>
	service().tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');
const tokensIn = (credentials: NodeRun['credentials']) =>
	credentials.energyProjectsOAuth2Api.oauthTokenData as {
		access_token: string;
		refresh_token: string;
	};

describe('OAuth2, against a real authorization server', () => {
	beforeEach(() => void service().tokenRequests.splice(0));

	it('sends the access token and no API key', async () => {
		const credentials = await oAuth2Credential(service());
		const { json } = await run(readAccount, { credentials });
		expect(json).toEqual([service().company.account]);
		const [{ headers }] = service().requests;
		expect(headers.authorization).toBe(`Bearer ${tokensIn(credentials).access_token}`);
		expect(headers).not.toHaveProperty('x-api-key');
		expect(service().tokenRequests).toEqual([]);
	});

	it('refreshes an expired token, with the client’s credentials in the form body', async () => {
		const credentials = await oAuth2Credential(service());
		service().expireAccessTokens();
		const { json } = await run(readAccount, { credentials });
		expect(json).toEqual([service().company.account]);
		expect(service().tokenRequests).toEqual([
			{ grantType: 'refresh_token', authMethod: 'body', ok: true },
		]);
	});

	it('keeps both tokens of a refresh, so that the next one works too', async () => {
		const before = await oAuth2Credential(service());
		service().expireAccessTokens();
		const first = await run(readAccount, { credentials: before });
		const kept = first.credentials.data;
		expect(first.credentials.tokenUpdates).toBe(1);
		expect(tokensIn(kept).access_token).not.toBe(tokensIn(before).access_token);
		expect(tokensIn(kept).refresh_token).not.toBe(tokensIn(before).refresh_token);

		expect((await run(readAccount, { credentials: kept })).error).toBeUndefined();
		expect(refreshes()).toHaveLength(1);

		service().expireAccessTokens();
		expect((await run(readAccount, { credentials: kept })).error).toBeUndefined();
		// The server revokes everything when a refresh token it has replaced comes back.
		expect(refreshes().map(({ ok }) => ok)).toEqual([true, true]);
	});

	it('50 items at once with an expired token refresh it exactly once', async () => {
		const credentials = await oAuth2Credential(service());
		service().expireAccessTokens();
		const [{ id }] = recordsOf(service(), 'project');
		const items = Array.from({ length: 50 }, () => ({}));
		const result = await run(
			{
				authentication: 'oAuth2',
				operation: 'get',
				projectId: byId(id),
				options: { maxParallelRequests: 50 },
			},
			{ credentials, items },
		);
		expect(result.json).toHaveLength(50);
		expect(refreshes()).toHaveLength(1);
		expect(result.credentials.tokenUpdates).toBe(1);
	});

	it('creates a record once although the token has expired', async () => {
		const credentials = await oAuth2Credential(service());
		service().expireAccessTokens();
		const companyId = service().company.id;
		const before = service().store.list('project', companyId).length;
		const { json } = await run(
			{
				authentication: 'oAuth2',
				operation: 'create',
				name: 'Haus Weber',
				additionalFields: { companyId },
			},
			{ credentials },
		);
		expect(json[0].name).toBe('Haus Weber');
		expect(service().store.list('project', companyId)).toHaveLength(before + 1);
		const answers = requestsWith(service(), 'POST').map(({ status }) => status);
		expect(answers).toEqual([401, 401, 401, 201]);
	});

	it.each([
		[404, '<html>Not here</html>'],
		[404, '{"message":"No such route"}'],
		[200, '<html>Log in</html>'],
	])(
		'an authorization server that answers %i with %s is no record that is missing',
		async (status, body) => {
			const server = fastify();
			server.addContentTypeParser('*', (_, __, done) => done(null));
			server.post('/oauth2/token', async (_, reply) => await reply.code(status).send(body));
			const authServerUrl = await server.listen({ port: 0, host: '127.0.0.1' });
			const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
			service().expireAccessTokens();
			const { json, error } = await run(
				{
					authentication: 'oAuth2',
					operation: 'get',
					projectId: byId(UNKNOWN_ID),
					options: { ifNotFound: 'emptyItem', maxRetries: 0 },
				},
				{ credentials: { energyProjectsOAuth2Api: { ...energyProjectsOAuth2Api, authServerUrl } } },
			);
			await server.close();
			expect(json).toEqual([]);
			expect(error?.message).toContain('the authorization server did not renew the access token');
		},
	);

	it('says to reconnect the account once the permission was withdrawn', async () => {
		const credentials = await oAuth2Credential(service());
		service().expireAccessTokens();
		await service().revokeGrants();
		const { error } = await run(readAccount, { credentials });
		expect(error?.name).toBe('NodeApiError');
		expect(`${error?.message} ${error?.description}`).toMatch(/reconnect/i);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(refreshes().map(({ ok }) => ok)).not.toContain(true);
	});
});
