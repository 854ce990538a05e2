import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { demoCredentials, importDemo } from './demo.mts';
import type { DemoService } from './demo.mts';
import { hasStamp, readStamp, writeStamp } from './demoStamp.mts';
import { SetupError } from './install.mts';
import type { InstanceOptions } from './instance.mts';
import { installPackage, packPackage } from './nodePackage.mts';

/**
 * Deletes n8n's user folder.
 *
 * @throws SetupError if the sandbox did not create it
 */
export function throwAway(userFolder: string, log: (line: string) => void): void {
	if (!existsSync(userFolder)) {
		log(`Starting over: there is nothing to delete in ${userFolder}.`);
		return;
	}
	if (!hasStamp(userFolder)) {
		throw new SetupError(
			`This command did not create ${userFolder}, so it does not delete it. Remove it yourself if you are sure.`,
		);
	}
	log(
		`Starting over: deleting ${userFolder} with all workflows (your own too), credentials, executions and data tables.`,
	);
	rmSync(userFolder, { recursive: true });
}

/**
 * Installs the package, freshly built, in the user folder of an n8n that is not running, and imports the demo
 * credentials that were never imported there.
 *
 * @throws SetupError, StepError; Interrupted if the signal ended it
 */
export async function prepareDemoFolder(
	options: InstanceOptions,
	service: DemoService,
): Promise<void> {
	const { userFolder, signal } = options;
	mkdirSync(userFolder, { recursive: true });
	const tarball = await packPackage(userFolder, signal);
	await installPackage(userFolder, [tarball], signal && { signal });
	rmSync(tarball);

	const stamp = readStamp(userFolder);
	const missing = demoCredentials(service).filter(({ id }) => !(id in stamp.credentials));
	if (missing.length === 0) return;
	console.log('Importing the demo credentials …');
	await importDemo(options, missing, []);
	for (const { id, data } of missing) stamp.credentials[id] = addressesIn(data);
	writeStamp(userFolder, stamp);
}

/** The fields of a credential that depend on the ports. */
export const addressesIn = (data: Record<string, unknown>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(data).filter(
			(entry): entry is [string, string] =>
				['baseUrl', 'authServerUrl'].includes(entry[0]) && typeof entry[1] === 'string',
		),
	);
