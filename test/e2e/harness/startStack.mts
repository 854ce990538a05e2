import { freePort } from '../../../sandbox/ports.mts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { demoCredentials, importInto, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { Credential, ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { ensureVersion } from './ensureVersion.mts';
import { startN8n } from '../../../sandbox/n8n/instance.mts';
import type { InstanceOptions, RunningN8n } from '../../../sandbox/n8n/instance.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { N8nRest } from './rest.mts';
import type { Execution } from './rest.mts';
import type { SharedN8n } from './sharedN8n.mts';
import { pinnedVersion, versionAskedFor } from './versions.mts';
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

	/** What it leaves in n8n goes with n8n. */
	async close(): Promise<void> {
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
		await super.close();
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

/** Puts workflows and credentials into the n8n that other files use too. */
export async function shareStack(shared: SharedN8n, wanted: StackOptions): Promise<Stack> {
	const { url, log, cookies } = shared;
	const service = await serviceFor(new URL(url).port, wanted);
	const stack = new Stack(service, shared, { url, output: () => readFileSync(log, 'utf8') });
	stack.rest.cookies = cookies;
	return await filled(stack, wanted);
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
	// Older versions give a workflow that is posted another ID, and some cannot publish one that is not saved once more.
	const isOld = version !== pinnedVersion;
	if (isOld) await importInto(options, 'workflow', workflows.map(empty));
	const stack = new OwnStack(service, options, await startN8n(options));
	try {
		await stack.rest.logIn();
		return await filled(stack, wanted, isOld);
	} catch (error) {
		// Nobody else can end what they were never given.
		await stack.close();
		throw error;
	}
}

/** To be filled by saving it, which n8n takes for a change. */
const empty = (one: ExampleWorkflow) => {
	return { ...one, nodes: [], connections: {}, versionId: randomUUID() };
};

/** @param isImported whether the workflows are there, but empty */
async function filled<Kind extends Stack>(stack: Kind, wanted: StackOptions, isImported = false) {
	const { rest, service } = stack;
	const { workflows, publish = [], moreCredentials = [] } = wanted;
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: SECRET };
	await rest.fill([...demoCredentials(demo), ...moreCredentials], isImported ? [] : workflows);
	for (const one of isImported ? workflows : []) {
		await rest.call('PATCH', `/rest/workflows/${one.id}`, one);
	}
	for (const id of publish) await rest.publish(id);
	return stack;
}
