import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, isInstalled } from '../../scripts/installed.mjs';
import { runStep, StepError } from '../../scripts/steps.mjs';
import { here } from './paths.mts';
import { installationOf, pinnedVersion } from './versions.mts';

/** A problem that a person can solve: its message is shown without a stack trace. */
export class SetupError extends Error {}

const { folder: cwd } = installationOf(pinnedVersion);
const lockfile = join(here, 'package-lock.json');
const installed = join(cwd, '.installed-lockfile');

export const isN8nInstalled = (): boolean => isInstalled(installed, lockfile);

/**
 * Installs the pinned n8n in `.local/`, once. Not in `sandbox/`: there the build would take n8n's images for ours.
 *
 * @throws SetupError that says what is missing; Interrupted if the signal ended it
 */
export async function ensureN8n(signal?: AbortSignal): Promise<void> {
	if (isN8nInstalled()) return;
	const npm = async (title: string, args: string[], advice: string) => {
		const step = { title, command: 'npm', args: [...args, '--loglevel=error'], cwd };
		await runStep({ ...step, ...(signal && { signal }) }).catch((error: unknown) => {
			throw error instanceof StepError ? new SetupError(`${advice}\n${error.message}`) : error;
		});
	};
	mkdirSync(cwd, { recursive: true });
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		copyFileSync(join(here, file), join(cwd, file));
	}
	await npm(
		`Downloading and unpacking n8n ${pinnedVersion} (2 GB, once)`,
		['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		'n8n could not be installed. Is there a network connection to the npm registry, and 3 GB of free disk space?',
	);
	await npm(
		"Compiling n8n's SQLite driver, unless a ready one fits: 1 to 5 minutes (once)",
		['rebuild', 'sqlite3'],
		'The SQLite driver could not be built. It needs a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3).',
	);
	writeFileSync(installed, digestOf(lockfile));
}
