import { fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { errorsIn, notSentAs, refusedIn, useAccess } from '../harness/samples/access.mts';
import { onRequest, oAuth2Credential } from '../harness/service/service.mts';

const { service, run, create, customers, created } = useAccess('oAuth2');
const MAY_EXIST = 'The record may have been created although no confirmation came back';

const read = { authentication: 'oAuth2', resource: 'account', operation: 'get' };
const refreshes = () =>
	service().tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');

/** An authorization server that answers in one way only, and how often it was asked. */
async function authServer(answer: (asked: number) => Promise<{ status: number; body: object }>) {
	const server = fastify({ forceCloseConnections: true });
	let asked = 0;
	server.addContentTypeParser('*', (_, __, done) => done(null));
	server.post('/oauth2/token', async (_, reply) => {
		const { status, body } = await answer(++asked);
		return await reply.code(status).send(body);
	});
	ends.push(async () => await server.close());
	const authServerUrl = await server.listen({ port: 0, host: '127.0.0.1' });
	return { authServerUrl, asked: () => asked };
}

/**
 * The authorization server of the service behind something that answers the first requests for a token in its place.
 *
 * @param times how many
 */
async function troubledAuthServer(times: number, status: number, headers = {}) {
	const server = fastify({ forceCloseConnections: true });
	const askedAt: number[] = [];
	server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
	server.post('/oauth2/token', async ({ body, headers: sent }, reply) => {
		if (askedAt.push(Date.now()) <= times) {
			return await reply.code(status).headers(headers).send({ message: 'Under maintenance' });
		}
		const { 'content-type': type = '' } = sent;
		const answer = await fetch(`${service().authUrl}/oauth2/token`, {
			method: 'POST',
			headers: { 'content-type': type },
			body: String(body),
		});
		return await reply.code(answer.status).send(await answer.json());
	});
	ends.push(async () => await server.close());
	return { authServerUrl: await server.listen({ port: 0, host: '127.0.0.1' }), askedAt };
}

const ends: Array<() => Promise<void>> = [];

afterEach(async () => {
	await Promise.all(ends.splice(0).map(async (end) => await end()));
	service().tokenRequests.splice(0);
});

/** A connected credential whose token has expired, and that is renewed elsewhere where that is given. */
async function expiredCredential(authServerUrl?: string) {
	const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
	service().expireAccessTokens();
	return {
		energyProjectsOAuth2Api: {
			...energyProjectsOAuth2Api,
			...(authServerUrl !== undefined && { authServerUrl }),
		},
	};
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

describe('an access token that expires while requests are under way', () => {
	it('is renewed once for all of them, and every record is created once', async () => {
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

	it('may be lost: the error of a create says to look first', async () => {
		const credentials = await expiredCredential();
		afterRenewal(() => ({ reset: true, afterHandling: true }));
		const { error } = await run(create, { credentials, items: customers(1) });
		expect(error?.message).toContain(MAY_EXIST);
		expect(created()).toHaveLength(1);
		expect(refreshes()).toHaveLength(1);
	});

	it('may come too late: the customer may exist, so no later item creates it', async () => {
		let isHit = false;
		onRequest(service(), (number) => {
			// The first request reads the customers, the second creates one.
			if (number === 2) service().expireAccessTokens();
			if (refreshes().length === 0 || isHit) return;
			isHit = true;
			return { delayMs: 1_500 };
		});
		const upsert = { ...create, operation: 'upsert', matchValue: 'ada@mail.example' };
		const result = await run(
			{ ...upsert, options: { timeout: 1 } },
			{
				credentials: await oAuth2Credential(service()),
				items: customers(2),
				onError: 'continueRegularOutput',
			},
		);
		const [first, second] = errorsIn(result);
		expect(first).toMatch(/: no answer came in time while the access token was being renewed/);
		expect(first).toContain(MAY_EXIST);
		expect(second).toContain('An earlier item may have created the customer');
		const writes = service().requests.filter(({ method }) => method === 'POST');
		expect(writes.filter(({ status }) => status !== 401)).toHaveLength(1);
	});

	it('may be 401 again: that is final, for every item', async () => {
		const credentials = await expiredCredential();
		service().faults.add({ status: 401, body: { message: 'Not you' } });
		const result = await run(create, {
			credentials,
			items: customers(30),
			onError: 'continueRegularOutput',
		});
		const errors = errorsIn(result);
		expect(errors[0]).toMatch(
			/^Could not create a customer \(401\): Not you\. Copy the whole API Key/,
		);
		expect(errors.slice(1)).toEqual(Array(29).fill(notSentAs(errors[0])));
		expect(refreshes()).toHaveLength(1);
		expect(service().requests).toHaveLength(4);
	});
});

describe('a token that cannot be renewed', () => {
	it.each([true, false])(
		'because the access was withdrawn (or the client is unknown: %s): one attempt, and nothing more is sent',
		async (isUnknown) => {
			const body = { error: 'invalid_client', error_description: 'No such client' };
			const { authServerUrl } = await authServer(async () => ({ status: 401, body }));
			const credentials = await expiredCredential(isUnknown ? authServerUrl : undefined);
			if (!isUnknown) await service().revokeGrants();
			const more = { credentials, items: customers(30) };
			const result = await run(create, { ...more, onError: 'continueRegularOutput' });

			const [first, ...others] = errorsIn(result);
			expect(first).toMatch(/^Could not create a customer: the authorization server did not renew/);
			expect(first).toMatch(/reconnect/);
			expect(others).toEqual(Array(29).fill(notSentAs(first)));
			expect(service().requests.map(({ status }) => status)).toEqual([401, 401, 401]);
			expect(created()).toEqual([]);
		},
	);

	it('because nobody answers: it is tried once, and only that create may still be carried out', async () => {
		const server = await authServer(async () => await new Promise(() => undefined));
		const credentials = await expiredCredential(server.authServerUrl);
		const result = await run(
			{ ...create, options: { timeout: 1 } },
			{ credentials, items: customers(10), onError: 'continueRegularOutput' },
		);
		expect(server.asked()).toBe(1);
		const errors = errorsIn(result);
		expect(errors).toHaveLength(10);
		expect(errors.filter((error) => error.includes(MAY_EXIST))).toEqual([
			expect.stringMatching(/: no answer came in time while the access token was being renewed\. /),
		]);
		expect(created()).toEqual([]);
	});
});

describe('an authorization server that cannot answer for a while', () => {
	const onError = 'continueRegularOutput';

	it.each([
		[502, 3],
		[429, 1],
	])('with %i, %i times: every record is created once', async (status, times) => {
		const { authServerUrl, askedAt } = await troubledAuthServer(times, status);
		const credentials = await expiredCredential(authServerUrl);
		const result = await run(create, { credentials, items: customers(10), onError });
		expect(errorsIn(result)).toEqual([]);
		expect(new Set(created()).size).toBe(10);
		expect(created()).toHaveLength(10);
		expect(askedAt).toHaveLength(times + 1);
		expect(refreshes().map(({ ok }) => ok)).toEqual([true]);
	});

	it('for ever: the item fails after its retries, and nothing more is sent', async () => {
		const { authServerUrl, askedAt } = await troubledAuthServer(Infinity, 503);
		const credentials = await expiredCredential(authServerUrl);
		const errors = errorsIn(await run(create, { credentials, items: customers(30), onError }));
		const problem =
			'the authorization server did not renew the access token (503): Under maintenance';
		expect(errors[0]).toBe(
			`Could not create a customer: ${problem}. This is an internal problem of the authorization server. Try again later. If the problem continues, tell its operator.`,
		);
		expect(errors).toEqual([errors[0], ...Array(29).fill(notSentAs(errors[0]))]);
		expect(askedAt.length).toBeGreaterThan(3);
		expect(created()).toEqual([]);
	});
});
