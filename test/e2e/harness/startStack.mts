import { freePort } from '../../../sandbox/ports.mts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../../sandbox/service/waitFor.mts';
import { demoCredentials, importDemo, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { Credential, ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { ensureVersion } from './ensureVersion.mts';
import { startN8n } from '../../../sandbox/n8n/instance.mts';
import type { InstanceOptions, RunningN8n } from '../../../sandbox/n8n/instance.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { N8nRest, within } from './rest.mts';
import type { Execution } from './rest.mts';
import type { SharedN8n } from './sharedN8n.mts';
import { importsNoHistory, pinnedVersion, versionAskedFor } from './versions.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { startService } from '../../../sandbox/service/start.mts';
import type { RunningService, ServiceOptions } from '../../../sandbox/service/start.mts';

export const SECRET = 'whsec_end_to_end_0123456789abcdef';

export interface StackOptions {
	workflows: readonly ExampleWorkflow[];
	/** Those with a trigger of their own. */
	publish?: readonly string[];
	service?: ServiceOptions;
	moreCredentials?: readonly Credential[];
}

export interface OwnStackOptions extends StackOptions {
	/** Settings of n8n beside those of the sandbox. */
	env?: NodeJS.ProcessEnv;
	/** Whether a workflow has a Code node: n8n then starts a process that runs it, which takes a third of its start. */
	runsCode?: boolean;
	/** Another n8n than that of the whole run; it is installed where it is missing. */
	version?: string;
}

/** Waits for a process that runs Code nodes instead of starting one. */
export const withoutCode = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'none' };

/** A local service, and workflows and credentials for it in a real n8n with the packed package. */
export class Stack {
	readonly service: RunningService;
	options: Pick<InstanceOptions, 'userFolder'>;
	n8n: Pick<RunningN8n, 'url' | 'output'>;
	readonly rest: N8nRest;

	constructor(service: RunningService, options: Stack['options'], n8n: Stack['n8n']) {
		this.service = service;
		this.options = options;
		this.n8n = n8n;
		this.rest = new N8nRest(n8n.url);
	}

	/** Registers a workflow's trigger at the service. */
	register(webhookId: string, events: readonly EventKind[] = eventKinds, secret = SECRET): string {
		const url = webhookUrl(this.n8n.url, webhookId);
		const companyId = this.service.company.id;
		this.service.webhooks.register({ url, events: [...events], companyId, secret });
		return url;
	}

	/** Waits until a workflow has `count` executions and gives them, oldest first. */
	async executions(workflowId: string, count: number): Promise<Execution[]> {
		const ids = await waitFor<string[]>(
			async () => {
				const found = await this.rest.executionIds(workflowId);
				return found.length >= count && found;
			},
			within(30, `Workflow ${workflowId} does not have ${count} executions`),
		);
		return await Promise.all(ids.map(async (id) => await this.rest.finished(id)));
	}

	/** Leaves nothing in n8n that starts by itself. */
	async close(): Promise<void> {
		for (const id of this.rest.published) await this.rest.unpublish(id);
		await this.service.close();
	}
}

/** With an n8n that nobody else uses. */
export class OwnStack extends Stack {
	declare options: InstanceOptions;
	declare n8n: RunningN8n;

	/**
	 * Ends n8n and starts it again on the same data.
	 *
	 * @param signal `SIGKILL` without a word
	 * @param env settings of n8n beside those of the sandbox; those it had, unless given
	 */
	async restart(signal?: NodeJS.Signals, env = this.options.env): Promise<void> {
		await this.n8n.stop(signal);
		this.options = { ...this.options, ...(env !== undefined && { env }) };
		this.n8n = await startN8n(this.options);
		await this.rest.logIn();
	}

	override async close(): Promise<void> {
		await this.n8n.stop();
		await this.service.close();
		rmSync(this.options.userFolder, { recursive: true, force: true });
	}
}

const serviceFor = async (port: number | string, { service }: StackOptions) =>
	await startService({
		debounceMs: 100,
		retryDelaysMs: [500, 1000, 2000],
		redirectUris: [`http://127.0.0.1:${port}/rest/oauth2-credential/callback`],
		...service,
	});

const credentialsFor = (service: RunningService, { moreCredentials = [] }: StackOptions) => {
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: SECRET };
	return [...demoCredentials(demo), ...moreCredentials];
};

/** Puts workflows and credentials into the n8n that other files use too. */
export async function shareStack(shared: SharedN8n, wanted: StackOptions): Promise<Stack> {
	const { url, log, cookies, place } = shared;
	const service = await serviceFor(new URL(url).port, wanted);
	const stack = new Stack(service, shared, { url, output: () => readFileSync(log, 'utf8') });
	stack.rest.cookies = cookies;
	return await orClosed(stack, async () => {
		await fill(stack, wanted, place === 0 ? '' : ` ${place + 1}`);
	});
}

/**
 * Starts the local service and a real n8n.
 *
 * @param packages tarballs or folders of node packages, the one under test among them
 */
export async function startStack(
	packages: readonly string[],
	wanted: OwnStackOptions,
): Promise<OwnStack> {
	const { version = versionAskedFor(), workflows } = wanted;
	await ensureVersion(version);
	const port = await freePort();
	const userFolder = mkdtempSync(join(tmpdir(), 'energy-projects-n8n-'));
	const env = { ...(wanted.runsCode !== true && withoutCode), ...wanted.env };
	const options = { userFolder, port, version, env };
	await installPackage(userFolder, packages, { log: () => {} });
	const service = await serviceFor(port, wanted);
	const isPinned = version === pinnedVersion;
	const isSaved = !isPinned && importsNoHistory(version);
	// Older versions give a workflow that is posted another ID.
	if (!isPinned) {
		const imported = isSaved ? workflows.map(empty) : workflows;
		await importDemo(options, credentialsFor(service, wanted), imported);
	}
	const stack = new OwnStack(service, options, await startN8n(options));
	return await orClosed(stack, async () => {
		await stack.rest.logIn();
		if (isPinned) return await fill(stack, wanted);
		for (const one of isSaved ? workflows : []) {
			await stack.rest.call('PATCH', `/rest/workflows/${one.id}`, one);
		}
		await publish(stack, wanted);
	});
}

/** To be filled by saving it, which n8n takes for a change. */
const empty = (one: ExampleWorkflow) => ({
	...one,
	...{ nodes: [], connections: {}, versionId: randomUUID() },
});

/** @param suffix tells the credentials from those of other files */
async function fill(stack: Stack, wanted: StackOptions, suffix = ''): Promise<void> {
	const { rest, service } = stack;
	for (const { id, type, data, name } of credentialsFor(service, wanted)) {
		rest.credentials.set(id, await rest.credential(type, data, `${name}${suffix}`));
	}
	for (const one of wanted.workflows) await rest.call('POST', '/rest/workflows', one);
	await publish(stack, wanted);
}

async function publish({ rest }: Stack, wanted: StackOptions): Promise<void> {
	for (const id of wanted.publish ?? []) await rest.publish(id);
}

/** Nobody else can end what they were never given. */
async function orClosed<Kind extends Stack>(
	stack: Kind,
	prepare: () => Promise<void>,
): Promise<Kind> {
	try {
		await prepare();
		return stack;
	} catch (error) {
		await stack.close();
		throw error;
	}
}
