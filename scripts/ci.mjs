// Everything a change has to pass, on a machine that may have nothing but Node 20 or newer. Built-in modules only.
import { execFileSync, spawnSync } from 'node:child_process';
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

installSystemPackages();
mkdirSync(results, { recursive: true });
step('lint', ['run', 'lint']);
step('build', ['run', 'build']);
step('scan', ['run', 'scan']);
tests('unit and integration tests', 'test');
tests('end-to-end tests', 'test:e2e');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** What the end-to-end tests need beside Node.js; on Debian these are packages. */
function installSystemPackages() {
	const wanted = {
		chromium: '/usr/bin/chromium',
		'redis-server': '/usr/bin/redis-server',
		postgresql: '/usr/lib/postgresql',
		nginx: '/usr/sbin/nginx',
		caddy: '/usr/bin/caddy',
	};
	const missing = Object.entries(wanted)
		.filter(([, path]) => !existsSync(path))
		.map(([name]) => name);
	if (missing.length === 0) return;
	console.log(`Installing ${missing.join(', ')} …`);
	try {
		execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
		const options = ['install', '-y', '-qq', '--no-install-recommends'];
		execFileSync('apt-get', [...options, ...missing], { stdio: 'ignore' });
	} catch {
		console.log('They could not be installed: the tests that need them will say so.');
	}
}

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
