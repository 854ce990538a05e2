// All static checks in one command: n8n's community rules (strict), all rules of n8n's plugin with those for tests and
// sandbox, types, and formatting. The build checks the types of the package by its own settings. They run side by side,
// since none of them uses more than one core, and all of them even if one fails, so one run shows every problem.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = [
	['types of package, tests and sandbox', 'tsc', ['--project', 'tsconfig.house.json']],
	['n8n community rules (strict)', 'n8n-node', ['lint']],
	[
		"all rules of n8n's plugin, rules for tests and sandbox",
		'eslint',
		['--config', 'eslint.house.config.mjs', '.'],
	],
	['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
];

const results = await Promise.all(
	checks.map(async ([name, command, args]) => {
		const child = spawn(command, args, { shell: process.platform === 'win32' });
		let said = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk) => (said += chunk));
		}
		const [code] = await once(child, 'close');
		console.log(`${said}${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
		return code === 0;
	}),
);
process.exit(results.every(Boolean) ? 0 : 1);
