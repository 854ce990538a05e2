import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoCredentials, importDemo, readExamples } from './demo.mts';
import type { DemoService } from './demo.mts';
import type { InstanceOptions } from './instance.mts';
import { installPackage, packPackage } from './nodePackage.mts';

/** Files inside n8n's user folder that tell what was put into it. */
const STAMP = 'energy-projects-demo.json';

/**
 * Puts the freshly built package into n8n's user folder, and, the first time or when they have changed, the demo
 * credentials and the example workflows.
 *
 * @returns what to call once the imported examples are published, or undefined where none were imported
 */
export async function prepareDemoFolder(
	options: InstanceOptions,
	service: DemoService,
	log: (line: string) => void,
): Promise<(() => void) | undefined> {
	const { userFolder } = options;
	mkdirSync(userFolder, { recursive: true });
	log('Building and installing the package …');
	const tarball = packPackage(userFolder);
	installPackage(userFolder, tarball);
	rmSync(tarball);

	const credentials = demoCredentials(service);
	const workflows = readExamples();
	const wanted = createHash('sha256')
		.update(JSON.stringify([credentials, workflows]))
		.digest('hex');
	const stamp = join(userFolder, STAMP);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined;
	log('Importing credentials and example workflows …');
	await importDemo(options, credentials, workflows);
	// Not before: a start that was broken off would never publish them.
	return () => writeFileSync(stamp, wanted);
}
