// Runs all checks that a change must pass. Works on a machine that has only Node 20 or newer, so it uses built-in
// modules only.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const results = join(cwd, 'test-results');
const path = `${join(cwd, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
const env = { ...process.env, PATH: path, CI: 'true' };
const started = Date.now();
let passed = 0;
let failed = 0;

const INSTALL_N8N = "import('./scripts/n8n.mjs').then(({ ensureN8n }) => ensureN8n())";

mkdirSync(results, { recursive: true });
// Only the end-to-end tests need these, and downloads wait more than they compute.
const systemPackages = inBackground('system packages', ['scripts/system-packages.mjs']);
step('dependencies', 'node', 'scripts/ensure-installed.mjs');
// Its database driver compiles in two thirds of the time, and is fast enough for tests.
const n8n = inBackground('n8n', ['--eval', INSTALL_N8N], { CFLAGS: '-O1' });
for (const name of ['lint', 'build', 'scan']) step(name, 'npm', 'run', name);
tests('test');
headline('what the end-to-end tests need');
await Promise.all([systemPackages, n8n]);
tests('test:e2e');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} name @param {string} command @param {string[]} args */
function step(name, command, ...args) {
	headline(name);
	if (run(command, args)) passed++;
	else failed++;
}

/**
 * Starts an installation beside the other steps. If it fails, the tests say what they miss.
 *
 * @param {string} name @param {string[]} args of Node.js @param {NodeJS.ProcessEnv} [more]
 */
async function inBackground(name, args, more = {}) {
	const log = join(results, `${name.replace(' ', '-')}.log`);
	const output = openSync(log, 'w');
	const [code] = await once(
		spawn('node', args, { cwd, env: { ...env, ...more }, stdio: ['ignore', output, output] }),
		'exit',
	);
	console.log(`${name}: ${code === 0 ? 'installed' : readFileSync(log, 'utf8')}`);
}

/** @param {string} script */
function tests(script) {
	headline(script);
	const report = join(results, `${script.replace(':', '-')}.json`);
	rmSync(report, { force: true });
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	const succeeded = run('npm', ['run', script, '--', ...reporters]);
	try {
		const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
		passed += numPassedTests;
		failed += succeeded ? numFailedTests : Math.max(numFailedTests, 1);
	} catch {
		failed++;
	}
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
	return (
		spawnSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
	);
}

/** @param {string} name */
function headline(name) {
	console.log(`\n── ${name} (${Math.round((Date.now() - started) / 1000)} s so far) ──`);
}
