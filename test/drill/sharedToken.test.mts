import { freePort } from '../../sandbox/ports.mts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { versionAskedFor } from '../e2e/harness/versions.mts';
import { startService } from '../../sandbox/service/start.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { connectOAuth2 } from '../e2e/harness/oauth2.mts';
import { QueueMode } from '../e2e/harness/queueMode.mts';
import { sharedTokenWorkflows, shareToken } from '../e2e/harness/sharedToken.mts';
import type { SharedTokenBench, Tally } from '../e2e/harness/sharedToken.mts';
import { SECRET, useStack } from '../e2e/harness/stack.mts';

/** More or fewer with e.g. DRILL_ROUNDS=20. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 200);

const nothingLost = { failed: 0, lost: 0, doubled: 0, usedTwice: 0, disconnected: 0 };
const report = (where: string, tally: Tally) => console.log(where, tally);

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
		expect(tally).toMatchObject({ ...nothingLost, renewals: ROUNDS });
	});
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
	},
);
