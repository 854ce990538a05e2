import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../../scripts/steps.mjs';
import { root } from './paths.mts';

/** The name of the package on npm. */
export const NAME = 'n8n-nodes-energy-projects';

/**
 * Builds the package and packs the files that would be published.
 *
 * @returns the path of the tarball
 * @throws StepError with the output of the compiler; Interrupted if the signal ended it
 */
export async function packPackage(destination: string, signal?: AbortSignal): Promise<string> {
	mkdirSync(destination, { recursive: true });
	const npm = { command: 'npm', cwd: root, ...(signal && { signal }) };
	await runStep({ ...npm, title: 'Building the package', args: ['run', 'build'] });
	const pack = ['pack', '--json', '--pack-destination', destination];
	const stdout = await runStep({
		...npm,
		title: 'Packing it as it would be published',
		args: pack,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
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
	{ signal, log }: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const ledger = { name: 'installed-nodes', private: true, dependencies: {} };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(ledger));
	const options = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--legacy-peer-deps'];
	// Folders are copied. Through a link, n8n would look for the dependencies in the wrong place.
	const copied = ['--install-links'];
	const quiet = ['--no-audit', '--no-fund', '--offline', '--loglevel=error'];
	await runStep({
		title: 'Installing it into n8n',
		command: 'npm',
		args: ['install', ...packages, ...options, ...copied, ...quiet],
		cwd: folder,
		...(signal && { signal }),
		...(log && { log }),
	});
}

export const packageFolder = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', NAME);
