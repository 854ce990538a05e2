import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { errorsIn, notSentAs, refusedIn, useAccess } from '../harness/samples/access.mts';
import { onRequest, oAuth2Credential } from '../harness/service/service.mts';

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

describe('what the service answers once the token is renewed', () => {
	/** Hits the request that n8n sends with the new token. */
	const afterRenewal = (faultOf: () => Fault) => {
		let isHit = false;
		onRequest(service(), () => {
			if (refreshes().length === 0 || isHit) return;
			isHit = true;
			return faultOf();
		});
	};

	it('is shown in its own words, without the new token', async () => {
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
});

it('a token that cannot be renewed because the access was withdrawn: one attempt, and nothing more is sent', async () => {
	const credentials = await expiredCredential();
	await service().revokeGrants();
	const result = await run(create, { credentials, items: customers(30), onError });
	const [first, ...others] = errorsIn(result);
	expect(first).toMatch(/^Could not create a customer: the authorization server did not renew/);
	expect(first).toMatch(/reconnect/);
	expect(others).toEqual(Array(29).fill(notSentAs(first)));
	expect(service().requests.map(({ status }) => status)).toEqual([401, 401, 401]);
	expect(created()).toEqual([]);
});
