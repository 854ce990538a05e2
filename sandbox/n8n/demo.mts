import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './instance.mts';
import type { InstanceOptions } from './instance.mts';
import { examplesFolder } from './paths.mts';

/** What the demo credentials point at. */
export interface DemoService {
	baseUrl: string;
	authUrl: string;
	apiKey: string;
	oAuth2: { clientId: string; clientSecret: string };
	signingSecret: string;
}

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
	/** By node: what it hands over in the editor in place of its work. */
	pinData?: Record<string, unknown>;
}

/** Known beforehand, so that the credential holds it before the webhook is registered. Good for this machine only. */
export const DEMO_SIGNING_SECRET = 'whsec_demo_only_0123456789abcdef';

/** Ids that the example workflows refer to. */
export const credentialIds = {
	apiKey: 'EnergyApiKey0001',
	oAuth2: 'EnergyOAuth20001',
	webhook: 'EnergyWebhook001',
} as const;

/** The three credentials of the package, in the form n8n imports. */
export const demoCredentials = (service: DemoService) => [
	{
		id: credentialIds.apiKey,
		name: 'Energy Projects (API key)',
		type: 'energyProjectsApi',
		data: { baseUrl: service.baseUrl, apiKey: service.apiKey },
	},
	{
		id: credentialIds.oAuth2,
		name: 'Energy Projects (OAuth2)',
		type: 'energyProjectsOAuth2Api',
		data: {
			baseUrl: service.baseUrl,
			authServerUrl: service.authUrl,
			grantType: 'authorizationCode',
			...service.oAuth2,
		},
	},
	{
		id: credentialIds.webhook,
		name: 'Energy Projects (webhook)',
		type: 'energyProjectsWebhookApi',
		data: { signingSecret: service.signingSecret, previousSigningSecret: '' },
	},
];

/** The workflows of examples/, as they stand there. */
export const readExamples = (): ExampleWorkflow[] =>
	readdirSync(examplesFolder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as ExampleWorkflow);

const MANUAL = 'n8n-nodes-base.manualTrigger';
const MODEL = /\.lmChat\w+$/;

const isTrigger = ({ type }: WorkflowNode): boolean => type.endsWith('Trigger');

/** Whether a workflow starts without a person, so that it can be published; one to click first has to be set up. */
export const startsByItself = (example: ExampleWorkflow): boolean =>
	example.nodes.some(isTrigger) &&
	example.nodes.every(({ type }) => type !== MANUAL) &&
	!needsAnotherService(example);

/** Whether a step has pinned data in place of a service that nobody has connected yet, or asks a language model. */
export const needsAnotherService = ({ nodes, pinData = {} }: ExampleWorkflow): boolean =>
	nodes.some((node) => (node.name in pinData && !isTrigger(node)) || MODEL.test(node.type));

/** Imports credentials and workflows into an n8n that does not run; what has the same id is overwritten. */
export async function importDemo(
	options: InstanceOptions,
	credentials: readonly object[],
	workflows: readonly object[],
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-import-'));
	const importFrom = async (what: 'credentials' | 'workflow', entries: readonly object[]) => {
		if (entries.length === 0) return;
		const file = join(folder, `${what}.json`);
		writeFileSync(file, JSON.stringify(entries));
		await runCli(options, [`import:${what}`, `--input=${file}`]);
	};
	try {
		await importFrom('credentials', credentials);
		await importFrom('workflow', workflows);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The address at which a published workflow receives events. */
export const webhookUrl = (n8nUrl: string, webhookId: string) =>
	`${n8nUrl}/webhook/${webhookId}/webhook`;
