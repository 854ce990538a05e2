import { expect } from 'vitest';
import { credentialIds, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { Execution } from '../../../sandbox/n8n/rest.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { recordsOf } from '../../shared.mts';
import { sendSigned } from './sender.mts';
import type { Stack } from './stack.mts';
import { certificateKinds } from './tlsFronts.mts';
import type { CertificateKind, Servers } from './tlsFronts.mts';
import { chainWorkflow, errorWorkflow, pollingWorkflow, triggerWorkflow } from './workflows.mts';

const account = { name: 'Account', parameters: { resource: 'account', operation: 'get' } };
export const byApiKey = chainWorkflow('TlsByApiKey00001', [{}], [account]);
export const byOAuth2 = chainWorkflow('TlsByOAuth200001', [{}], [account], 'oAuth2');
export const failures = errorWorkflow('TlsFailures00001');
export const polling = pollingWorkflow(
	'TlsPolling000001',
	{ events: ['customer.created'] },
	{ errorWorkflow: failures.id },
);

/** One for each kind of certificate, since a trigger writes at most one line a minute about records to n8n's log. */
export const triggers = certificateKinds.map((kind, number) => {
	const webhookId = `ffffffff-0000-4000-8000-00000000000${number}`;
	const parameters = { events: ['project.edited'], fetchRecord: 'apiKey' };
	const workflow = triggerWorkflow(`TlsTrigger00000${number}`, webhookId, parameters);
	return { kind, webhookId, workflow };
});

function triggerOf(kind: CertificateKind) {
	const trigger = triggers.find((one) => one.kind === kind);
	if (trigger === undefined) throw new Error(`There is no trigger for ${kind}`);
	return trigger;
}

export const RENEWAL = 'the renewal of an OAuth2 token';

/** The ways to the service by https://, in a real n8n. */
export class TlsWays {
	private readonly stack: () => Stack;
	private readonly servers: (kind: CertificateKind) => Servers;
	private serial = 0;

	constructor(stack: () => Stack, servers: (kind: CertificateKind) => Servers) {
		this.stack = stack;
		this.servers = servers;
	}

	/**
	 * What goes wrong on a way to the service, in the words that a person sees.
	 *
	 * @returns an empty text if nothing does
	 */
	readonly problemOn: Record<string, (kind: CertificateKind, ignores: boolean) => Promise<string>> =
		{
			'the action node': async (kind, ignores) => {
				await this.saveApiKey(kind, ignores);
				return await this.problemIn(byApiKey.id, 'Start');
			},
			'the test of the API key': async (kind, ignoreSSLIssues) => {
				const data = { ...this.apiKeyData(kind), ignoreSSLIssues };
				const answer = await this.stack().rest.testCredential('energyProjectsApi', data);
				const { status, message } = answer as { status: string; message: string };
				return status === 'OK' ? '' : message;
			},
			'the action node with OAuth2': async (kind, ignores) => {
				const { authUrl } = this.stack().service;
				await this.saveOAuth2({ baseUrl: this.servers(kind).baseUrl, authUrl }, ignores);
				return await this.problemIn(byOAuth2.id, 'Start');
			},
			[RENEWAL]: async (kind, ignores) => {
				const { baseUrl } = this.stack().service;
				await this.saveOAuth2({ baseUrl, authUrl: this.servers(kind).authUrl }, ignores);
				this.stack().service.expireAccessTokens();
				return await this.problemIn(byOAuth2.id, 'Start');
			},
			'Fetch Record of the webhook trigger': async (kind, ignores) => {
				await this.saveApiKey(kind, ignores);
				const written = this.stack().n8n.output().length;
				const executions = await this.stack().rest.executionIds(triggerOf(kind).workflow.id);
				const status = await this.deliver(kind);
				if (status === 200) return '';
				expect(status).toBe(503);
				expect(this.stack().n8n.output().slice(written)).toContain('the certificate');
				return await this.alarm(kind, executions.length);
			},
			'the polling trigger, run by hand': async (kind, ignores) => {
				await this.saveApiKey(kind, ignores);
				return await this.problemIn(polling.id, 'Trigger');
			},
		};

	/** What the alarm of a trigger says. */
	private async alarm(kind: CertificateKind, executionsBefore: number): Promise<string> {
		const { id } = triggerOf(kind).workflow;
		const executions = await this.stack().executions(id, executionsBefore + 1);
		const { message, description } = executions.at(-1)?.errors.Trigger ?? {};
		return `${message} ${description}`;
	}

	async saveApiKey(kind: CertificateKind, ignoreSSLIssues: boolean): Promise<void> {
		const data = { ...this.apiKeyData(kind), ignoreSSLIssues };
		await this.save(credentialIds.apiKey, 'energyProjectsApi', data);
	}

	async saveOAuth2({ baseUrl, authUrl }: Servers, ignoreSSLIssues: boolean): Promise<void> {
		const client = { grantType: 'authorizationCode', ...this.stack().service.oAuth2 };
		const data = { baseUrl, authServerUrl: authUrl, ...client, ignoreSSLIssues };
		await this.save(credentialIds.oAuth2, 'energyProjectsOAuth2Api', data);
	}

	/** The error of an execution that a person starts; empty if it has none. */
	async problemIn(workflowId: string, trigger: string): Promise<string> {
		const execution: Execution = await this.stack().rest.run(workflowId, trigger);
		const texts = Object.values(execution.errors).map(
			({ message, description = '' }) => `${message} ${description}`,
		);
		expect(texts.length > 0).toBe(execution.status === 'error');
		return texts.join('\n');
	}

	private apiKeyData(kind: CertificateKind) {
		return { baseUrl: this.servers(kind).baseUrl, apiKey: this.stack().service.company.apiKey };
	}

	private async save(id: string, type: string, data: object): Promise<void> {
		await this.stack().rest.call('PATCH', `/rest/credentials/${id}`, { name: 'TLS', type, data });
	}

	/** Sends an event that is no duplicate of another one. */
	private async deliver(kind: CertificateKind): Promise<number> {
		const { service, n8n } = this.stack();
		const [project] = recordsOf(service, 'project');
		if (project === undefined) throw new Error('There is no project');
		const payload = payloadOf(service.store, 'project.edited', project);
		const body = JSON.stringify({ ...payload, serial: ++this.serial });
		return await sendSigned(webhookUrl(n8n.url, triggerOf(kind).webhookId), body);
	}
}
