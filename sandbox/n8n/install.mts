import { execa } from 'execa';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, n8nFolder } from './paths.mts';

const FILES = ['package.json', 'package-lock.json', '.npmrc'];

/** Said in place of a stack trace. */
export class SetupError extends Error {}

/**
 * Installs the pinned n8n beside the checkout, once: some 2 GB and a few minutes. It does not live under `sandbox/`,
 * where the build would take its images for ours.
 *
 * @throws SetupError that says what is missing
 */
export async function ensureN8n(log: (line: string) => void = console.log): Promise<void> {
	const lockfile = readFileSync(join(here, 'package-lock.json'));
	const wanted = createHash('sha256').update(lockfile).digest('hex');
	const stamp = join(n8nFolder, '.installed-lockfile');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

	log('Installing n8n 2.41.1 (about three minutes and 2 GB, once) …');
	mkdirSync(n8nFolder, { recursive: true });
	for (const file of FILES) copyFileSync(join(here, file), join(n8nFolder, file));
	const started = Date.now();
	// Lines and no bar: they are of use in the log of a build server too, and npm does not say how far it is.
	const progress = setInterval(() => {
		log(`  … still installing n8n, ${Math.round((Date.now() - started) / 1000)} s`);
	}, 30_000);
	try {
		await npm(
			['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
			'n8n could not be installed. Is there a network connection to the npm registry, and 3 GB of room on the disk?',
		);
		log('  … building the SQLite driver');
		await npm(
			['rebuild', 'sqlite3', '--loglevel=error'],
			'The SQLite driver could not be built. It needs a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3).',
		);
	} finally {
		clearInterval(progress);
	}
	writeFileSync(stamp, wanted);
}

async function npm(args: string[], advice: string): Promise<void> {
	const { failed, message } = await execa('npm', args, {
		cwd: n8nFolder,
		stdin: 'ignore',
		stdout: 'ignore',
		reject: false,
	});
	if (failed) throw new SetupError(`${advice}\n${message?.slice(-2000)}`);
}
