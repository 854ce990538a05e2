import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, root } from './paths.mts';

const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
	dependencies: { n8n: string };
};

/** The version of n8n in the sandbox and in the tests. */
export const pinnedVersion = dependencies.n8n;

/** The oldest n8n that loads the package, and some versions up to the pinned one. A drill tests each of them. */
export const olderVersions = ['1.85.4', '1.123.81', '2.0.3', '2.20.12', '2.30.8'] as const;
export const oldestVersion = olderVersions[0];

/** The version for a run of the end-to-end tests: N8N_VERSION, or else the pinned one. */
export const versionAskedFor = (): string => process.env.N8N_VERSION ?? pinnedVersion;

/** An n8n on this machine. */
export interface Installation {
	readonly version: string;
	/** Not under version control. */
	readonly folder: string;
	/** The script to run with `node`. */
	readonly command: string;
	/** The Node to run it with. */
	readonly node: string;
}

export function installationOf(version: string): Installation {
	const folder = join(root, '.local', version === pinnedVersion ? 'n8n' : `n8n-${version}`);
	const modules = join(folder, 'node_modules');
	return {
		version,
		folder,
		command: join(modules, 'n8n', 'bin', 'n8n'),
		node: needsOlderNode(version)
			? join(folder, 'node', 'node_modules', 'node', 'bin', 'node')
			: process.execPath,
	};
}

/** Whether this n8n refuses to start on a Node newer than 22. */
export const needsOlderNode = (version: string): boolean => isBefore(version, '1.100.0');

/**
 * Whether this n8n adds no version to the history when it imports a workflow. Only versions in the history can be
 * published; saving the workflow adds one.
 */
export const importsNoHistory = (version: string): boolean =>
	!isBefore(version, '2.0.0') && isBefore(version, '2.1.0');

/** Whether a version, such as 1.85.4, is older than another. */
export function isBefore(version: string, other: string): boolean {
	const [numbers, others] = [version, other].map((text) => text.split('.').map(Number));
	const at = numbers.findIndex((number, index) => number !== others[index]);
	return at >= 0 && numbers[at] < others[at];
}
