import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, throwAway } from '../../../sandbox/n8n/fill.mts';
import { Interrupted, runStep, StepError } from '../../../scripts/steps.mjs';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { isAlive, useFolders } from '../../processes.mts';

const newFolder = useFolders();
const node = (script: string) => ({ command: process.execPath, args: ['-e', script], cwd: '.' });

describe('a step of the installation', () => {
	it('says what is being done, and returns the output', async () => {
		const lines: string[] = [];
		const script = 'console.log("built"); console.error("a warning")';
		const log = (line: string) => lines.push(line);
		expect(await runStep({ ...node(script), title: 'Compiling', log })).toBe('built\n');
		expect(lines).toEqual(['Compiling …']);
	});

	it('that fails shows the command and the end of its output', async () => {
		const script = 'console.error("x".repeat(5000) + "no compiler"); process.exit(3)';
		const step = runStep({ ...node(script), title: 'Compiling', log: () => {} });
		await expect(step).rejects.toThrow(StepError);
		await expect(step).rejects.toThrow(/failed\.\nx{1,2000}no compiler$/);
	});

	it('whose command does not exist fails in the same way', async () => {
		const step = { command: 'no-such-command', args: [], cwd: '.', title: 'X', log: () => {} };
		await expect(runStep(step)).rejects.toThrow(StepError);
	});

	it(
		'that is interrupted ends together with all processes it has started',
		{ timeout: 120_000 },
		async () => {
			const ending = new AbortController();
			const file = join(newFolder(), 'pid');
			const child = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
			// Like npm, which does not pass the signal on to its scripts; this one even ignores it.
			const parent = `process.on("SIGTERM", () => {});
			const { spawn } = require("node:child_process");
			spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" });
			setTimeout(() => process.exit(), 60000)`;
			const own = { signal: ending.signal, log: () => {}, killAfterMs: 50 };
			const step = runStep({ ...node(parent), title: 'X', ...own });
			const outcome = step.catch((reason: unknown) => reason);
			// The file exists before anything is in it.
			const written = () => existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined);
			const pid = await waitFor(written, within(30, 'The child did not start'));
			ending.abort();
			expect(await outcome).toBeInstanceOf(Interrupted);
			await waitFor(() => !isAlive(pid), within(30, 'The child did not end'));
		},
	);

	it('does not start if it was interrupted before', async () => {
		const signal = AbortSignal.abort();
		const step = runStep({ ...node('process.exit(1)'), title: 'X', signal, log: () => {} });
		await expect(step).rejects.toThrow(Interrupted);
	});
});

it('the folder of a running sandbox is refused, and that of one that was killed is not', () => {
	const folder = join(newFolder(), 'data');
	writeFileSync(`${folder}.pid`, String(process.ppid));
	expect(() => claim(folder)).toThrow('The sandbox already runs with the folder');
	writeFileSync(`${folder}.pid`, '999999999');
	claim(folder);
	expect(existsSync(`${folder}.pid`)).toBe(true);
});

it('--fresh deletes no folder that the sandbox did not fill', () => {
	const folder = newFolder();
	expect(() => throwAway(folder)).toThrow('did not fill');
	expect(existsSync(folder)).toBe(true);
});
