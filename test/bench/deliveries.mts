import { randomUUID } from 'node:crypto';
import { credentialIds, webhookUrl } from '../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../sandbox/n8n/demo.mts';
import { deliver } from '../../sandbox/service/delivery.mts';
import { payloadOf } from '../../sandbox/service/events.mts';
import { SECRET } from '../e2e/harness/startStack.mts';
import { inARow, node, of } from '../e2e/harness/workflows.mts';
import type { Comparison } from './comparison.mts';
import { shortOf } from './n8n.mts';
import type { Bench } from './n8n.mts';

const KIND = 'project.edited';
/** The service waits no longer for an answer. Service document, section Delivery. */
const PATIENCE_MS = 30_000;

/** A published workflow that takes deliveries. */
type Receiver = Readonly<Record<'workflowId' | 'url', string>>;

/** How an operator may have set up n8n, as far as it matters to triggers; a small run has one of them. */
const settingsOf = (bench: Bench) =>
	[
		{ words: 'default setting', env: {} },
		{ words: 'lazy setting', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } },
	].slice(0, bench.size(2, 1));

const BY_HAND = 'by hand';
const NOOP = 'an empty trigger';

/** How many deliveries a second are taken, or refused. */
async function rate(bench: Bench, receiver: Receiver, how: Parameters<typeof sendAll>[3] = {}) {
	const count = bench.size(200, 10);
	return [count / (await sendAll(bench, receiver, count, how)).seconds];
}

/** Valid deliveries. */
export const deliveries = (bench: Bench): Comparison[] =>
	settingsOf(bench).map(({ words, env }) => ({
		figures: [[`Valid deliveries, ${words}`, 'a second']],
		...{ rounds: bench.size(5, 1), env },
		ours: async (name) => await rate(bench, await ours(bench, name)),
		others: {
			[NOOP]: async () => await rate(bench, await noop(bench)),
			[BY_HAND]: async () => await rate(bench, await byHand(bench)),
		},
	}));

/** Deliveries that somebody else signed. Ours starts nothing; by hand, each is dropped in the execution it starts. */
export const forged = (bench: Bench): Comparison[] =>
	settingsOf(bench).map(({ words, env }) => {
		const secret = 'whsec_of_somebody_else_012';
		const refused = { secret, status: 401 };
		return {
			figures: [[`Forged deliveries, ${words}`, 'a second']],
			...{ rounds: bench.size(5, 1), env },
			ours: async (name) => await rate(bench, await ours(bench, name), refused),
			others: { [BY_HAND]: async () => await rate(bench, await byHand(bench), { secret }) },
		};
	});

/** Many changes at once, the first after a start. n8n may be too busy for some (503), which the service repeats. */
export const burst = (bench: Bench): Comparison[] =>
	settingsOf(bench).map(({ words, env }) => {
		const count = bench.size(500, 10);
		const sent = async (receiver: () => Promise<Receiver>) => {
			await receiver();
			await bench.restart();
			const how = { atOnce: count, mayBeBusy: true };
			const { answeredMs } = await sendAll(bench, await receiver(), count, how);
			const inTime = answeredMs.filter((ms) => ms <= PATIENCE_MS).length;
			return [Math.max(...answeredMs) / 1000, inTime];
		};
		return {
			figures: [
				[`First burst of ${count} after a start, ${words}: the last taken`, 's'],
				[`The same: taken within ${PATIENCE_MS / 1000} s`, 'deliveries'],
			],
			...{ rounds: bench.size(5, 1), env },
			ours: async (name) => await sent(async () => await ours(bench, name)),
			others: { [NOOP]: async () => await sent(async () => await noop(bench)) },
		};
	});

const hookOf = (number: number) => `bbbbbbbb-0000-4000-8000-00000000000${number}`;

async function triggerOf(bench: Bench, type: string, number: number, typeVersion = 1) {
	const webhookId = hookOf(number);
	const secret = { energyProjectsWebhookApi: { id: credentialIds.webhook, name: 'Webhook' } };
	const trigger = { ...node('Trigger', type, {}, secret), typeVersion, webhookId };
	return await published(bench, webhookId, inARow(`BenchHook${number}`, [trigger]));
}

