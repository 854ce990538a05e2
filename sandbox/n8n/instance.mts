import { execa } from 'execa';
import getPort from 'get-port';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pWaitFor from 'p-wait-for';
import { SetupError } from './install.mts';
import { installationOf, isBefore, versionAskedFor } from './versions.mts';

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
export async function n8nEnvironment({
	userFolder,
	port,
	env,
	version = versionAskedFor(),
}: InstanceOptions): Promise<NodeJS.ProcessEnv> {
	const url = `http://127.0.0.1:${port}`;
	// n8n leaves temporary files behind: so they are deleted together with the user folder.
	const temporary = join(userFolder, 'tmp');
	mkdirSync(temporary, { recursive: true });
	return {
		...withoutN8nVariables(process.env),
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
		// Switched off, because the editor would first offer to set up an assistant.
		...(!isBefore(version, '2.20.0') && { N8N_DISABLED_MODULES: 'instance-ai' }),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await getPort()),
		GENERIC_TIMEZONE: 'Europe/Berlin',
		...env,
	};
}

/** Runs a command of n8n's command line. No n8n may be running in the same folder. */
export async function runCli(options: InstanceOptions, args: readonly string[]): Promise<void> {
	const { node, command } = installationOf(options.version ?? versionAskedFor());
	const { failed, message } = await execa(node, [command, ...args], {
		env: await n8nEnvironment(options),
		extendEnv: false,
		stdin: 'ignore',
		all: true,
		reject: false,
		...(options.signal && { cancelSignal: options.signal }),
	});
	if (failed) throw new SetupError(`"n8n ${args.join(' ')}" failed:\n${message?.slice(-3000)}`);
}

/** Starts n8n and waits until it is ready. @param args e.g. `start`, `worker`, `webhook` */
export async function startN8n(
	options: InstanceOptions,
	args: readonly string[] = ['start'],
): Promise<RunningN8n> {
	const { node, command } = installationOf(options.version ?? versionAskedFor());
	const child = execa(node, [command, ...args], {
		env: await n8nEnvironment(options),
		extendEnv: false,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
		forceKillAfterDelay: 15_000,
		...(options.signal && { cancelSignal: options.signal }),
	});
	let output = '';
	child.all.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const { onLine } = options;
	if (onLine !== undefined) createInterface({ input: child.all }).on('line', onLine);
	const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
		child.kill(signal);
		await child;
	};
	const state = { hasEnded: false };
	const ended = child.then(() => void (state.hasEnded = true));
	const url = `http://127.0.0.1:${options.port}`;
	try {
		const isSettled = async () => state.hasEnded || (await isReady(url, args[0] === 'start'));
		await pWaitFor(isSettled, { interval: 200, timeout: 120_000 });
	} catch {
		await stop('SIGKILL');
		throw new SetupError(`n8n was not ready within two minutes:\n${output.slice(-3000)}`);
	}
	if (state.hasEnded) throw new SetupError(`n8n did not start:\n${output.slice(-3000)}`);
	return { url, output: () => output, ended, stop };
}

/** @param isMain whether it serves the editor; a worker or a webhook process only reports its health */
async function isReady(url: string, isMain: boolean): Promise<boolean> {
	try {
		const health = await fetch(`${url}/healthz/readiness`);
		if (!health.ok || !isMain) return health.ok;
		const settings = await fetch(`${url}/rest/settings`);
		return settings.headers.get('content-type')?.includes('json') ?? false;
	} catch {
		return false;
	}
}

/** Without the settings of another n8n on this machine, and without a test runner’s NODE_ENV: n8n would not start. */
const withoutN8nVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(
		Object.entries(env).filter(
			([name]) =>
				!/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|VITEST|NODE_ENV$|NODE_OPTIONS$)/.test(name),
		),
	);
