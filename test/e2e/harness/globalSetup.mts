import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureVersion } from './ensureVersion.mts';
import { offerN8n } from './sharedN8n.mts';
import { packPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { versionAskedFor } from '../../../sandbox/n8n/versions.mts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The package as it would be published. */
		tarball: string;
		/** Where to ask for the n8n that files share. */
		sharedN8n: string;
	}
}

/** Installs n8n where it is missing, packs the package and offers an n8n with it, once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await ensureVersion(versionAskedFor());
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-tarball-'));
	const tarball = await packPackage(folder);
	const { url, close } = await offerN8n(tarball);
	project.provide('tarball', tarball);
	project.provide('sharedN8n', url);
	return async () => {
		await close();
		rmSync(folder, { recursive: true, force: true });
	};
}
