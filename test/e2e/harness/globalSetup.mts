import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureN8n } from '../../../sandbox/n8n/install.mts';
import { packPackage } from '../../../sandbox/n8n/nodePackage.mts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The package as it would be published. */
		tarball: string;
	}
}

/** Installs n8n where it is missing and packs the package, once for all files. */
export default async function setup(project: TestProject): Promise<() => void> {
	await ensureN8n();
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-tarball-'));
	project.provide('tarball', await packPackage(folder));
	return () => rmSync(folder, { recursive: true, force: true });
}
