// Whether an installation is complete: at its end it leaves the digest of its lockfile in a file, its stamp. It uses
// built-in modules only, since it runs before anything is installed, on any Node that the machine has.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** @param {string} lockfile path @returns {string} what a complete installation leaves in its stamp */
export const digestOf = (lockfile) =>
	createHash('sha256').update(readFileSync(lockfile)).digest('hex');

/** @param {string} stamp path @param {string} lockfile path of the lockfile that is wanted now */
export const isInstalled = (stamp, lockfile) =>
	existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(lockfile);
