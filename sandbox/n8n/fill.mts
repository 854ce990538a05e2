import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { demoCredentials, importInto, readExamples } from './demo.mts';
import type { Credential, DemoService, ExampleWorkflow } from './demo.mts';
import { SetupError } from '../../scripts/steps.mjs';
import type { InstanceOptions } from './instance.mts';
import { installPackage, packPackage } from './nodePackage.mts';
import type { N8nRest } from './rest.mts';

/** In n8n's user folder once all examples are in it: from then on they belong to the person, and none is imported. */
const markIn = (userFolder: string) => join(userFolder, 'energy-projects-sandbox');

/**
 * Claims n8n's user folder for this process, until it ends.
 *
 * @throws SetupError if another sandbox runs in it: both would write to one database, and --fresh would delete it
 */
export function claim(userFolder: string): void {
	const file = `${userFolder}.pid`;
	const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (owner !== process.pid && isRunning(owner)) {
		throw new SetupError(
			`The sandbox already runs with the folder ${userFolder} (process ${owner}). Press Ctrl-C in its terminal first, or choose another folder for this one: --user-folder. If it does not run, delete ${file}.`,
		);
	}
	mkdirSync(dirname(userFolder), { recursive: true });
	writeFileSync(file, String(process.pid));
	process.once('exit', () => rmSync(file, { force: true }));
}

function isRunning(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Deletes n8n's user folder. @throws SetupError if the sandbox did not fill it */
export function throwAway(userFolder: string): void {
	if (existsSync(userFolder) && !existsSync(markIn(userFolder))) {
		throw new SetupError(`This command did not fill ${userFolder}, so it does not delete it.`);
	}
	console.log(`Starting over: deleting ${userFolder}`);
	rmSync(userFolder, { recursive: true, force: true });
}

/**
 * Installs the package, freshly built, in the user folder of an n8n that is not running, and the demo credentials in a
 * new one.
 *
 * @throws SetupError, StepError; Interrupted if the signal ended it
 */
export async function prepare(options: InstanceOptions, service: DemoService): Promise<void> {
	const { userFolder, signal } = options;
	mkdirSync(userFolder, { recursive: true });
	const tarball = await packPackage(userFolder, signal);
	await installPackage(userFolder, [tarball], signal && { signal });
	rmSync(tarball);
	if (existsSync(markIn(userFolder))) return;
	console.log('Importing the demo credentials …');
	await importInto(options, 'credentials', demoCredentials(service));
}

/**
 * Brings a running n8n up to date: the examples in a new one, the demo credentials at each start. No example is
 * published: what a person tries out starts only what they have published, as in reality.
 */
export async function fill(rest: N8nRest, service: DemoService, userFolder: string): Promise<void> {
	if (!existsSync(markIn(userFolder))) {
		for (const example of readExamples()) await importExample(rest, example);
		writeFileSync(markIn(userFolder), '');
	}
	// A new node gets the credential that was changed last, and the first steps are with an API key: it comes last.
	for (const demo of demoCredentials(service).reverse()) await followPorts(rest, demo);
}

/** The ports may be others now. An address elsewhere is the person's own, as is everything else in a credential. */
async function followPorts(rest: N8nRest, { id, data }: Omit<Credential, 'name' | 'type'>) {
	const path = `/rest/credentials/${id}`;
	const answer = await rest.raw('GET', `${path}?includeData=true`);
	if (!answer.ok) return;
	// n8n shows placeholders for secrets, and takes them for the secrets.
	const { name, type, data: saved } = ((await answer.json()) as { data: Credential }).data;
	const isHere = String(saved.baseUrl).startsWith('http://127.0.0.1:');
	await rest.call('PATCH', path, { name, type, data: { ...saved, ...(isHere && data) } });
}

async function importExample(rest: N8nRest, example: ExampleWorkflow): Promise<void> {
	// An earlier start may have been interrupted.
	const { status } = await rest.raw('GET', `/rest/workflows/${example.id}`);
	if (status !== 404) return;
	console.log(`Importing the example "${example.name}" …`);
	await rest.call('POST', '/rest/workflows', example);
}
