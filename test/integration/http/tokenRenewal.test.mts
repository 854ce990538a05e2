import { fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { errorsIn, NOT_SENT, notSentAs, refusedIn, useAccess } from '../harness/samples/access.mts';
import { onRequest } from '../harness/service/onRequest.mts';
import { oAuth2Credential } from '../harness/service/service.mts';

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

describe('an access token that expires while requests are under way', () => {
	it('is renewed once for all of them, and every record is created once', async () => {
		const credentials = await oAuth2Credential(service());
		let inFlight = 0;
		onRequest(service(), (number) => {
			if (number === 119) {
				inFlight = service().requests.filter(({ status }) => status === 0).length;
				service().expireAccessTokens();
			}
			// None of them is answered before the last one has come.
			return number >= 100 && number < 119 ? { delayMs: 2_000 } : undefined;
		});
		const items = customers(200);
		const { json, error, ...result } = await run(create, { credentials, items });

		expect(error).toBeUndefined();
		expect(json).toHaveLength(200);
		expect(inFlight).toBe(20);
		expect(refusedIn(service()).length).toBeGreaterThanOrEqual(20);
		expect(refreshes()).toEqual([{ grantType: 'refresh_token', authMethod: 'body', ok: true }]);
		expect(result.credentials.tokenUpdates).toBe(1);
		expect(created().sort()).toEqual(items.map(({ lastName }) => lastName).sort());
	});

	it('is renewed each time where it expires more than once', async () => {
		const credentials = await oAuth2Credential(service());
		onRequest(service(), (number) => {
			if ([30, 80].includes(number)) service().expireAccessTokens();
		});
		const { json, error } = await run(create, { credentials, items: customers(100) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(100);
		expect(refreshes().map(({ ok }) => ok)).toEqual([true, true]);
		expect(new Set(created()).size).toBe(100);
		expect(created()).toHaveLength(100);
	});

	it('is not renewed where somebody else has done so meanwhile', async () => {
		const credentials = await oAuth2Credential(service());
		const { oauthTokenData } = credentials.energyProjectsOAuth2Api;
		const fresh: Array<Promise<void>> = [];
		onRequest(service(), (number) => {
			if (number !== 1) return;
			service().expireAccessTokens();
			fresh.push(
				service()
					.issueToken()
					.then((tokens) => void Object.assign(oauthTokenData, tokens)),
			);
			return { delayMs: 100 };
		});
		const { error } = await run(read, { credentials });
		await Promise.all(fresh);
		expect(error).toBeUndefined();
		expect(service().requests.map(({ status }) => status)).toEqual([401, 200]);
		expect(refreshes()).toEqual([]);
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

	it('is obeyed where it asks to wait', async () => {
		const credentials = await expiredCredential();
		afterRenewal(() => ({ status: 429, headers: { 'retry-after': '1' } }));
		const { error } = await run(create, { credentials, items: customers(1) });
		expect(error).toBeUndefined();
		const [refused, taken] = service().requests.slice(-2);
		expect([refused.status, taken.status]).toEqual([429, 201]);
		expect(taken.at - refused.at).toBeGreaterThanOrEqual(1_000);
		expect(created()).toHaveLength(1);
	});

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

	it.each<[string, Fault, number]>([
		['lost', { reset: true, afterHandling: true }, 1],
		['an error of its own', { status: 500 }, 0],
	])('may be %s: the error of a create says to look first', async (_, fault, count) => {
		const credentials = await expiredCredential();
		afterRenewal(() => fault);
		const { error } = await run(create, { credentials, items: customers(1) });
		expect(error?.description).toContain(MAY_EXIST);
		expect(created()).toHaveLength(count);
		expect(refreshes()).toHaveLength(1);
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
		const advice =
			'Open the credential of this node: enter the API key again, or reconnect the account.';
		expect(errors[0]).toBe(`Could not create a customer (401): Not you. ${advice}`);
		expect(errors.slice(1)).toEqual(Array(29).fill(notSentAs(errors[0])));
		expect(refreshes()).toHaveLength(1);
		expect(service().requests).toHaveLength(4);
	});
});

describe('a token that cannot be renewed', () => {
	const failures: Array<[string, () => Promise<object>, RegExp]> = [
		[
			'the access was withdrawn',
			async () => {
				await service().revokeGrants();
				return {};
			},
			/reconnect/i,
		],
		[
			'the client is not known any more',
			async () => {
				const body = { error: 'invalid_client', error_description: 'No such client' };
				const { authServerUrl } = await authServer(async () => ({ status: 401, body }));
				return { authServerUrl };
			},
			/reconnect/i,
		],
	];

	it.each(failures)(
		'because %s: one attempt, and nothing more is sent',
		async (_, prepareIt, words) => {
			const credentials = await expiredCredential();
			Object.assign(credentials.energyProjectsOAuth2Api, await prepareIt());
			const more = { credentials, items: customers(30) };
			const result = await run(create, { ...more, onError: 'continueRegularOutput' });

			const [first, ...others] = errorsIn(result);
			expect(first).toMatch(/^Could not create a customer: the authorization server did not renew/);
			expect(first).toMatch(words);
			expect(others).toHaveLength(29);
			expect(new Set(others)).toEqual(new Set([notSentAs(first)]));
			expect(service().requests.map(({ status }) => status)).toEqual([401, 401, 401]);
			expect(created()).toEqual([]);

			service().requests.splice(0);
			const stopped = await run(create, more);
			const { message, description } = stopped.error ?? {};
			expect(first).toBe(`${message} ${description}`);
			expect(stopped.error?.context).toMatchObject({ itemIndex: 0 });
		},
	);

	it('in the middle of a run: one attempt, whatever was under way', async () => {
		const credentials = await oAuth2Credential(service());
		service().faults.add({ method: 'POST', delayMs: 40 });
		let afterwards = 0;
		onRequest(service(), (number) => {
			if (number === 60) {
				service().expireAccessTokens();
				void service().revokeGrants();
			}
			if (refreshes().length > 0) afterwards++;
		});
		const result = await run(create, {
			credentials,
			items: customers(200),
			onError: 'continueRegularOutput',
		});
		expect(refreshes()).toHaveLength(1);
		expect(afterwards).toBe(0);
		const failed = errorsIn(result);
		expect(failed.length + created().length).toBe(200);
		expect(new Set(created()).size).toBe(created().length);
		const asFirst = failed.filter((text) => !text.startsWith(NOT_SENT));
		expect(new Set(asFirst)).toHaveLength(1);
		const others = failed.filter((text) => text.startsWith(NOT_SENT));
		expect(new Set(others)).toEqual(new Set([notSentAs(asFirst[0])]));
	});

	it('because nobody answers: it is tried once, and a create was not carried out', async () => {
		const server = await authServer(async () => await new Promise(() => undefined));
		const credentials = await expiredCredential(server.authServerUrl);
		const result = await run(
			{ ...create, options: { timeout: 1 } },
			{ credentials, items: customers(10), onError: 'continueRegularOutput' },
		);
		expect(server.asked()).toBe(1);
		const [, ...others] = errorsIn(result);
		expect(others[0]).toMatch(
			/^Could not create a customer: the authorization server did not answer within 1 seconds\. /,
		);
		expect(others[0]).not.toContain(MAY_EXIST);
		expect(new Set(others.slice(1))).toEqual(new Set([notSentAs(others[0])]));
	});

	it('for a while: where nobody was reached, it is tried again', async () => {
		const server = await authServer(async () => ({ status: 500, body: {} }));
		await ends.splice(0)[0]();
		const credentials = await expiredCredential(server.authServerUrl);
		const result = await run(
			{ ...create, options: { maxRetries: 1 } },
			{ credentials, items: customers(10), onError: 'continueRegularOutput' },
		);
		const errors = errorsIn(result);
		const refused =
			'Could not create a customer: the authorization server could not be reached (ECONNREFUSED). Check the Authorization Server URL in the credential, and whether n8n can reach that address.';
		expect(errors).toContain(refused);
		// How many were under way by then is a matter of time.
		const known = [refused, notSentAs(refused)];
		expect(errors.filter((error) => !known.includes(error))).toEqual([]);
	});
});

describe('an authorization server that cannot answer for a while', () => {
	const onError = 'continueRegularOutput';

	it.each([
		[500, 1],
		[503, 1],
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

	it('is given the time it asks for', async () => {
		const retryAfter = { 'retry-after': '1' };
		const { authServerUrl, askedAt } = await troubledAuthServer(2, 503, retryAfter);
		const credentials = await expiredCredential(authServerUrl);
		const { error } = await run(create, { credentials, items: customers(3) });
		expect(error).toBeUndefined();
		expect(askedAt).toHaveLength(3);
		expect(askedAt[1] - askedAt[0]).toBeGreaterThanOrEqual(995);
		expect(askedAt[2] - askedAt[1]).toBeGreaterThanOrEqual(995);
	});

	it('in the middle of a run: one pause for all, and every record is created once', async () => {
		const retryAfter = { 'retry-after': '1' };
		const { authServerUrl, askedAt } = await troubledAuthServer(1, 503, retryAfter);
		const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
		const credentials = { energyProjectsOAuth2Api: { ...energyProjectsOAuth2Api, authServerUrl } };
		onRequest(service(), (number) => {
			if (number === 60) service().expireAccessTokens();
			return number >= 50 && number < 60 ? { delayMs: 200 } : undefined;
		});
		const result = await run(create, { credentials, items: customers(150), onError });
		expect(errorsIn(result)).toEqual([]);
		expect(created()).toHaveLength(150);
		expect(new Set(created()).size).toBe(150);
		expect(askedAt).toHaveLength(2);
		// What was under way may still arrive, but nothing new is sent before the pause is over.
		const inPause = service().requests.filter(
			({ at }) => at > askedAt[0] + 300 && at < askedAt[0] + 950,
		);
		expect(inPause).toEqual([]);
	});

	it.each([500, 503])(
		'with %i for ever: the item fails after its retries, and nothing more is sent',
		async (status) => {
			const { authServerUrl, askedAt } = await troubledAuthServer(Infinity, status);
			const credentials = await expiredCredential(authServerUrl);
			const options = { maxRetries: 2 };
			const result = await run(
				{ ...create, options },
				{ credentials, items: customers(30), onError },
			);
			const errors = errorsIn(result);
			expect(errors[0]).toBe(
				`Could not create a customer: the authorization server did not renew the access token (${status}): Under maintenance. The authorization server cannot renew the access token at the moment. Try again later. If the problem continues, tell the operator of the service.`,
			);
			expect(new Set(errors.slice(1))).toEqual(new Set([notSentAs(errors[0])]));
			expect(errors).toHaveLength(30);
			expect(askedAt).toHaveLength(3);
			expect(created()).toEqual([]);
			const error = String(result.json[0]?.error);
			expect(error).toContain(
				'The authorization server cannot renew the access token at the moment.',
			);
			expect(error).not.toContain(MAY_EXIST);
			expect(JSON.stringify(result.json)).not.toMatch(/retry automatically|node settings/);
		},
	);

	it('is asked once with Max Retries 0', async () => {
		const { authServerUrl, askedAt } = await troubledAuthServer(1, 503);
		const credentials = await expiredCredential(authServerUrl);
		const options = { maxRetries: 0 };
		const { error } = await run({ ...create, options }, { credentials, items: customers(1) });
		expect(error?.message).toContain('did not renew the access token (503)');
		expect(askedAt).toHaveLength(1);
	});

	it('and asks for an hour: nobody waits that long', async () => {
		const anHour = { 'retry-after': '3600' };
		const { authServerUrl, askedAt } = await troubledAuthServer(1, 503, anHour);
		const credentials = await expiredCredential(authServerUrl);
		const { error } = await run(create, { credentials, items: customers(2) });
		expect(error?.description).toMatch(/^The authorization server asked to wait 3600 seconds/);
		expect(askedAt).toHaveLength(1);
	});
});
