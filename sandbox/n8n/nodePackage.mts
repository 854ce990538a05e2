import { execaSync } from 'execa';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mts';

const NAME = 'n8n-nodes-energy-projects';

/** Builds the package and packs what would be published. @returns the path of the tarball */
export function packPackage(destination: string): string {
	mkdirSync(destination, { recursive: true });
	execaSync('npm', ['run', 'build'], { cwd: root });
	const pack = ['pack', '--json', '--pack-destination', destination];
	const { stdout } = execaSync('npm', pack, { cwd: root });
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return join(destination, filename);
}

/** Installs a tarball the way n8n installs a community package: into a folder of its own, without dev and peer dependencies. */
export function installPackage(userFolder: string, tarball: string): void {
	const folder = join(userFolder, '.n8n', 'nodes');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const ledger = { name: 'installed-nodes', private: true, dependencies: {} };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(ledger));
	const options = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--legacy-peer-deps'];
	const quiet = ['--no-audit', '--no-fund', '--offline', '--loglevel=error'];
	execaSync('npm', ['install', tarball, ...options, ...quiet], { cwd: folder });
}

export const packageFolder = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', NAME);
