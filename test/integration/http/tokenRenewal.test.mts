// Judges http/send.ts and http/client.ts.
import { fastify } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { acceptForms, listenOn } from '../../../sandbox/service/listen.mts';
import { TestCredentials } from '../harness/n8n/credentials.mts';
import { errorsIn, notSentAs, refusedIn, useAccess } from '../harness/samples/access.mts';
import { onRequest, oAuth2Credential } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run, create, customers, created } = useAccess('oAuth2');
const onError = 'continueRegularOutput';

const read = { authentication: 'oAuth2', resource: 'account', operation: 'get' };
const refreshes = () =>
	service().tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');

afterEach(async () => {
	service().tokenRequests.splice(0);
});

/** A connected credential whose token has expired. */
async function expiredCredential() {
	const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
	service().expireAccessTokens();
	return { energyProjectsOAuth2Api };
}

describe('OAuth2, against a real authorization server', () => {
	const tokensIn = (data: object) =>
		(data as { energyProjectsOAuth2Api: { oauthTokenData: Record<string, string> } })
			.energyProjectsOAuth2Api.oauthTokenData;

	it('sends the access token and no API key', async () => {
		const credentials = await oAuth2Credential(service());
		const { json } = await run(read, { credentials });
		expect(json).toEqual([service().company.account]);
		const [{ headers }] = service().requests;
		expect(headers.authorization).toBe(`Bearer ${tokensIn(credentials).access_token}`);
		expect(headers).not.toHaveProperty('x-api-key');
		expect(service().tokenRequests).toEqual([]);
	});

	it('keeps both tokens of a renewal, so that the next one works too', async () => {
		const before = await oAuth2Credential(service());
		service().expireAccessTokens();
		const kept = (await run(read, { credentials: before })).credentials.data;
		expect(tokensIn(kept).access_token).not.toBe(tokensIn(before).access_token);
		expect(tokensIn(kept).refresh_token).not.toBe(tokensIn(before).refresh_token);
		service().expireAccessTokens();
		expect((await run(read, { credentials: kept })).error).toBeUndefined();
		// The server revokes everything when a refresh token it has replaced comes back.
		expect(refreshes()).toEqual([
			{ grantType: 'refresh_token', authMethod: 'body', ok: true },
			{ grantType: 'refresh_token', authMethod: 'body', ok: true },
		]);
	});
});

it('an access token that expires while requests are under way is renewed once for all of them, and every record is created once', async () => {
	says('docs/maintainers/assumptions.md', 'it is retried with a new token, even a create');
	const credentials = await oAuth2Credential(service());
	onRequest(service(), (number) => {
		if (number === 119) service().expireAccessTokens();
		// None of them is answered before the last one has come.
		return number >= 100 && number < 119 ? { delayMs: 1_000 } : undefined;
	});
	const items = customers(200);
	const { json, error, ...result } = await run(create, { credentials, items });

	expect(error).toBeUndefined();
	expect(json).toHaveLength(200);
	expect(refusedIn(service()).length).toBeGreaterThanOrEqual(20);
	expect(refreshes()).toEqual([{ grantType: 'refresh_token', authMethod: 'body', ok: true }]);
	expect(result.credentials.tokenUpdates).toBe(1);
	expect(created().sort()).toEqual(items.map(({ lastName }) => lastName).sort());
});

/** Hits the request that n8n sends with the new token. */
const afterRenewal = (faultOf: () => Fault) => {
	let isHit = false;
	onRequest(service(), () => {
		if (refreshes().length === 0 || isHit) return;
		isHit = true;
		return faultOf();
	});
};

it('what the service answers once the token is renewed is shown in its own words, without the token', async () => {
	const credentials = await expiredCredential();
	let token = '';
	afterRenewal(() => {
		token = String(service().requests.at(-1)?.headers.authorization).replace('Bearer ', '');
		return { status: 422, body: { message: `No customers with ${token}` } };
	});
	const { error } = await run(create, { credentials, items: customers(1) });
	expect(token.length).toBeGreaterThan(20);
	expect(error?.message).toBe('Could not create a customer (422): No customers with ***');
	expect(error?.httpCode).toBe('422');
});

describe('a token that has expired when the execution starts', () => {
	it('is not renewed if another execution has done so meanwhile', async () => {
		const credentials = await expiredCredential();
		const renewed = await oAuth2Credential(service());
		const { getDecrypted } = TestCredentials.prototype;
		vi.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async function (
			this: TestCredentials,
			...about
		) {
			if (refusedIn(service()).length > 0) Object.assign(this.data, renewed);
			return await getDecrypted.apply(this, about);
		});
		expect((await run(read, { credentials })).error).toBeUndefined();
		expect(service().requests.map(({ status }) => status)).toEqual([401, 200]);
		expect(refreshes()).toEqual([]);
	});

	it('is renewed once even if that takes longer than the node waits for an answer', async () => {
		const slow = fastify({ forceCloseConnections: true });
		acceptForms(slow);
		slow.post('/oauth2/token', async ({ url, body }, reply) => {
			await vi.waitUntil(() => refusedIn(service()).length === 2, 10_000);
			const form = new URLSearchParams(body as Record<string, string>);
			const answer = await fetch(`${service().authUrl}${url}`, { method: 'POST', body: form });
			reply.code(answer.status).type('application/json');
			return await reply.send(await answer.text());
		});
		const authServerUrl = await listenOn(slow, 0);
		const { energyProjectsOAuth2Api } = await expiredCredential();
		const credentials = { energyProjectsOAuth2Api: { ...energyProjectsOAuth2Api, authServerUrl } };
		const options = { timeout: 1 };
		const { error } = await run({ ...create, options }, { credentials, items: customers(1) });
		expect(error?.message).toMatch(
			/: the service or the authorization server did not answer within 1 seconds\. The record may/,
		);
		expect((await run({ ...read, options }, { credentials })).error).toBeUndefined();
		await vi.waitUntil(() => created().length === 1);
		expect([...service().refreshTokenUses.values()].filter((uses) => uses > 1)).toEqual([]);
		await slow.close();
	});
});

it('a token that cannot be renewed because the access was withdrawn: one attempt, and nothing more is sent', async () => {
	const credentials = await expiredCredential();
	await service().revokeGrants();
	const result = await run(create, { credentials, items: customers(30), onError });
	const [first, ...others] = errorsIn(result);
	expect(first).toMatch(/^Could not create a customer: the authorization server did not renew/);
	expect(first).toMatch(/reconnect/);
	expect(others).toEqual(Array(29).fill(notSentAs(first)));
	expect(service().requests.map(({ status }) => status)).toEqual([401]);
	expect(refreshes()).toHaveLength(1);
	expect(created()).toEqual([]);
});

it('a service that refuses the new token as well: it is not asked again, nor is the authorization server', async () => {
	const credentials = await oAuth2Credential(service());
	service().faults.add({ status: 401, body: { message: 'Blocked' } });
	const result = await run(create, { credentials, items: customers(30), onError });
	const [first, ...others] = errorsIn(result);
	expect(first).toMatch(
		/^Could not create a customer \(401\): Blocked\. .*Reconnect the account in/,
	);
	expect(others).toEqual(Array(29).fill(notSentAs(first)));
	expect(refusedIn(service())).toHaveLength(2);
	expect(refreshes()).toHaveLength(1);
});
