import { execa, execaSync } from 'execa';
import getPort from 'get-port';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../sandbox/n8n/paths.mts';
import { isAlive, useFolders } from '../processes.mts';

const newFolder = useFolders();
/** With a build, an import and several n8n on the same machine. */
const WHOLE_START_MS = 600_000;

/** `npm start` in a user folder of its own, without npm; ended by the signal of Ctrl-C as soon as it says `moment`. */
async function startAndEnd(userFolder: string, moment: string, env: NodeJS.ProcessEnv = {}) {
	const ports = ['--port', String(await getPort()), '--service-port', String(await getPort())];
	const args = [join(root, 'sandbox', 'start.mts'), ...ports, '--user-folder', userFolder];
	const running = execa(process.execPath, args, {
		all: true,
		reject: false,
		stdin: 'ignore',
		env,
	});
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

/** What the first half of `npm start`, the installation of the dependencies, leaves for the second. */
function beganMinutesAgo(minutes: number): NodeJS.ProcessEnv {
	writeFileSync(join(root, '.local', 'start-began'), String(Date.now() - minutes * 60_000));
	return { npm_lifecycle_event: 'start' };
}

describe('npm start', () => {
	it(
		'says last what it took, the installation of the dependencies included',
		{ timeout: WHOLE_START_MS },
		async () => {
			const { all } = await startAndEnd(newFolder(), 'Ready after', beganMinutesAgo(50));
			const [last] = all
				.split('\n')
				.filter((line) => line !== '' && line !== 'Stopping …')
				.slice(-1);
			expect(last).toMatch(
				/^Ready after 5\d:\d\d in all, including every installation\. Ctrl-C stops/,
			);
		},
	);

	it.each(['Building the package', 'Installing it into n8n', 'Importing the demo', 'Starting n8n'])(
		'that is ended while "%s" ends without a stack trace and leaves no process',
		async (moment) => {
			const { exitCode, all, started } = await startAndEnd(newFolder(), moment);
			expect(exitCode).toBe(0);
			expect(all).toMatch(/Stopping …$/);
			expect(all).not.toMatch(/^\s+at |Error/m);
			expect(started.length).toBeGreaterThan(0);
			await expect.poll(() => started.filter(isAlive), { timeout: 5_000 }).toEqual([]);
		},
	);
});
