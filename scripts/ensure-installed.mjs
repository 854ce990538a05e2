// Installs the development dependencies when they are missing or older than the lockfile.
// Built-in modules only: it runs on whatever Node the machine has, before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed-lockfile');
const wanted = createHash('sha256')
	.update(readFileSync(join(root, 'package-lock.json')))
	.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
	refuseLink();
	console.log('Installing the development dependencies (about a minute, once) …');
	// One of the dependencies refuses every other install command than pnpm in a script of its own, hence
	// --ignore-scripts; only the Node.js binary needs its script.
	npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
	npm(['rebuild', 'node', '--loglevel=error']);
	writeFileSync(stamp, wanted);
}

/** Through a link npm would empty the folder of another checkout. */
function refuseLink() {
	const folder = join(root, 'node_modules');
	if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
	console.error(
		'node_modules is a link to another folder, and does not fit package-lock.json. Remove the link, or install where it points.',
	);
	process.exit(1);
}

/** @param {string[]} args */
function npm(args) {
	const result = spawnSync('npm', args, {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (result.status === 0) return;
	console.error(
		`\n"npm ${args.join(' ')}" failed. Is there a network connection to the npm registry, and room on the disk?`,
	);
	process.exit(result.status ?? 1);
}
