import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OURS = 'energy-projects-tests-';

/**
 * Gives the tests, and all they start, a temporary folder of their own (the browser, n8n and npm leave things in it,
 * and a test that fails may too), and removes it once all tests are over.
 */
export default function setup(): (() => void) | undefined {
	// The projects of one run share it.
	if (tmpdir().includes(OURS)) return undefined;
	const before = tmpdir();
	const folder = mkdtempSync(join(before, OURS));
	// PostgreSQL does not run as root, and has to reach its folder in this one.
	chmodSync(folder, 0o755);
	useAsTemporary(folder);
	return () => {
		useAsTemporary(before);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	};
}

/** Processes that are started from now on inherit it, the workers of the tests too. */
function useAsTemporary(folder: string): void {
	// Where Unix looks, and Windows.
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
}
