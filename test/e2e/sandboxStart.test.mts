import { execa, execaSync } from 'execa';
import getPort from 'get-port';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../sandbox/n8n/paths.mts';
import { isAlive, useFolders } from '../processes.mts';

const newFolder = useFolders();

/** `npm start` in a user folder of its own, without npm; ended by the signal of Ctrl-C as soon as it says `moment`. */
async function startAndEnd(userFolder: string, moment: string) {
	const ports = ['--port', String(await getPort()), '--service-port', String(await getPort())];
	const args = [join(root, 'sandbox', 'start.mts'), ...ports, '--user-folder', userFolder];
	const running = execa(process.execPath, args, { all: true, reject: false, stdin: 'ignore' });
	let started: number[] = [];
	running.all.on('data', (chunk: Buffer) => {
		if (!chunk.toString().includes(moment)) return;
		setTimeout(() => {
			started = descendantsOf(running.pid);
			running.kill('SIGINT');
		}, 1_000);
	});
	const { exitCode, all } = await running;
	return { exitCode, all, started };
}

/** Processes that were started by this one, by those, and so on. */
function descendantsOf(pid: number | undefined): number[] {
	const { stdout } = execaSync('ps', ['-eo', 'pid=,ppid=']);
	const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
	const of = (parent: number | undefined): number[] =>
		pairs.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...of(child)]);
	return of(pid);
}

describe('npm start', () => {
	it.each(['Building the package', 'Installing it into n8n', 'Importing the demo', 'Starting n8n'])(
		'that is ended while "%s" ends without a stack trace and leaves no process',
		async (moment) => {
			const { exitCode, all, started } = await startAndEnd(newFolder(), moment);
			expect(exitCode).toBe(0);
			expect(all).toMatch(/Ending …$/);
			expect(all).not.toMatch(/^\s+at |Error/m);
			expect(started.length).toBeGreaterThan(0);
			await expect.poll(() => started.filter(isAlive), { timeout: 5_000 }).toEqual([]);
		},
	);
});
