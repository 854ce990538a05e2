// Both runs of mutation testing. The second runs even if the first fails, so one call shows every problem.
// Arguments are passed on to Stryker: `--concurrency 1`, or `--mutate nodes/EnergyProjects/values/parse/dates.ts`.
import { spawnSync } from 'node:child_process';

let failed = 0;
for (const part of ['alone', 'engine']) {
	const config = `test/mutants/${part}.mjs`;
	const result = spawnSync('stryker', ['run', config, ...process.argv.slice(2)], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (result.status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
