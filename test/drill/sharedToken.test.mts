import type { ExampleWorkflow } from '../../sandbox/n8n/demo.mts';
import { OWN_CONNECTION } from '../../sandbox/service/delivery.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { onRequest } from '../integration/harness/service/service.mts';
import { recordsOf } from '../shared.mts';
import { action, inARow, of } from '../e2e/harness/workflows.mts';
import { freePort } from '../../sandbox/ports.mts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { versionAskedFor } from '../e2e/harness/versions.mts';
import { startService } from '../../sandbox/service/start.mts';
import { connectOAuth2 } from '../e2e/harness/oauth2.mts';
import { QueueMode } from '../e2e/harness/queueMode.mts';
import { SECRET, useStack } from '../e2e/harness/stack.mts';

/** How many customers each execution creates. */
const ITEMS = 12;
/** How long the service takes for each request, so that both executions have several under way. */
const LATENCY_MS = 15;

const paths = ['first', 'second'].map((name) => `shared-token-${name}`);

/** Two workflows that create a customer for each item they are sent, with one OAuth2 credential for both. */
const workflows: readonly ExampleWorkflow[] = paths.map((path, index) => {
	const answer = { responseMode: 'lastNode', responseData: 'allEntries' };
	const webhook = of('webhook', 2, 'Webhook', { httpMethod: 'POST', path, ...answer });
	const split = of('splitOut', 1, 'Split', { fieldToSplitOut: 'body.items', options: {} });
	const names = { firstName: 'Ada', lastName: '={{ $json.lastName }}' };
	const parameters = { resource: 'customer', operation: 'create', ...names };
	const create = { ...action('Create', parameters, 'oAuth2'), onError: 'continueRegularOutput' };
	const nodes = [{ ...webhook, webhookId: path }, split, create];
	return inARow(`SharedToken0000${index + 1}`, nodes);
});

/** What became of rounds of two executions each. */
interface Tally {
	rounds: number;
	/** Items handed to both executions. */
	items: number;
	/** Items that came out with an error, or did not come out. */
	failed: number;
	/** Items of which no customer was created. */
	lost: number;
	/** Items of which more than one was created. */
	doubled: number;
	/** Requests for a token with a refresh token that succeeded. */
	renewals: number;
	/** Refresh tokens that were sent more than once. */
	usedTwice: number;
	/** Rounds after which the account had to be connected again. */
	disconnected: number;
	/** The first error of an item. */
	error?: string;
}

/** Where two executions run, and on which service. */
interface SharedTokenBench {
	service: RunningService;
	/** Addresses of n8n for webhooks, one for each execution; they may be the same. */
	urls: readonly [string, string];
	/** Connects the account, as a person does. */
	connect(): Promise<void>;
}

/** No name comes twice, whatever ran before. */
let serial = 0;

/**
 * Runs two executions at once, so many times over. In each round the access token expires at another moment: before the
 * first request, or while both executions are under way.
 */
async function shareToken(
	{ service, urls, connect }: SharedTokenBench,
	rounds: number,
): Promise<Tally> {
	await connect();
	const expiry = { after: Infinity };
	onRequest(service, () => {
		if (--expiry.after === 0) service.expireAccessTokens();
		return { delayMs: LATENCY_MS };
	});
	const before = { ...countsOf(service) };
	const tally: Tally = { ...{ rounds, items: 0, failed: 0 }, ...NOTHING };
	for (let round = 0; round < rounds; round++) {
		const names = paths.map((path) => Array.from({ length: ITEMS }, () => `${path} ${++serial}`));
		const tokensBefore = countsOf(service);
		expiry.after = round % (2 * ITEMS);
		if (expiry.after === 0) service.expireAccessTokens();
		const answers = await Promise.all(
			urls.map(
				async (url, index) => await createAll(`${url}/webhook/${paths[index]}`, names[index]),
			),
		);
		addRound(tally, service, names.flat(), answers.flat());
		if (countsOf(service).refused > tokensBefore.refused) {
			tally.disconnected++;
			await connect();
		}
	}
	const after = countsOf(service);
	const renewals = after.renewals - before.renewals;
	return { ...tally, renewals, usedTwice: after.usedTwice - before.usedTwice };
}

