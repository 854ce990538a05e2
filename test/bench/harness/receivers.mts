import { credentialIds, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { SECRET } from '../../e2e/harness/startStack.mts';
import { triggerWorkflow } from '../../e2e/harness/workflows.mts';
import type { Bench } from './bench.mts';
import { OURS } from './names.mts';
import { inARow, startedBy } from './workflows.mts';
import type { WorkflowNode } from './workflows.mts';

export const NOOP = 'a community trigger that does nothing';
export const CREDENTIAL = 'one that only reads a credential';
export const BY_HAND = 'by hand: Webhook, Code, Crypto, Switch';
export const WEBHOOK = "n8n's own Webhook node, which checks nothing";

/** A published workflow that takes deliveries. */
export interface Receiver {
	readonly name: string;
	readonly workflowId: string;
	/** Where it takes them; n8n may move when it is started anew. */
	readonly url: () => string;
}

const PEERS = 'n8n-nodes-bench-triggers.';
const KINDS = ['project.created', 'project.edited', 'project.deleted'];

const hook = (number: number) => `bbbbbbbb-0000-4000-8000-00000000000${number}`;
const webhookCredential = {
	energyProjectsWebhookApi: { id: credentialIds.webhook, name: 'Webhook' },
};

/** The contenders that deliveries are sent to. Each is put into n8n and published when it is first asked for. */
export const receiversIn = (bench: Bench) => ({
	ours: async () =>
		await publish(bench, OURS, hook(1), triggerWorkflow('BenchHookOurs001', hook(1), {})),
	noop: async () =>
		await publish(
			bench,
			NOOP,
			hook(2),
			startedBy('BenchHookNoop001', {
				name: 'Trigger',
				type: `${PEERS}noopTrigger`,
				parameters: {},
				webhookId: hook(2),
			}),
		),
	credential: async () =>
		await publish(
			bench,
			CREDENTIAL,
			hook(3),
			startedBy('BenchHookCred001', {
				name: 'Trigger',
				type: `${PEERS}credentialTrigger`,
				parameters: {},
				credentials: webhookCredential,
				webhookId: hook(3),
			}),
		),
	byHand: async () => await publish(bench, BY_HAND, hook(4), await byHand(bench)),
	webhook: async () =>
		await publish(bench, WEBHOOK, hook(5), startedBy('BenchHookNode001', webhookNode(hook(5), {}))),
});

async function publish(
	bench: Bench,
	name: string,
	webhookId: string,
	workflow: ExampleWorkflow,
): Promise<Receiver> {
	await bench.add(workflow);
	const path = `/rest/workflows/${workflow.id}`;
	const { active } = await bench.stack.rest.call<{ active: boolean }>('GET', path);
	if (!active) await bench.stack.rest.publish(workflow.id);
	return { name, workflowId: workflow.id, url: () => webhookUrl(bench.stack.n8n.url, webhookId) };
}

const webhookNode = (webhookId: string, options: object): WorkflowNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: {
		httpMethod: 'POST',
		path: `${webhookId}/webhook`,
		responseMode: 'onReceived',
		options: { ...options },
	},
	webhookId,
});

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
async function byHand(bench: Bench): Promise<ExampleWorkflow> {
	const hmac = await bench.credential('Signing secret', 'crypto', { hmacSecret: SECRET });
	const nodes: WorkflowNode[] = [
		{
			name: 'Read header',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: READ_HEADER },
		},
		{
			name: 'HMAC',
			type: 'n8n-nodes-base.crypto',
			typeVersion: 2,
			parameters: {
				action: 'hmac',
				type: 'SHA256',
				value: '={{ $json.signed }}',
				dataPropertyName: 'expected',
				encoding: 'hex',
			},
			credentials: { crypto: { id: hmac, name: 'Signing secret' } },
		},
		{
			name: 'Kind, if genuine',
			type: 'n8n-nodes-base.switch',
			typeVersion: 3.2,
			parameters: {
				rules: {
					values: KINDS.map((kind) => ({
						conditions: {
							options: {
								caseSensitive: true,
								leftValue: '',
								typeValidation: 'strict',
								version: 2,
							},
							combinator: 'and',
							conditions: [
								equals('={{ $json.signature }}', '={{ $json.expected }}'),
								equals('={{ $json.payload.event }}', kind),
							],
						},
					})),
				},
				options: {},
			},
		},
	];
	return startedBy(
		'BenchHookHand001',
		webhookNode(hook(4), { rawBody: true }),
		nodes,
		inARow(['Webhook', ...nodes.map(({ name }) => name)]),
	);
}

const equals = (leftValue: string, rightValue: string) => ({
	leftValue,
	rightValue,
	operator: { type: 'string', operation: 'equals' },
});
