import { freePort } from '../../../sandbox/ports.mts';
import { randomUUID, createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { waitFor } from '../../../sandbox/service/waitFor.mts';
import { demoCredentials, importDemo, webhookUrl } from '../../../sandbox/n8n/demo.mts';
import type { DemoService, ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { ensureVersion } from './ensureVersion.mts';
import { startN8n } from '../../../sandbox/n8n/instance.mts';
import type { InstanceOptions, RunningN8n } from '../../../sandbox/n8n/instance.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { N8nRest, within } from './rest.mts';
import type { Execution } from './rest.mts';
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
	moreCredentials?: readonly object[];
	/** Settings of n8n beside those of the sandbox. */
	env?: NodeJS.ProcessEnv;
	/** Whether a workflow has a Code node: n8n then starts a process that runs it, which takes a third of its start. */
	runsCode?: boolean;
	/** Another n8n than that of the whole run; it is installed where it is missing. */
	version?: string;
}

/** Waits for a process that runs Code nodes instead of starting one. */
export const withoutCode = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'none' };

/** The local service and a real n8n with the packed package in it. */
export class Stack {
	readonly service: RunningService;
	options: InstanceOptions;
	n8n: RunningN8n;
	rest: N8nRest;

	constructor(service: RunningService, options: InstanceOptions, n8n: RunningN8n, rest: N8nRest) {
		this.service = service;
		this.options = options;
		this.n8n = n8n;
		this.rest = rest;
	}

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
		this.rest = new N8nRest(this.n8n.url);
		await this.rest.logIn();
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

	async close(): Promise<void> {
		await this.n8n.stop();
		await this.service.close();
		rmSync(this.options.userFolder, { recursive: true, force: true });
	}
}

/**
 * Starts the local service and a real n8n.
 *
 * @param packages tarballs or folders of node packages, the one under test among them
 * @param templates to begin with what an earlier start has left there
 */
export async function startStack(
	packages: readonly string[],
	wanted: StackOptions,
	templates?: Templates,
): Promise<Stack> {
	const { version = versionAskedFor(), moreCredentials = [], publish = [] } = wanted;
	await ensureVersion(version);
	const port = await freePort();
	const userFolder = mkdtempSync(join(tmpdir(), 'energy-projects-n8n-'));
	const service = await startService({
		debounceMs: 100,
		retryDelaysMs: [500, 1000, 2000],
		redirectUris: [`http://127.0.0.1:${port}/rest/oauth2-credential/callback`],
		...wanted.service,
	});
	const env = { ...(wanted.runsCode !== true && withoutCode), ...wanted.env };
	const options = { userFolder, port, version, env };
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: SECRET };
	const filling = fillingOf(version);
	const used = version === pinnedVersion ? templates : undefined;
	const isCopy = used?.copyTo(userFolder, packages) ?? false;
	if (!isCopy) await installPackage(userFolder, packages, { log: () => {} });
	const credentials = isCopy ? moreCredentials : [...demoCredentials(demo), ...moreCredentials];
	await importDemo(options, credentials, filling.imported(wanted.workflows));
	const n8n = await startN8n(options);
	const stack = new Stack(service, options, n8n, new N8nRest(n8n.url));
	try {
		await stack.rest.logIn();
		if (!isCopy && moreCredentials.length === 0) await used?.keep(userFolder, packages);
		if (isCopy) await updateCredentials(stack.rest, demo);
		for (const one of wanted.workflows) await filling.complete(stack.rest, one);
		for (const id of publish) await stack.rest.publish(id);
	} catch (error) {
		// Nobody else can end what they were never given.
		await stack.close();
		throw error;
	}
	return stack;
}

/** Those of a copy lead to the service of an earlier start. */
async function updateCredentials(rest: N8nRest, demo: DemoService): Promise<void> {
	for (const one of demoCredentials(demo)) {
		await rest.call('PATCH', `/rest/credentials/${one.id}`, one);
	}
}

/**
 * How workflows get into n8n: what of them is imported before it starts, and what is done with each once it runs. Older
 * versions give a workflow that is posted another id.
 */
function fillingOf(version: string) {
	const isPinned = version === pinnedVersion;
	const isSaved = !isPinned && importsNoHistory(version);
	return {
		imported: (workflows: readonly ExampleWorkflow[]) =>
			isPinned ? [] : isSaved ? workflows.map(empty) : workflows,
		async complete(rest: N8nRest, one: ExampleWorkflow): Promise<void> {
			if (isPinned) await rest.call('POST', '/rest/workflows', one);
			if (isSaved) await rest.call('PATCH', `/rest/workflows/${one.id}`, one);
		},
	};
}

/** To be filled by saving it, which n8n takes for a change. */
const empty = (one: ExampleWorkflow) => ({
	...one,
	...{ nodes: [], connections: {}, versionId: randomUUID() },
});

/** What n8n writes for itself; its database is copied in a way that is safe while n8n runs. */
const NOT_COPIED = /[\\/](database\.sqlite.*|crash\.journal|.*\.log|tmp)$/;
const DATABASE = join('.n8n', 'database.sqlite');

/**
 * User folders of n8n as they are after the first start: the packages are installed, the credentials imported, the
 * tables and the owner made. A copy starts in a third of the time.
 */
export class Templates {
	private readonly folder: string;

	/** @param folder is removed by whoever made it */
	constructor(folder: string) {
		this.folder = folder;
	}

	private pathOf(packages: readonly string[]): string {
		const digest = createHash('sha256').update(JSON.stringify(packages)).digest('hex');
		return join(this.folder, digest);
	}

	/** @returns whether there was one to copy */
	copyTo(userFolder: string, packages: readonly string[]): boolean {
		const template = this.pathOf(packages);
		if (!existsSync(template)) return false;
		cpSync(template, userFolder, { recursive: true });
		return true;
	}

	/** Keeps the folder of an n8n that runs, without workflows so far. */
	async keep(userFolder: string, packages: readonly string[]): Promise<void> {
		// Under another name until it is whole.
		const unfinished = mkdtempSync(join(this.folder, 'unfinished-'));
		const filter = (source: string) => !NOT_COPIED.test(source);
		cpSync(userFolder, unfinished, { recursive: true, filter });
		const database = new DatabaseSync(join(userFolder, DATABASE), { readOnly: true });
		await backup(database, join(unfinished, DATABASE));
		database.close();
		// Two files that run at once may both be the first.
		if (!existsSync(this.pathOf(packages))) renameSync(unfinished, this.pathOf(packages));
	}
}
