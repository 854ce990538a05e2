import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './install.mts';
import { n8nCommand } from './paths.mts';

export interface InstanceOptions {
	userFolder: string;
	port: number;
	/** Where n8n's output goes, line by line. */
	log?: (line: string) => void;
	env?: NodeJS.ProcessEnv;
	/** Ends n8n, also while it is not ready yet. */
	signal?: AbortSignal;
}

export interface RunningN8n {
	url: string;
	/** Everything n8n has written so far. */
	output: () => string;
	process: ChildProcess;
	/** Ends it; `SIGKILL` without a word. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('No free port');
	return address.port;
}

/** The environment of a quiet n8n that talks to this machine only. */
export async function n8nEnvironment({
	userFolder,
	port,
	env,
}: InstanceOptions): Promise<NodeJS.ProcessEnv> {
	const url = `http://127.0.0.1:${port}`;
	return {
		...withoutN8nVariables(process.env),
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
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		GENERIC_TIMEZONE: 'Europe/Berlin',
		...env,
	};
}

/** Runs one command of n8n's command line, while no n8n runs in the same folder. */
export async function runCli(options: InstanceOptions, args: readonly string[]): Promise<string> {
	const child = spawn(process.execPath, [n8nCommand, ...args], {
		env: await n8nEnvironment(options),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	if (code !== 0) throw new SetupError(`"n8n ${args.join(' ')}" failed:\n${output.slice(-3000)}`);
	return output;
}

/** Starts n8n and waits until it is ready. @param command e.g. `start`, `worker`, `webhook` */
export async function startN8n(
	options: InstanceOptions,
	command: readonly string[] = ['start'],
): Promise<RunningN8n> {
	const child = spawn(process.execPath, [n8nCommand, ...command], {
		env: await n8nEnvironment(options),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			for (const line of chunk.toString().trimEnd().split('\n')) options.log?.(line);
		});
	}
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
		if (!isRunning()) return;
		child.kill(signal);
		const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
		await ended;
		clearTimeout(killer);
	};
	options.signal?.addEventListener('abort', () => void stop(), { once: true });
	const url = `http://127.0.0.1:${options.port}`;
	for (let waited = 0; !(await isReady(url)); waited++) {
		if (!isRunning()) throw new SetupError(`n8n did not start:\n${output.slice(-3000)}`);
		if (waited > 600) {
			await stop('SIGKILL');
			throw new SetupError(`n8n was not ready within two minutes:\n${output.slice(-3000)}`);
		}
		await sleep(200);
	}
	return { url, output: () => output, process: child, stop };
}

async function isReady(url: string): Promise<boolean> {
	try {
		const health = await fetch(`${url}/healthz/readiness`);
		if (!health.ok) return false;
		const settings = await fetch(`${url}/rest/settings`);
		// A worker or a webhook process has no REST interface: its health is all there is.
		if (settings.status === 404) return true;
		return settings.headers.get('content-type')?.includes('json') ?? false;
	} catch {
		return false;
	}
}

/** Settings of another n8n on this machine are none of ours; with a test runner’s NODE_ENV n8n does not start. */
const withoutN8nVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(
		Object.entries(env).filter(
			([name]) =>
				!/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|VITEST|NODE_ENV$|NODE_OPTIONS$)/.test(name),
		),
	);
