// The n8n of the sandbox and of the tests. It uses built-in modules only, so that it can be installed beside the
// dependencies, on any Node that the machine has.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, INSTALL, isInstalled } from './installed.mjs';
import { runStep, SetupError, StepError } from './steps.mjs';

const source = fileURLToPath(new URL('../sandbox/n8n', import.meta.url));
const lockfile = join(source, 'pnpm-lock.yaml');

/** @type {string} the version of n8n in the sandbox and in the tests */
export const pinnedVersion = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
	.dependencies.n8n;

/** Where it is. Not in `sandbox/`: there the build would take n8n's images for ours. */
export const n8nFolder = fileURLToPath(new URL('../.local/n8n', import.meta.url));
const stamp = join(n8nFolder, '.installed-lockfile');

export const isN8nInstalled = () => isInstalled(stamp, lockfile);

/**
 * Installs it, once.
 *
 * @param {AbortSignal} [signal] ends the installation
 * @throws {SetupError} says what is missing; Interrupted if the signal ended it
 */
export async function ensureN8n(signal) {
	if (isN8nInstalled()) return;
	rmSync(n8nFolder, { recursive: true, force: true });
	mkdirSync(n8nFolder, { recursive: true });
	for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
		copyFileSync(join(source, file), join(n8nFolder, file));
	}
	await npm(
		`Downloading and unpacking n8n ${pinnedVersion} (2 GB, once)`,
		INSTALL,
		n8nFolder,
		'n8n could not be installed. Is there a network connection to the npm registry, and 3 GB of free disk space?',
		signal,
	);
	await npm(
		"Compiling n8n's SQLite driver, unless a ready one fits: 1 to 5 minutes (once)",
		['--loglevel=error', 'run', 'install'],
		join(n8nFolder, 'node_modules', 'sqlite3'),
		'The SQLite driver could not be built. It needs a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3).',
		signal,
	);
	writeFileSync(stamp, digestOf(lockfile));
}

/** @param {string} title @param {string[]} args @param {string} cwd @param {string} advice @param {AbortSignal} [signal] */
async function npm(title, args, cwd, advice, signal) {
	const options = { command: 'npm', args, cwd };
	try {
		await runStep({ title, ...options, ...(signal && { signal }) });
	} catch (error) {
		throw error instanceof StepError ? new SetupError(`${advice}\n${error.message}`) : error;
	}
}
