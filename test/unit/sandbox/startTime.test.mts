import { execaSync } from 'execa';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../sandbox/n8n/paths.mts';
import { useFolders } from '../../processes.mts';

const newFolder = useFolders();
const INSTALLATION_SECONDS = 2;
const LOCKFILES = ['package-lock.json', join('sandbox', 'n8n', 'package-lock.json')];
/** Prints how many seconds ago "npm start" began. */
const SECONDS_SINCE = `import { beginning } from './scripts/startTime.mjs';
console.log((Date.now() - beginning()) / 1000);`;

/** A fresh clone, in which npm installs nothing and takes a while for it. */
function freshClone() {
	const clone = newFolder();
	cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
	mkdirSync(join(clone, 'sandbox', 'n8n'), { recursive: true });
	for (const file of LOCKFILES) cpSync(join(root, file), join(clone, file));
	const commands = join(clone, 'commands');
	mkdirSync(commands);
	const npm = `#!/bin/sh\ntest "$1" = ci && sleep ${INSTALLATION_SECONDS} && mkdir -p node_modules\nexit 0\n`;
	writeFileSync(join(commands, 'npm'), npm);
	chmodSync(join(commands, 'npm'), 0o755);
	const run = (event: string, args: string[]) =>
		execaSync(process.execPath, args, {
			cwd: clone,
			env: {
				npm_lifecycle_event: event,
				PATH: [commands, process.env.PATH].join(delimiter),
			},
		}).stdout;
	return {
		clone,
		prepare: (event = 'prestart') => run(event, [join('scripts', 'ensure-installed.mjs')]),
		secondsSince: (event = 'start') =>
			Number(run(event, ['--input-type=module', '--eval', SECONDS_SINCE])),
	};
}

/** Leaves the stamp of an installed n8n. */
function installN8n(clone: string): void {
	const digest = createHash('sha256')
		.update(readFileSync(join(clone, LOCKFILES[1])))
		.digest('hex');
	mkdirSync(join(clone, '.local', 'n8n'), { recursive: true });
	writeFileSync(join(clone, '.local', 'n8n', '.installed-lockfile'), digest);
}

const firstLineOf = (output: string) => output.split('\n')[0];

describe('npm start', () => {
	it('says in its first line what the whole of a first start takes, and its parts add up to it', () => {
		const output = freshClone().prepare();
		const first = firstLineOf(output);
		expect(first).toMatch(/^This takes \d+ to \d+ minutes in all on two cores, once: /);
		for (const part of ['dependencies', 'n8n and its database driver', 'starting n8n']) {
			expect(first).toContain(part);
		}
		const [[from, to], ...parts] = [...first.matchAll(/(?:(\d+) to )?(\d+) minutes?/g)].map(
			([, least, most]) => [Number(least ?? most), Number(most)],
		);
		expect(parts).toHaveLength(3);
		const sum = (end: 0 | 1) => parts.reduce((total, part) => total + part[end], 0);
		expect([sum(0), sum(1)]).toEqual([from, to]);
		// The step itself names the same duration.
		const [, duration] = /the development dependencies (\d+ to \d+ minutes)/.exec(first) ?? [];
		expect(output).toContain(`Installing the development dependencies (${duration}, once) …`);
	});

	it('counts only what is left to do', () => {
		const { clone, prepare } = freshClone();
		prepare();
		const withoutDependencies = firstLineOf(prepare());
		expect(withoutDependencies).toMatch(/^This takes \d+ to \d+ minutes in all/);
		expect(withoutDependencies).not.toContain('dependencies');
		installN8n(clone);
		expect(firstLineOf(prepare())).toMatch(/^This takes half a minute to a minute: /);
	});

	it('counts the installation of the dependencies in the time that it took', () => {
		const { prepare, secondsSince } = freshClone();
		prepare();
		expect(secondsSince()).toBeGreaterThanOrEqual(INSTALLATION_SECONDS);
		// What an earlier start has left does not count.
		expect(secondsSince()).toBeLessThan(INSTALLATION_SECONDS);
		prepare();
		expect(secondsSince('')).toBeLessThan(INSTALLATION_SECONDS);
	});

	it('is the only command that speaks of it', () => {
		expect(freshClone().prepare('prelint')).not.toContain('in all');
	});
});
