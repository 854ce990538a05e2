import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, isInstalled } from '../../scripts/installed.mjs';
import { usually } from '../../scripts/startTime.mjs';
import { runStep, StepError } from '../../scripts/steps.mjs';
import { here } from './paths.mts';
import { installationOf, pinnedVersion } from './versions.mts';

const { folder: n8nFolder } = installationOf(pinnedVersion);
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

/** A problem that a person can solve: its message is shown without a stack trace. */
export class SetupError extends Error {}

/**
 * Installs the pinned n8n in `.local/`, once: about 2 GB and a few minutes. Not in `sandbox/`: there the build would
 * take n8n's images for ours. An interrupted installation continues with the step that it had reached.
 *
 * @throws SetupError that says what is missing; Interrupted if the signal ended it
 */
export async function ensureN8n(signal?: AbortSignal): Promise<void> {
	const lockfile = join(here, 'package-lock.json');
	const installed = join(n8nFolder, '.installed-lockfile');
	if (isInstalled(installed, lockfile)) return;

	mkdirSync(n8nFolder, { recursive: true });
	for (const file of FILES) copyFileSync(join(here, file), join(n8nFolder, file));
	const unpacked = join(n8nFolder, '.unpacked-lockfile');
	if (!isInstalled(unpacked, lockfile)) {
		await npm(
			`Downloading and unpacking n8n ${pinnedVersion}`,
			`${usually('n8n')} and 2 GB, once`,
			['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
			'n8n could not be installed. Is there a network connection to the npm registry, and 3 GB of free disk space?',
			signal,
		);
		writeFileSync(unpacked, digestOf(lockfile));
	}
	await npm(
		'Installing the SQLite database driver of n8n',
		`${usually('driver')} if it has to be compiled, once`,
		['rebuild', 'sqlite3', '--loglevel=error'],
		'The SQLite driver could not be built. It needs a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3).',
		signal,
	);
	writeFileSync(installed, digestOf(lockfile));
	rmSync(unpacked);
}

async function npm(
	title: string,
	duration: string,
	args: string[],
	advice: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	const step = { title, usually: duration, command: 'npm', args, cwd: n8nFolder };
	try {
		await runStep({ ...step, ...(signal && { signal }) });
	} catch (error) {
		throw error instanceof StepError ? new SetupError(`${advice}\n${error.message}`) : error;
	}
}