const NOTHING = { lost: 0, doubled: 0, renewals: 0, usedTwice: 0, disconnected: 0 };

/** The items that came out of an execution. */
async function createAll(url: string, names: readonly string[] = []) {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { ...OWN_CONNECTION, 'content-type': 'application/json' },
		body: JSON.stringify({ items: names.map((lastName) => ({ lastName })) }),
	});
	const text = await answer.text();
	const items: unknown = answer.ok ? JSON.parse(text) : [{ error: text }];
	return (Array.isArray(items) ? items : [items]) as Array<{ id?: string; error?: string }>;
}

function addRound(
	tally: Tally,
	service: RunningService,
	names: readonly string[],
	items: ReadonlyArray<{ id?: string; error?: string }>,
): void {
	const created = recordsOf(service, 'customer').map(({ lastName }) => lastName);
	const times = names.map((name) => created.filter((one) => one === name).length);
	const failure = items.find(({ error }) => error !== undefined)?.error;
	tally.items += names.length;
	tally.failed += names.length - items.filter(({ id }) => id !== undefined).length;
	tally.lost += times.filter((count) => count === 0).length;
	tally.doubled += times.filter((count) => count > 1).length;
	if (failure !== undefined) tally.error ??= failure;
}

function countsOf({ tokenRequests, refreshTokenUses }: RunningService) {
	const renewals = tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');
	return {
		renewals: renewals.filter(({ ok }) => ok).length,
		refused: renewals.filter(({ ok }) => !ok).length,
		usedTwice: [...refreshTokenUses.values()].filter((uses) => uses > 1).length,
	};
}

/** More or fewer with e.g. DRILL_ROUNDS=20. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 200);

afterEach(() => vi.restoreAllMocks());

/** A test of so many rounds, in which nothing gets lost. */
const loseNothing = (where: string, bench: () => SharedTokenBench) =>
	it(`${ROUNDS} times`, async () => {
		const tally = await shareToken(bench(), ROUNDS);
		console.log(where, tally);
		const nothing = { failed: 0, lost: 0, doubled: 0, usedTwice: 0, disconnected: 0 };
		expect(tally).toMatchObject({ ...nothing, renewals: ROUNDS });
	});

describe('two executions at once whose common access token expires, in one n8n', () => {
	const publish = workflows.map(({ id }) => id);
	const stack = useStack({ workflows, publish, service: { seed: 'empty' } });
	loseNothing(`One process of n8n ${versionAskedFor()}`, () => {
		const { service, n8n, rest } = stack();
		const connect = async () => await connectOAuth2(rest, credentialIds.oAuth2, service.login);
		return { service, urls: [n8n.url, n8n.url], connect };
	});
});

describe.skipIf(process.env.N8N_VERSION !== undefined)(
	'the same in queue mode, one execution in each of two workers',
	() => {
		const queue = new QueueMode();
		let service: RunningService;
		beforeAll(async () => {
			const port = await freePort();
			const callback = `http://127.0.0.1:${port}/rest/oauth2-credential/callback`;
			service = await startService({ seed: 'empty', redirectUris: [callback] });
			const demo = { ...service, apiKey: service.company.apiKey, signingSecret: SECRET };
			// Each worker runs one execution at a time, so that the two never share a process.
			const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
			await queue.start(inject('tarball'), demo, [...workflows], { port, env });
		}, 300_000);
		afterAll(async () => {
			await queue.close();
			await service.close();
		}, 60_000);
		loseNothing('Two workers', () => {
			const [first, second] = queue.webhooks.map(({ running }) => running.url);
			const { rest } = queue;
			const connect = async () => await connectOAuth2(rest, credentialIds.oAuth2, service.login);
			return { service, urls: [first, second], connect };
		});
	},
);
