// Whether an installation is complete: at its end it leaves the digest of its lockfile in a file, its stamp. It uses
// built-in modules only, since it runs before anything is installed, on any Node that the machine has.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Installs with a sixth of npm's work; n8n itself is built with it. */
export const PNPM = 'pnpm@12.21.0';
/** npm's arguments for the installation of exactly what a lockfile has. No package runs a script of its own. */
export const INSTALL = [
	...['--loglevel=error', 'exec', '--yes', '--', PNPM],
	...['install', '--frozen-lockfile', '--ignore-scripts'],
];

/** @param {string} lockfile path @returns {string} what a complete installation leaves in its stamp */
export const digestOf = (lockfile) =>
	createHash('sha256').update(readFileSync(lockfile)).digest('hex');

/** @param {string} stamp path @param {string} lockfile path of the lockfile that is wanted now */
export const isInstalled = (stamp, lockfile) =>
	existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(lockfile);
