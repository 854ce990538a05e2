import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'energy-projects-demo.json';

/** What was imported into n8n's user folder so far. Nothing is imported twice, so that a person's changes stay. */
export interface DemoStamp {
	/** By ID of the credential: the addresses that were written last, by field. */
	credentials: Record<string, Record<string, string>>;
	/** By ID of the workflow: the digest of the example as it was imported. */
	workflows: Record<string, string>;
}

export const stampFile = (userFolder: string): string => join(userFolder, FILE);

/** Whether the sandbox created the folder. */
export const hasStamp = (userFolder: string): boolean => existsSync(stampFile(userFolder));

/** @returns an empty stamp if nothing was imported into the folder yet, or if its stamp cannot be read */
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
