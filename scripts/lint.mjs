// All static checks in one command: n8n's community rules (strict), all rules of n8n's plugin with those for tests and
// sandbox, the types of both, and formatting. All of them run even if one fails, so one run shows every problem.
// This is a loop because npm-run-all would need a script in package.json for each check.
import { execFile } from 'node:child_process';

const checks = /** @type {[name: string, command: string, args: string[]][]} */ ([
	[
		"all rules of n8n's plugin, rules for tests and sandbox",
		'eslint',
		['--config', 'eslint.house.config.mjs', '.'],
	],
	['n8n community rules (strict)', 'n8n-node', ['lint']],
	['types of the package', 'tsc', ['--noEmit', '--incremental', 'false']],
	['types of tests and sandbox', 'tsc', ['--project', 'tsconfig.house.json']],
	['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
]).values();

let failed = 0;
// Each computes on one core, and most machines have two.
await Promise.all([runNext(), runNext()]);
process.exit(failed === 0 ? 0 : 1);

/** Runs one check after the other, until none is left. */
async function runNext() {
	for (const [name, command, args] of checks) {
		const { succeeded, output } = await run(command, args);
		if (!succeeded) failed++;
		console.log(`${output}${succeeded ? 'ok    ' : 'FAILED'} ${name}`);
	}
}

/**
 * @param {string} command @param {string[]} args
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
async function run(command, args) {
	const options = { shell: process.platform === 'win32', maxBuffer: 100_000_000 };
	return await new Promise((resolve) => {
		execFile(command, args, options, (error, stdout, stderr) =>
			resolve({ succeeded: error === null, output: stdout + stderr || (error?.message ?? '') }),
		);
	});
}
