import fastify from 'fastify';
import { freePort } from '../../sandbox/ports.mts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import type { N8nRest } from '../e2e/harness/rest.mts';
import { isBefore, versionAskedFor } from '../e2e/harness/versions.mts';
import { startService } from '../../sandbox/service/start.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { connectOAuth2 } from '../e2e/harness/oauth2.mts';
import { QueueMode } from '../e2e/harness/queueMode.mts';
import { sharedTokenWorkflows, shareToken } from '../e2e/harness/sharedToken.mts';
import type { SharedTokenBench, Tally } from '../e2e/harness/sharedToken.mts';
import { SECRET, useStack } from '../e2e/harness/stack.mts';

/** More or fewer with e.g. DRILL_ROUNDS=20. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 200);
/** n8n's processes wait for each other for ten seconds at most. */
const SLOW_MS = 12_000;
const SLOW_ROUNDS = 3;
/** From this version on, n8n keeps two executions from using one refresh token. */
const COORDINATED = '2.30.0';

const nothingLost = { failed: 0, lost: 0, doubled: 0, usedTwice: 0, disconnected: 0 };
const report = (where: string, tally: Tally) => console.log(where, tally);

/** The authorization server behind something that hands on each request for a token only after a while. */
async function slowAuthServer(authUrl: string) {
	const server = fastify({ forceCloseConnections: true });
	server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
	server.post('/oauth2/token', async ({ body, headers }, reply) => {
		await sleep(SLOW_MS);
		const { 'content-type': type = '' } = headers;
		const request = { method: 'POST', headers: { 'content-type': type }, body: String(body) };
		const answer = await fetch(`${authUrl}/oauth2/token`, request);
		return await reply.code(answer.status).send(await answer.json());
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, close: async () => await server.close() };
}

/** Where n8n renews tokens of the OAuth2 credential. */
async function renewAt(rest: N8nRest, { baseUrl, oAuth2 }: RunningService, authServerUrl: string) {
	const data = { baseUrl, authServerUrl, grantType: 'authorizationCode', ...oAuth2 };
	const credential = { name: 'OAuth2', type: 'energyProjectsOAuth2Api', data };
	await rest.call('PATCH', `/rest/credentials/${credentialIds.oAuth2}`, credential);
}

/** Rounds in which each renewal takes longer than n8n's processes wait for each other. */
async function shareSlowly(bench: SharedTokenBench, rest: N8nRest): Promise<Tally> {
	const { service } = bench;
	const slow = await slowAuthServer(service.authUrl);
	const connect = async () => {
		await renewAt(rest, service, service.authUrl);
		await bench.connect();
		await renewAt(rest, service, slow.url);
	};
	try {
		return await shareToken({ ...bench, connect }, SLOW_ROUNDS);
	} finally {
		await renewAt(rest, service, service.authUrl);
		await slow.close();
	}
}

afterEach(() => vi.restoreAllMocks());

describe('two executions at once whose common access token expires, in one n8n', () => {
	const version = versionAskedFor();
	const stack = useStack({
		workflows: sharedTokenWorkflows,
		publish: sharedTokenWorkflows.map(({ id }) => id),
		service: { seed: 'empty' },
	});
	const bench = (): SharedTokenBench => {
		const { service, n8n, rest } = stack();
		const connect = async () => await connectOAuth2(rest, credentialIds.oAuth2, service.login);
		return { service, urls: [n8n.url, n8n.url], connect };
	};

	it(`${ROUNDS} times`, async () => {
		const tally = await shareToken(bench(), ROUNDS);
		report(`One process of n8n ${version}`, tally);
		expect(tally).toMatchObject({ lost: tally.failed, doubled: 0 });
		if (isBefore(version, COORDINATED)) return;
		expect(tally).toMatchObject({ ...nothingLost, renewals: ROUNDS });
	});

	it.skipIf(isBefore(version, COORDINATED))(
		`${SLOW_ROUNDS} times with a slow authorization server`,
		async () => {
			const tally = await shareSlowly(bench(), stack().rest);
			report(`One process of n8n ${version}, ${SLOW_MS} ms for each renewal`, tally);
			expect(tally).toMatchObject(nothingLost);
		},
	);
});

describe.skipIf(process.env.N8N_VERSION !== undefined)(
	'the same in queue mode, one execution in each of two workers',
	() => {
		const queue = new QueueMode();
		const started: { service?: RunningService } = {};
		beforeAll(async () => {
			const port = await freePort();
			const callback = `http://127.0.0.1:${port}/rest/oauth2-credential/callback`;
			started.service = await startService({ seed: 'empty', redirectUris: [callback] });
			const { company } = started.service;
			const demo = { ...started.service, apiKey: company.apiKey, signingSecret: SECRET };
			// Each worker runs one execution at a time, so that the two never share a process.
			const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
			await queue.start(inject('tarball'), demo, [...sharedTokenWorkflows], { port, env });
		}, 300_000);
		afterAll(async () => {
			await queue.close();
			await started.service?.close();
		}, 60_000);
		const bench = (): SharedTokenBench => {
			const { service } = started;
			if (service === undefined) throw new Error('The service has not started');
			const [first, second] = queue.webhooks.map(({ running }) => running.url);
			const connect = async () =>
				await connectOAuth2(queue.rest, credentialIds.oAuth2, service.login);
			return { service, urls: [first, second], connect };
		};

		it(`${ROUNDS} times`, async () => {
			const tally = await shareToken(bench(), ROUNDS);
			report('Two workers', tally);
			expect(tally).toMatchObject({ ...nothingLost, renewals: ROUNDS });
		});

		// n8n then sends the token of the other process once more: nothing a node could do about it.
		it(`${SLOW_ROUNDS} times with a slow authorization server: n8n uses tokens twice`, async () => {
			const tally = await shareSlowly(bench(), queue.rest);
			report(`Two workers, ${SLOW_MS} ms for each renewal`, tally);
			expect(tally).toMatchObject({ lost: tally.failed, doubled: 0 });
		});
	},
);
