import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep, StepError } from '../../scripts/steps.mjs';
import { ensureN8n, SetupError } from './install.mts';
import { here } from './paths.mts';
import { installationOf, needsOlderNode, pinnedVersion } from './versions.mts';

/** npm cannot resolve the dependencies of these versions; pnpm can. */
const PNPM = 'pnpm@10.34.9';
const NODE = 'node@22.23.3';
const LOCKFILE = 'pnpm-lock.yaml';
const SETTINGS = [
	'node-linker=hoisted',
	'auto-install-peers=false',
	'strict-peer-dependencies=false',
	'ignore-scripts=true',
	'resolution-mode=highest',
];
/** Replaces the nodes for language models, which are half of n8n and not needed. */
const STUB = '@n8n/n8n-nodes-langchain';
const CHECKPOINT = { '@langchain/langgraph-checkpoint': '1.0.0' };

/** Older versions of dependencies whose newest version does not work with this n8n. */
const OVERRIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'1.85.4': { [STUB]: 'file:./stub', 'zod-to-json-schema': '3.23.3' },
	'1.123.81': CHECKPOINT,
	'2.0.3': CHECKPOINT,
	'2.20.12': { ...CHECKPOINT, '@langchain/langgraph': '1.0.2' },
};

/** What replaces dependencies that the registry does not have, or that are too new for an old n8n. */
const overridesFor = (version: string): Record<string, string> => ({
	linkedom: '0.18.12',
	xlsx: 'npm:xlsx@0.18.5',
	...OVERRIDES[version],
});

/**
 * Installs another version of n8n next to the pinned one, once: one or two minutes, and up to 2 GB. With a lockfile in
 * `older/` the installation is always the same; without one, n8n gets the newest dependencies that it allows.
 *
 * @throws SetupError that says what is missing; Interrupted if the signal ended it
 */
export async function ensureVersion(version: string, signal?: AbortSignal): Promise<void> {
	// The pinned n8n has the compiled database driver, which is the same for all versions.
	await ensureN8n(signal);
	if (version === pinnedVersion) return;
	const { folder } = installationOf(version);
	const manifest = JSON.stringify({
		name: 'n8n-older',
		private: true,
		dependencies: { n8n: version },
		pnpm: { overrides: overridesFor(version) },
	});
	const lockfile = join(here, 'older', version, LOCKFILE);
	const isLocked = existsSync(lockfile);
	const wanted = createHash('sha256').update(manifest);
	if (isLocked) wanted.update(readFileSync(lockfile));
	const stamp = join(folder, '.installed');
	const digest = wanted.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;

	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), manifest);
	writeFileSync(join(folder, '.npmrc'), `${SETTINGS.join('\n')}\n`);
	if (isLocked) cpSync(lockfile, join(folder, LOCKFILE));
	if (STUB in overridesFor(version)) writeStub(join(folder, 'stub'));
	const run = async (title: string, command: string, args: string[]) => {
		const step = { title, usually: '1 to 2 minutes, once', command, args, cwd: folder };
		await runStep({ ...step, ...(signal && { signal }) }).catch((error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			throw new SetupError(`n8n ${version} could not be installed.\n${error.message}`);
		});
	};
	const install = ['install', isLocked ? '--frozen-lockfile' : '--no-frozen-lockfile'];
	await run(`Downloading and unpacking n8n ${version}`, 'npx', ['--yes', PNPM, ...install]);
	copyDriver(folder);
	if (needsOlderNode(version)) {
		const into = ['--prefix', join(folder, 'node'), '--no-audit', '--no-fund', '--loglevel=error'];
		await run(`Downloading the Node of n8n ${version}`, 'npm', ['install', ...into, NODE]);
	}
	writeFileSync(stamp, digest);
}

function writeStub(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const stub = { name: STUB, version: '1.0.0', n8n: { nodes: [], credentials: [] } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(stub));
}

/** Copies the compiled SQLite driver of the pinned n8n, which works with every Node. */
function copyDriver(folder: string): void {
	const driver = ['node_modules', 'sqlite3'];
	const versionIn = (place: string) =>
		(
			JSON.parse(readFileSync(join(place, ...driver, 'package.json'), 'utf8')) as {
				version: string;
			}
		).version;
	const { folder: pinned } = installationOf(pinnedVersion);
	if (versionIn(folder) !== versionIn(pinned)) {
		throw new SetupError('The SQLite driver of this n8n differs from that of the pinned one.');
	}
	const built = [...driver, 'build', 'Release', 'node_sqlite3.node'];
	cpSync(join(pinned, ...built), join(folder, ...built));
}
