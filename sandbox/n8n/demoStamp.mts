import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'energy-projects-demo.json';

/** What was put into n8n's user folder so far. Nothing is put there twice, so that a person's changes stay. */
export interface DemoStamp {
	/** By credential id the addresses that were written last, by field. */
	credentials: Record<string, Record<string, string>>;
	/** By workflow id the digest of the example as it was imported. */
	workflows: Record<string, string>;
}

export const stampFile = (userFolder: string): string => join(userFolder, FILE);

/** Whether the folder is one of the sandbox's. */
export const hasStamp = (userFolder: string): boolean => existsSync(stampFile(userFolder));

/** @returns an empty one in a folder into which nothing was put yet, or whose stamp cannot be read */
export function readStamp(userFolder: string): DemoStamp {
	const nothing: DemoStamp = { credentials: {}, workflows: {} };
	if (!hasStamp(userFolder)) return nothing;
	try {
		const stamp = JSON.parse(readFileSync(stampFile(userFolder), 'utf8')) as Partial<DemoStamp>;
		return { credentials: stamp.credentials ?? {}, workflows: stamp.workflows ?? {} };
	} catch {
		return nothing;
	}
}

export const writeStamp = (userFolder: string, stamp: DemoStamp): void =>
	writeFileSync(stampFile(userFolder), JSON.stringify(stamp, null, '\t'));

export const digestOf = (example: object): string =>
	createHash('sha256').update(JSON.stringify(example)).digest('hex');
