import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { createUnder } from '../harness/samples/creates.mts';
import { useScenario, watchInFlight } from '../harness/scenario.mts';
import { addProject } from '../harness/service/records.mts';
import { oAuth2Credential } from '../harness/service/service.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput';
const itemsOf = (count: number) => Array.from({ length: count }, () => ({}));

describe('a service that limits requests', () => {
	it.each([
		['seconds', 2, 1],
		['missing', 4, 1],
		['zero', 4, 1],
		['roundedDown', 2, 1.5],
		['date', 4, 1],
		['skewedDate', 4, 1],
	] as const)(
		'takes every create once (Retry-After: %s; %i in %d s)',
		async (retryAfter, requests, perSeconds) => {
			const limit = { retryAfter, requests, perSeconds };
			expect(await createUnder(limit, 10, service(), run)).toMatchObject({
				created: 10,
				failed: 0,
				doubled: 0,
			});
		},
	);

	it('is asked with repeats before anything new', async () => {
		const { id } = addProject(service());
		service().rateLimiter.set({ requests: 3, perSeconds: 1, retryAfter: 'seconds' });
		const read = { operation: 'get', projectId: byId(id) };
		const { json } = await run(read, { items: itemsOf(9), onError });
		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
	});
});

describe('requests at once', () => {
	it('double each round while the service answers well', async () => {
		const { id } = addProject(service());
		service().faults.add({ delayMs: 40 });
		const inFlight = watchInFlight(service());
		await run({ operation: 'get', projectId: byId(id) }, { items: itemsOf(60) });
		expect(inFlight[0]).toBe(1);
		expect(Math.max(...inFlight.slice(0, 6))).toBe(5);
		// One more each round would be at eight by then.
		expect(Math.max(...inFlight.slice(0, 30))).toBeGreaterThan(10);
		expect(Math.max(...inFlight)).toBeLessThanOrEqual(20);
	});
});

describe('a service that nobody would wait for', () => {
	let slow: FastifyInstance;
	let baseUrl = '';
	let isToken = false;

	beforeAll(async () => {
		slow = fastify();
		slow.all('/api/*', async (_, reply) => {
			reply.hijack();
			reply.raw.writeHead(200, { 'content-type': 'application/json' });
			const trickle = setInterval(() => reply.raw.write(' '), 100);
			reply.raw.on('close', () => clearInterval(trickle));
		});
		slow.addContentTypeParser('*', (_, __, done) => done(null));
		slow.post('/oauth2/token', async (_, reply) => {
			isToken = true;
			reply.hijack();
		});
		baseUrl = await slow.listen({ port: 0, host: '127.0.0.1' });
	});
	afterAll(async () => {
		slow.server.closeAllConnections();
		await slow.close();
	});

	const credentials = () => ({ energyProjectsApi: { baseUrl, apiKey: 'key-0123456789' } });
	const read = { resource: 'account', operation: 'get', options: { timeout: 1, maxRetries: 0 } };

	it('because a byte comes now and then: the time is over all the same', async () => {
		const { error } = await run(read, { credentials: credentials() });
		expect(error?.message).toBe(
			'Could not read the account: the service did not answer within 1 seconds',
		);
	});

	it('because a byte comes now and then: stopping the execution ends it at once', async () => {
		const began = Date.now();
		const patient = { ...read, options: { timeout: 600 } };
		const { status } = await run(patient, { credentials: credentials(), cancelAfterMs: 200 });
		expect(status).toBe('canceled');
		expect(Date.now() - began).toBeLessThan(30_000);
	});

	it('because the token is never renewed: the time is over all the same', async () => {
		const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
		service().expireAccessTokens();
		const { error } = await run(
			{ ...read, authentication: 'oAuth2' },
			{
				credentials: {
					energyProjectsOAuth2Api: { ...energyProjectsOAuth2Api, authServerUrl: baseUrl },
				},
			},
		);
		expect(isToken).toBe(true);
		expect(error?.message).toContain('did not answer within 1 seconds');
	});
});

describe('stopping', () => {
	it('an item that failed does not wait for the pause of the others', async () => {
		const { id } = addProject(service());
		service().faults.add({ method: 'GET', times: 1 });
		service().faults.add({ times: 1, delayMs: 300, status: 422, body: { message: 'No' } });
		service().faults.add({ status: 429, headers: { 'retry-after': '60' } });
		const began = Date.now();
		const { error } = await run({ operation: 'get', projectId: byId(id) }, { items: itemsOf(8) });
		expect(error?.message).toBe(`Could not get project ${id} (422): No`);
		expect(Date.now() - began).toBeLessThan(30_000);
	});
});

describe('stopping while others wait to be sent again', () => {
	it('shows the failure that stopped the run, not that the others were asked to wait', async () => {
		const { id } = addProject(service());
		service().faults.add({ method: 'GET', times: 1 });
		service().faults.add({
			path: new RegExp(`${UNKNOWN_ID}$`),
			delayMs: 300,
			status: 422,
			body: { message: 'No' },
		});
		service().faults.add({ status: 429, headers: { 'retry-after': '60' } });
		const items = [id, id, id, UNKNOWN_ID, id].map((id) => ({ id }));
		const { error } = await run(
			{ operation: 'get', projectId: byId('={{ $json.id }}') },
			{ items },
		);
		expect(error?.message).toBe(`Could not get project ${UNKNOWN_ID} (422): No`);
		expect(error?.context).toMatchObject({ itemIndex: 3 });
	});
});

describe('a time limit', () => {
	it.each([16.1, 1.0005])('may have a fraction (%d seconds)', async (timeout) => {
		const read = { resource: 'account', operation: 'get', options: { timeout } };
		expect((await run(read)).error).toBeUndefined();
	});
});

describe('an authorization server that is down', () => {
	it('is what the error names, not the service', async () => {
		const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
		service().expireAccessTokens();
		const nobody = { ...energyProjectsOAuth2Api, authServerUrl: 'http://127.0.0.1:9' };
		const { error } = await run(
			{
				authentication: 'oAuth2',
				resource: 'account',
				operation: 'get',
				options: { maxRetries: 0 },
			},
			{ credentials: { energyProjectsOAuth2Api: nobody } },
		);
		expect(error?.message).toBe(
			'Could not read the account: the authorization server could not be reached (ECONNREFUSED)',
		);
		expect(error?.description).toContain('Check the Authorization Server URL');
	});
});

describe('a create that is answered with 303', () => {
	it('may have been carried out: the error says to look first', async () => {
		service().faults.add({ method: 'POST', status: 303, headers: { location: '/elsewhere' } });
		const { error } = await run({ operation: 'create', name: 'Haus Weber' });
		expect(error?.message).toContain('Could not create a project (303)');
		expect(error?.description).toContain('may have been created');
	});
});
