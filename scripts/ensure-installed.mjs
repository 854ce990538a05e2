// Installs the development dependencies if they are missing or do not match the lockfile.
// It uses built-in modules only, since it runs before anything is installed, on any Node that the machine has.
import { lstatSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, isInstalled } from './installed.mjs';
import { Interrupted, runStep, sayStep, StepError } from './steps.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed-lockfile');
const lockfile = join(root, 'package-lock.json');
if (!isInstalled(stamp, lockfile)) {
	refuseLink();
	if (process.argv.includes('--for-start')) sayStep(1);
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
	const common = { command: 'npm', cwd: root, signal: ending.signal };
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	try {
		// One of the dependencies has a script that refuses every install command but pnpm's, hence --ignore-scripts.
		// Only the Node.js binary needs its script.
		const title = 'Installing the development dependencies (1.3 GB, once)';
		await runStep({ ...common, title, args: ['ci', '--ignore-scripts', ...quiet] });
		const next = 'Setting up Node.js 24 for them';
		await runStep({ ...common, title: next, args: ['rebuild', 'node', '--loglevel=error'] });
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

/** If node_modules is a link, npm would empty the folder of another checkout. */
function refuseLink() {
	const folder = join(root, 'node_modules');
	if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
	console.error(
		'node_modules is a link to another folder whose contents do not match package-lock.json. Remove the link, or install in that folder.',
	);
	process.exit(1);
}
