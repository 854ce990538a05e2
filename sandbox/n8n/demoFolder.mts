import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { demoCredentials, importDemo } from './demo.mts';
import type { DemoService } from './demo.mts';
import { hasStamp, readStamp, writeStamp } from './demoStamp.mts';
import { SetupError } from './install.mts';
import type { InstanceOptions } from './instance.mts';
import { installPackage, packPackage } from './nodePackage.mts';

/**
 * Throws away n8n's user folder.
 *
 * @throws SetupError where it is not one of the sandbox's
 */
export function throwAway(userFolder: string, log: (line: string) => void): void {
	if (!existsSync(userFolder)) {
		log(`Starting afresh: there is nothing to throw away in ${userFolder}.`);
		return;
	}
	if (!hasStamp(userFolder)) {
		throw new SetupError(
			`${userFolder} was not filled by this command, so it is not thrown away. Remove it yourself if you are sure.`,
		);
	}
	log(
		`Starting afresh: throwing away ${userFolder} with all workflows (your own too), credentials, executions and data tables.`,
	);
	rmSync(userFolder, { recursive: true });
}

/**
 * Puts the freshly built package into the user folder of an n8n that does not run, and the demo credentials that were
 * never put there.
 *
 * @throws SetupError, StepError; Interrupted where the signal ended it
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

	const stamp = readStamp(userFolder) ?? { credentials: {}, workflows: {} };
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