async function ours(bench: Bench, packageName: string) {
	const type = `${packageName}.energyProjectsTrigger`;
	return await triggerOf(bench, type, shortOf(packageName) === 'Now' ? 1 : 2, 2);
}

const noop = async (bench: Bench) => await triggerOf(bench, 'n8n-nodes-bench-noop.noopTrigger', 3);

async function published(bench: Bench, webhookId: string, one: ExampleWorkflow): Promise<Receiver> {
	const { rest, n8n } = bench.stack;
	await bench.add(one);
	const { active } = await rest.call<{ active: boolean }>('GET', `/rest/workflows/${one.id}`);
	if (!active) await rest.publish(one.id);
	return { workflowId: one.id, url: webhookUrl(n8n.url, webhookId) };
}

const READ_HEADER = `
const [{ json }] = $input.all();
const raw = await this.helpers.getBinaryDataBuffer(0, 'data');
const parts = (json.headers['service-signature'] ?? '').split(',').map((part) => part.split('='));
const valueOf = (scheme) => parts.find(([name]) => name === scheme)?.[1] ?? '';
return [{ json: {
	signed: valueOf('t') + '.' + raw.toString('utf8'),
	signature: valueOf('v1'),
	payload: json.body,
} }];`;

/**
 * What a person would build: the signature over the raw body, and a branch for each kind. It answers at once, which is
 * the fastest it can do, looks neither at age nor at repeats, and drops what is forged in the execution it started.
 */
async function byHand(bench: Bench): Promise<Receiver> {
	const webhookId = hookOf(4);
	const equals = (leftValue: string, rightValue: string) => ({
		...{ leftValue, rightValue, operator: { type: 'string', operation: 'equals' } },
	});
	const isGenuine = equals('={{ $json.signature }}', '={{ $json.expected }}');
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const values = ['project.created', KIND, 'project.deleted'].map((kind) => {
		const conditions = [isGenuine, equals('={{ $json.payload.event }}', kind)];
		return { conditions: { options, combinator: 'and', conditions } };
	});
	const webhook = of('webhook', 2.1, 'Webhook', {
		...{ httpMethod: 'POST', path: `${webhookId}/webhook`, responseMode: 'onReceived' },
		options: { rawBody: true },
	});
	const secret = await bench.credential('crypto', { hmacSecret: SECRET });
	const hmac = {
		...{ action: 'hmac', type: 'SHA256', value: '={{ $json.signed }}' },
		...{ dataPropertyName: 'expected', encoding: 'hex' },
	};
	const one = inARow('BenchHookHand', [
		{ ...webhook, webhookId },
		of('code', 2, 'Read header', { jsCode: READ_HEADER }),
		of('crypto', 2, 'HMAC', hmac, secret),
		of('switch', 3.2, 'Kind, if genuine', { rules: { values }, options: {} }),
	]);
	return await published(bench, webhookId, one);
}

/** Bodies as the service sends them, each another one. */
function bodiesOf({ stack: { service } }: Bench, count: number): string[] {
	const { store, company } = service;
	const record = store.insert('project', company.id, { name: 'Wärmepumpe Müller' });
	return Array.from({ length: count }, () =>
		JSON.stringify(payloadOf(store, KIND, { ...record, name: randomUUID() })),
	);
}

/**
 * Sends deliveries, ten at a time unless told, and waits until the last execution has ended.
 *
 * @returns seconds, and the milliseconds from the beginning to each answer with the wanted status
 */
async function sendAll(
	bench: Bench,
	{ workflowId, url }: Receiver,
	count: number,
	{ atOnce = 10, secret = SECRET, status = 200, mayBeBusy = false } = {},
) {
	const before = bench.executionsOf(workflowId);
	const left = bodiesOf(bench, count).values();
	const answeredMs: number[] = [];
	const began = performance.now();
	const sender = async () => {
		for (const body of left) {
			// As long as it takes, so that a late answer is seen.
			const answer = await deliver(url, secret, KIND, body, 600_000);
			if (answer.status === status) answeredMs.push(performance.now() - began);
			else if (!mayBeBusy || answer.message !== 'Database is not ready!')
				throw new Error(`${workflowId} answered ${answer.status ?? answer.failure}`);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	await bench.executionsEnded(workflowId, before + (status === 200 ? answeredMs.length : 0));
	return { seconds: (performance.now() - began) / 1000, answeredMs };
}
