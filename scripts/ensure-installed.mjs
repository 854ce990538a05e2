// Installs the development dependencies if they are missing or do not match the lockfile.
// It uses built-in modules only, since it runs before anything is installed, on any Node that the machine has.
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, INSTALL, isInstalled } from './installed.mjs';
import { Interrupted, runStep, sayStep, StepError } from './steps.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-lockfile');
const lockfile = join(root, 'pnpm-lock.yaml');
if (!isInstalled(stamp, lockfile)) {
	refuseLink();
	if (process.argv.includes('--for-start')) sayStep(1);
	rmSync(modules, { recursive: true, force: true });
	await install();
	writeFileSync(stamp, digestOf(lockfile));
}

async function install() {
	const ending = new AbortController();
	/** @type {NodeJS.Signals | undefined} */
	let received;
	for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
		process.once(name, () => {
			received = name;
			console.log('\nStopping …');
			ending.abort();
		});
	}
	const common = { command: 'npm', signal: ending.signal };
	try {
		const title = 'Installing the development dependencies (1 GB, once)';
		await runStep({ ...common, title, args: INSTALL, cwd: root });
		// Of all packages, only this one needs its script.
		const node = { cwd: join(modules, 'node'), args: ['--loglevel=error', 'run', 'preinstall'] };
		await runStep({ ...common, title: 'Setting up Node.js 24 for them', ...node });
	} catch (error) {
		if (error instanceof Interrupted && received !== undefined) {
			// If the script ends by the same signal, npm ends without an error message.
			process.kill(process.pid, received);
		}
		if (!(error instanceof StepError)) throw error;
		console.error(
			`\n${error.message}\nIs there a network connection to the npm registry, and enough free disk space?`,
		);
		process.exit(1);
	}
}

/** If node_modules is a link, its packages are those of another checkout. */
function refuseLink() {
	if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
	console.error(
		'node_modules is a link to another folder whose contents do not match pnpm-lock.yaml. Remove the link, or install in that folder.',
	);
	process.exit(1);
}
