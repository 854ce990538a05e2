import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureVersion } from './ensureVersion.mts';
import { packPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { versionAskedFor } from '../../../sandbox/n8n/versions.mts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The package as it would be published. */
		tarball: string;
		/** For what `Templates` keeps. */
		templates: string;
	}
}

/** Installs n8n where it is missing and packs the package, once for all files. */
export default async function setup(project: TestProject): Promise<() => void> {
	await ensureVersion(versionAskedFor());
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-tarball-'));
	project.provide('tarball', await packPackage(folder));
	project.provide('templates', folder);
	return () => rmSync(folder, { recursive: true, force: true });
}
