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

/** The folder of this run, which its projects share. */
const FOLDER = 'ENERGY_PROJECTS_E2E_FOLDER';
const TARBALL = 'ENERGY_PROJECTS_E2E_TARBALL';

/** Installs n8n where it is missing and packs the package, once for all files. */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
	const { [FOLDER]: folder, [TARBALL]: tarball } = process.env;
	if (folder !== undefined && tarball !== undefined) {
		project.provide('tarball', tarball);
		project.provide('templates', folder);
		return undefined;
	}
	await ensureVersion(versionAskedFor());
	const made = mkdtempSync(join(tmpdir(), 'energy-projects-tarball-'));
	const packed = await packPackage(made);
	process.env[FOLDER] = made;
	process.env[TARBALL] = packed;
	project.provide('tarball', packed);
	project.provide('templates', made);
	return () => rmSync(made, { recursive: true, force: true });
}
