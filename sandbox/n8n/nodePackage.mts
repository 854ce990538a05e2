import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../scripts/built.mjs';
import { runStep } from '../../scripts/steps.mjs';
import { root } from './paths.mts';

/** The name of the package on npm. */
export const NAME = 'n8n-nodes-energy-projects';

/**
 * Builds the package, unless it is built already, and packs the files that would be published.
 *
 * @returns the path of the tarball
 * @throws StepError with the output of the compiler; Interrupted if the signal ended it
 */
export async function packPackage(destination: string, signal?: AbortSignal): Promise<string> {
	mkdirSync(destination, { recursive: true });
	const npm = async (title: string, ...args: string[]) =>
		await runStep({ title, command: 'npm', args, cwd: root, ...(signal && { signal }) });
	if (!isBuilt(root)) await npm('Building the package', 'run', 'build');
	const packed = await npm('Packing it', 'pack', '--json', '--pack-destination', destination);
	const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
	return join(destination, filename);
}

/**
 * Installs packages in the same way as n8n installs community packages: in their own folder, without development and
 * peer dependencies.
 *
 * @param packages tarballs or folders
 */
export async function installPackage(
	userFolder: string,
	packages: readonly string[],
	more: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), '{"private":true,"dependencies":{}}');
	const options = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--legacy-peer-deps'];
	// Folders are copied. Through a link, n8n would look for the dependencies in the wrong place.
	const copied = ['--install-links', '--no-audit', '--no-fund', '--offline', '--loglevel=error'];
	const args = ['install', ...packages, ...options, ...copied];
	await runStep({ title: 'Installing it into n8n', command: 'npm', args, cwd: folder, ...more });
}

export const packageFolder = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', NAME);
