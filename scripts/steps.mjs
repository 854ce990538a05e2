// Runs the long commands of an installation: says what is being done, and for how long so far. It uses built-in modules
// only, since it runs before anything is installed, on any Node that the machine has.
import { spawn, spawnSync } from 'node:child_process';

const LINE_EVERY_MS = 20_000;
const LONGEST_OUTPUT = 2000;

/** What `npm start` does, and how long each step takes on an ordinary machine. */
const STEPS_OF_START = [
	'the development dependencies, usually 1 to 5 minutes',
	'downloading n8n and compiling its database driver, usually 3 to 8 minutes',
	'building the package and installing it into n8n, usually a minute',
	'starting n8n, usually half a minute',
];

/**
 * Says how far `npm start` is. A step that is already done is passed over, and keeps its number.
 *
 * @param {number} number from 1
 */
export function sayStep(number) {
	console.log(`\nStep ${number} of ${STEPS_OF_START.length}: ${STEPS_OF_START[number - 1]}`);
}

/** A command that failed, with the end of its output. */
export class StepError extends Error {}

/** A problem that a person can solve: its message is shown without a stack trace. */
export class SetupError extends Error {}

/** A step that was ended on request. */
export class Interrupted extends Error {}

/**
 * @typedef {object} Step
 * @property {string} title what is being done
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {AbortSignal} [signal] ends the command and all processes that it has started
 * @property {(line: string) => void} [log]
 * @property {number} [killAfterMs] how long the processes have to end by themselves
 */

/**
 * Runs a command to its end. It prints lines instead of a progress bar: they are also useful in the log of a build
 * server, and npm does not say how far it is.
 *
 * @param {Step} step
 * @returns {Promise<string>} its standard output
 * @throws {StepError | Interrupted}
 */
export async function runStep(step) {
	const { title, command, args, cwd, signal, log = console.log, killAfterMs = 5_000 } = step;
	if (signal?.aborted) throw new Interrupted(title);
	log(`${title} …`);
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const clock = setInterval(() => log(`  … ${seconds()} s so far`), LINE_EVERY_MS);
	const onWindows = process.platform === 'win32';
	const child = spawn(command, args, {
		cwd,
		// With its own process group, so that its scripts can be ended too: npm does not pass the signal on to them.
		detached: !onWindows,
		shell: onWindows,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	/** @type {NodeJS.Timeout | undefined} */
	let killer;
	const interrupt = () => {
		endGroup(child.pid, 'SIGTERM');
		killer = setTimeout(() => endGroup(child.pid, 'SIGKILL'), killAfterMs);
	};
	signal?.addEventListener('abort', interrupt, { once: true });
	try {
		const { code, stdout, all } = await ended(child);
		if (signal?.aborted) throw new Interrupted(title);
		if (code !== 0) {
			const end = all.trim().slice(-LONGEST_OUTPUT);
			throw new StepError(`"${[command, ...args].join(' ')}" failed.\n${end}`);
		}
		return stdout;
	} finally {
		clearInterval(clock);
		clearTimeout(killer);
		signal?.removeEventListener('abort', interrupt);
		// Processes that are still running although their command has ended.
		if (signal?.aborted) endGroup(child.pid, 'SIGKILL');
	}
}

/**
 * @import { ChildProcessByStdio } from 'node:child_process'
 * @import { Readable } from 'node:stream'
 * @param {ChildProcessByStdio<null, Readable, Readable>} child
 * @returns {Promise<{ code: number | null, stdout: string, all: string }>}
 */
async function ended(child) {
	let stdout = '';
	let all = '';
	child.stdout.on('data', (chunk) => {
		stdout += chunk;
		all += chunk;
	});
	child.stderr.on('data', (chunk) => (all += chunk));
	return await new Promise((resolve) => {
		child.once('error', (error) => resolve({ code: 1, stdout, all: error.message }));
		child.once('close', (code) => resolve({ code, stdout, all }));
	});
}

/** @param {number | undefined} pid @param {NodeJS.Signals} signal */
function endGroup(pid, signal) {
	if (pid === undefined) return;
	if (process.platform === 'win32') {
		spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch {
		// It has ended already.
	}
}
