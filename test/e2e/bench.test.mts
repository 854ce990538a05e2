import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../sandbox/n8n/paths.mts';

// Nobody runs the benchmark with every change, and what nobody runs stops working.
it('measures every part of the benchmark once, however long it takes', async () => {
	const run = promisify(execFile);
	const { stdout } = await run(process.execPath, ['test/bench/run.mts', '--small'], { cwd: root });
	const rows = stdout.trim().split('\n').slice(2);
	expect(rows.length).toBeGreaterThan(20);
	for (const row of rows) expect(row).not.toContain('NaN');
});
