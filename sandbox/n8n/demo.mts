import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../service/start.mts';
import { runCli } from './instance.mts';
import type { InstanceOptions } from './instance.mts';
import { examplesFolder } from './paths.mts';

/** What the demo credentials point at. */
export type DemoService = Pick<RunningService, 'baseUrl' | 'authUrl' | 'oAuth2'> &
	Record<'apiKey' | 'signingSecret', string>;

interface WorkflowNode {
	name: string;
	type: string;
	webhookId?: string;
	parameters: Record<string, unknown>;
}

export interface ExampleWorkflow {
	id: string;
	name: string;
	nodes: WorkflowNode[];
	/** By node: the items that it hands over in the editor without running. */
	pinData?: Record<string, unknown>;
}

export type Credential = Record<'id' | 'name' | 'type', string> & { data: Record<string, unknown> };

/** The IDs that the example workflows refer to. */
export const credentialIds = {
	apiKey: 'EnergyApiKey0001',
	oAuth2: 'EnergyOAuth20001',
	webhook: 'EnergyWebhook001',
} as const;

/** The three credentials of the package, in the form n8n imports. */
export function demoCredentials(service: DemoService): Credential[] {
	const { baseUrl, authUrl: authServerUrl, apiKey, oAuth2, signingSecret } = service;
	const { apiKey: id, oAuth2: oAuth2Id, webhook } = credentialIds;
	const grant = { authServerUrl, grantType: 'authorizationCode', ...oAuth2 };
	const secrets = { signingSecret, previousSigningSecret: '' };
	const name = (kind: string) => `Energy Projects (${kind})`;
	return [
		{ id, name: name('API key'), type: 'energyProjectsApi', data: { baseUrl, apiKey } },
		{
			...{ id: oAuth2Id, name: name('OAuth2'), type: 'energyProjectsOAuth2Api' },
			data: { baseUrl, ...grant },
		},
		{ id: webhook, name: name('webhook'), type: 'energyProjectsWebhookApi', data: secrets },
	];
}

/** The workflows in examples/, unchanged. */
export const readExamples = (): ExampleWorkflow[] =>
	globSync('*.json', { cwd: examplesFolder })
		.sort()
		.map((file) => JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as ExampleWorkflow);

/** Imports entries into an n8n that is not running. Those with the same ID are overwritten. */
export async function importInto(
	options: InstanceOptions,
	what: 'credentials' | 'workflow',
	entries: readonly object[],
): Promise<void> {
	const file = join(options.userFolder, `${what}.json`);
	try {
		writeFileSync(file, JSON.stringify(entries));
		await runCli(options, [`import:${what}`, `--input=${file}`]);
	} finally {
		// Keys are in it.
		rmSync(file, { force: true });
	}
}

/** The address at which a published workflow receives events. */
export const webhookUrl = (n8nUrl: string, webhookId: string) =>
	`${n8nUrl}/webhook/${webhookId}/webhook`;
