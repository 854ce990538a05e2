import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, root } from './paths.mts';

const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
	dependencies: { n8n: string };
};

/** The version of n8n in the sandbox and in the tests. */
export const pinnedVersion = dependencies.n8n;

/** The version for a run of the end-to-end tests: N8N_VERSION, or else the pinned one. */
export const versionAskedFor = (): string => process.env.N8N_VERSION ?? pinnedVersion;

/** Where an n8n is on this machine, outside version control, and the script to run it with `node`. */
export function installationOf(version: string): { folder: string; command: string } {
	const folder = join(root, '.local', version === pinnedVersion ? 'n8n' : `n8n-${version}`);
	return { folder, command: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}
