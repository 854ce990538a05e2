// All static checks in one command: n8n's community rules (strict), all rules of n8n's plugin with those for tests and
// sandbox, types, and formatting. The build checks the types of the package by its own settings. All of them run even if one fails, so one run shows every problem.
// This is a loop because npm-run-all would need a script in package.json for each check.
import { spawnSync } from 'node:child_process';

const checks = [
	['n8n community rules (strict)', 'n8n-node', ['lint']],
	[
		"all rules of n8n's plugin, rules for tests and sandbox",
		'eslint',
		['--config', 'eslint.house.config.mjs', '.'],
	],
	['types of package, tests and sandbox', 'tsc', ['--project', 'tsconfig.house.json']],
	['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
];

let failed = 0;
for (const [name, command, args] of checks) {
	const result = spawnSync(command, args, {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	console.log(`${result.status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
	if (result.status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
