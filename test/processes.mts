import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Folders that go with the test that made them, also where it fails. */
export function useFolders(): () => string {
	const folders: string[] = [];
	afterEach(() => {
		for (const folder of folders.splice(0)) {
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		}
	});
	return () => {
		const folder = mkdtempSync(join(tmpdir(), 'energy-projects-folder-'));
		folders.push(folder);
		return folder;
	};
}
