// Installs the development dependencies if they are missing or do not match the lockfile.
// It uses built-in modules only, since it runs before anything is installed, on any Node that the machine has.
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Interrupted, runStep, StepError } from './steps.mjs';

const FIRST_START = `This is the first start. It takes 5 to 8 minutes on two cores and 3 GB of disk space, almost all of it to
install n8n and to compile its database driver. Later starts take half a minute. You can stop at any time with
Ctrl-C; the next start continues with the step that was interrupted.
`;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed-lockfile');
const wanted = createHash('sha256')
	.update(readFileSync(join(root, 'package-lock.json')))
	.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
	refuseLink();
	if (process.env.npm_lifecycle_event === 'prestart') console.log(FIRST_START);
	await install();
	writeFileSync(stamp, wanted);
}

async function install() {
	const ending = new AbortController();
	/** @type {NodeJS.Signals | undefined} */
	let received;
	for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
		process.once(name, () => {
			received = name;
			console.log('\nEnding …');
			ending.abort();
		});
	}
	const common = { command: 'npm', cwd: root, signal: ending.signal };
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	try {
		// One of the dependencies has a script that refuses every install command but pnpm's, hence --ignore-scripts.
		// Only the Node.js binary needs its script.
		await runStep({
			...common,
			title: 'Installing the development dependencies',
			usually: '1 to 2 minutes, once',
			args: ['ci', '--ignore-scripts', ...quiet],
		});
		await runStep({
			...common,
			title: 'Setting up Node.js 24 for them',
			usually: 'seconds',
			args: ['rebuild', 'node', '--loglevel=error'],
		});
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
