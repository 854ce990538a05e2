// How long "npm start" takes: what it says first, and when it began. npm runs the installation of the dependencies and
// the sandbox as two processes, so the first leaves the time in a file for the second. It uses built-in modules only,
// since it runs before anything is installed, on any Node that the machine has.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';

/**
 * The usual duration of each part of a first start on two cores, in minutes.
 *
 * @type {Readonly<Record<'dependencies' | 'n8n' | 'driver' | 'start', readonly [from: number, to: number]>>}
 */
const MINUTES = { dependencies: [1, 3], n8n: [2, 4], driver: [2, 4], start: [1, 1] };

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const beganFile = join(root, '.local', 'start-began');

/** @param {Array<keyof typeof MINUTES>} parts @returns {string} their usual duration together, such as `1 to 3 minutes` */
export function usually(...parts) {
	const [from, to] = [0, 1].map((end) =>
		parts.reduce((sum, part) => sum + (MINUTES[part][end] ?? 0), 0),
	);
	return `${from === to ? '' : `${from} to `}${to} minute${to === 1 ? '' : 's'}`;
}

/**
 * The first line of "npm start", for what is left to do.
 *
 * @param {boolean} needsDependencies whether the development dependencies have to be installed
 * @returns {string}
 */
export function firstLine(needsDependencies) {
	const lockfile = join(root, 'sandbox', 'n8n', 'package-lock.json');
	const needsN8n = !isInstalled(join(root, '.local', 'n8n', '.installed-lockfile'), lockfile);
	if (!needsDependencies && !needsN8n) {
		return 'This takes half a minute to a minute: the package is built, and n8n starts.';
	}
	/** @type {Array<keyof typeof MINUTES>} */
	const parts = [];
	const words = [];
	if (needsDependencies) {
		parts.push('dependencies');
		words.push(`the development dependencies ${usually('dependencies')}`);
	}
	if (needsN8n) {
		parts.push('n8n', 'driver');
		words.push(`n8n and its database driver ${usually('n8n', 'driver')}`);
	}
	parts.push('start');
	words.push(`building the package and starting n8n ${usually('start')}`);
	return `This takes ${usually(...parts)} in all on two cores, once: ${words.join(', ')}.
It needs ${needsN8n ? '3 GB' : '1 GB'} of disk space. Later starts take half a minute to a minute. You can stop at any time with Ctrl-C; the next
start continues with the step that was interrupted.
`;
}

/** Notes that "npm start" begins now. */
export function noteBeginning() {
	mkdirSync(dirname(beganFile), { recursive: true });
	writeFileSync(beganFile, String(Date.now()));
}

/**
 * When "npm start" began, in milliseconds since 1970: before it installed the dependencies. Without npm, now.
 *
 * @returns {number}
 */
export function beginning() {
	// Only npm has just noted it. Otherwise the file is of a start that was interrupted.
	if (process.env.npm_lifecycle_event !== 'start') return Date.now();
	try {
		const began = Number(readFileSync(beganFile, 'utf8'));
		rmSync(beganFile);
		return began > 0 ? began : Date.now();
	} catch {
		return Date.now();
	}
}
