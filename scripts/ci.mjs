// Runs all checks that a change must pass. Works on a machine that has only Node 20 or newer, so it uses built-in
// modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results');
const env = {
	...process.env,
	PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
	CI: 'true',
};
const started = Date.now();
let passed = 0;
let failed = 0;

await import('./system-packages.mjs');
mkdirSync(results, { recursive: true });
step('lint', ['run', 'lint']);
step('build', ['run', 'build']);
step('scan', ['run', 'scan']);
tests('unit and integration tests', 'test');
tests('end-to-end tests', 'test:e2e');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} name @param {string[]} args */
function step(name, args) {
	headline(name);
	if (run(args)) passed++;
	else failed++;
}

/** @param {string} name @param {string} script */
function tests(name, script) {
	headline(name);
	const report = join(results, `${script.replace(':', '-')}.json`);
	rmSync(report, { force: true });
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	const succeeded = run(['run', script, '--', ...reporters]);
	if (existsSync(report)) {
		const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
		passed += numPassedTests;
		failed += numFailedTests;
		if (!succeeded && numFailedTests === 0) failed++;
	} else {
		failed++;
	}
}

/** @param {string[]} args */
function run(args) {
	return (
		spawnSync('npm', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
	);
}

/** @param {string} name */
function headline(name) {
	console.log(`\n── ${name} (${Math.round((Date.now() - started) / 1000)} s so far) ──`);
}
