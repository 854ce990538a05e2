import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationOf } from '../../../sandbox/n8n/versions.mts';
import { PNPM } from '../../../scripts/installed.mjs';
import { ensureN8n, pinnedVersion } from '../../../scripts/n8n.mjs';
import { runStep } from '../../../scripts/steps.mjs';

const SETTINGS = { nodeLinker: 'hoisted', autoInstallPeers: false, storeDir: '.store' };
/** Instead of dependencies that the registry does not have, or whose newest version does not work with this n8n. */
const COMMON = { linkedom: '0.18.12', xlsx: 'npm:xlsx@0.18.5' };
const CHECKPOINT = { '@langchain/langgraph-checkpoint': '1.0.0' };
const OVERRIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'2.0.3': CHECKPOINT,
	'2.20.12': { ...CHECKPOINT, '@langchain/langgraph': '1.0.2' },
};
const DRIVER = join('node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/** Installs a version of n8n beside the pinned one, once: with the newest dependencies that it allows, up to 2 GB. */
export async function ensureVersion(version: string): Promise<void> {
	// The pinned n8n has the compiled database driver, which is the same for all versions.
	await ensureN8n();
	if (version === pinnedVersion) return;
	const { folder: cwd } = installationOf(version);
	const settings = { ...SETTINGS, overrides: { ...COMMON, ...OVERRIDES[version] } };
	// n8n's "Extract from File" loads date-fns, a peer dependency that these settings leave out.
	const manifest = { private: true, dependencies: { 'date-fns': '2.30.0', n8n: version } };
	const wanted = JSON.stringify({ manifest, settings });
	const stamp = join(cwd, '.installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	rmSync(cwd, { recursive: true, force: true });
	mkdirSync(cwd, { recursive: true });
	writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
	// JSON is YAML as well.
	writeFileSync(join(cwd, 'pnpm-workspace.yaml'), JSON.stringify(settings));
	await runStep({
		title: `Downloading and unpacking n8n ${version}`,
		command: 'npx',
		args: ['--yes', PNPM, 'install', '--no-frozen-lockfile', '--ignore-scripts'],
		cwd,
	});
	cpSync(join(installationOf(pinnedVersion).folder, DRIVER), join(cwd, DRIVER));
	writeFileSync(stamp, wanted);
}
