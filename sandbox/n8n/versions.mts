import { join } from 'node:path';
import { n8nFolder, pinnedVersion } from '../../scripts/n8n.mjs';

/** The version for a run of the end-to-end tests: N8N_VERSION, or else the pinned one. */
export const versionAskedFor = (): string => process.env.N8N_VERSION ?? pinnedVersion;

/** Where an n8n is on this machine, outside version control, and the script to run it with `node`. */
export function installationOf(version: string): { folder: string; command: string } {
	const folder = version === pinnedVersion ? n8nFolder : `${n8nFolder}-${version}`;
	return { folder, command: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}
