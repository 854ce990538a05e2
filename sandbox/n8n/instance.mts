import { execa } from 'execa';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../ports.mts';
import { waitFor } from '../service/waitFor.mts';
import { pinnedVersion } from '../../scripts/n8n.mjs';
import { SetupError } from '../../scripts/steps.mjs';
import { installationOf, versionAskedFor } from './versions.mts';

export interface InstanceOptions {
	userFolder: string;
	port: number;
	/** The default is the version in N8N_VERSION, or else the pinned one. */
	version?: string;
	env?: NodeJS.ProcessEnv;
	/** Ends n8n, even if it is not ready yet. */
	signal?: AbortSignal;
	/** Called with every line that n8n writes. */
	onLine?: (line: string) => void;
}

export interface RunningN8n {
	url: string;
	/** Everything n8n has written so far. */
	output: () => string;
	/** Resolves once n8n has ended, for any reason. */
	ended: Promise<void>;
	/** Ends n8n; with `SIGKILL` at once. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The environment of a quiet n8n that talks to this machine only. */
async function environmentOf(options: InstanceOptions): Promise<NodeJS.ProcessEnv> {
	const { userFolder, port, env, version = versionAskedFor() } = options;
	const url = `http://127.0.0.1:${port}`;
	// n8n leaves temporary files behind: so they are deleted together with the user folder.
	const temporary = join(userFolder, 'tmp');
	mkdirSync(temporary, { recursive: true });
	// Without the settings of another n8n, and without a test runner's NODE_ENV: n8n would not start.
	const strange = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|VITEST|NODE_ENV$|NODE_OPTIONS$)/;
	return {
		...Object.fromEntries(Object.entries(process.env).filter(([name]) => !strange.test(name))),
		...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: `${url}/`,
		N8N_ENCRYPTION_KEY: 'sandbox-encryption-key',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// The editor would first offer to set up an assistant, and n8n would ask the internet for MCP servers.
		...(version === pinnedVersion && { N8N_DISABLED_MODULES: 'instance-ai,mcp-registry' }),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		GENERIC_TIMEZONE: 'Europe/Berlin',
		...env,
	};
}

async function run(options: InstanceOptions, args: readonly string[]) {
	const { command } = installationOf(options.version ?? versionAskedFor());
	const env = await environmentOf(options);
	const child = execa(process.execPath, [command, ...args], {
		...{ env, extendEnv: false, stdin: 'ignore', all: true, buffer: false, reject: false },
		forceKillAfterDelay: 15_000,
		...(options.signal && { cancelSignal: options.signal }),
	});
	const written: string[] = [];
	child.all.on('data', (chunk: Buffer) => written.push(chunk.toString()));
	return { child, output: () => written.join('') };
}

/** Runs a command of n8n's command line. No n8n may be running in the same folder. */
export async function runCli(options: InstanceOptions, args: readonly string[]): Promise<void> {
	const { child, output } = await run(options, args);
	const { failed } = await child;
	if (failed) throw new SetupError(`"n8n ${args.join(' ')}" failed:\n${output().slice(-3000)}`);
}

/** Starts n8n and waits until it is ready. @param args e.g. `start`, `worker`, `webhook` */
export async function startN8n(
	options: InstanceOptions,
	args: readonly string[] = ['start'],
): Promise<RunningN8n> {
	const { child, output } = await run(options, args);
	const { onLine } = options;
	if (onLine !== undefined) createInterface({ input: child.all }).on('line', onLine);
	const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
		child.kill(signal);
		await child;
	};
	const state = { hasEnded: false };
	const ended = child.then(() => void (state.hasEnded = true));
	const url = `http://127.0.0.1:${options.port}`;
	const isSettled = async () => state.hasEnded || (await isReady(url, args[0] === 'start'));
	try {
		await waitFor(isSettled, { interval: 200, timeout: 120_000 });
	} catch {
		await stop('SIGKILL');
		throw new SetupError(`n8n was not ready within two minutes:\n${output().slice(-3000)}`);
	}
	if (state.hasEnded) throw new SetupError(`n8n did not start:\n${output().slice(-3000)}`);
	return { url, output, ended, stop };
}

/** @param isMain whether it serves the editor; a worker or a webhook process only reports its health */
async function isReady(url: string, isMain: boolean): Promise<boolean> {
	const path = isMain ? '/rest/settings' : '/healthz/readiness';
	const answer = await fetch(`${url}${path}`).catch(() => undefined);
	// While it starts, n8n answers everything with a page.
	return answer?.ok === true && /json/.test(answer.headers.get('content-type') ?? '');
}
