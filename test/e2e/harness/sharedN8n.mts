import fastify from 'fastify';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../../sandbox/n8n/instance.mts';
import type { RunningN8n } from '../../../sandbox/n8n/instance.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { N8nRest } from '../../../sandbox/n8n/rest.mts';
import { freePort } from '../../../sandbox/ports.mts';
import { listenOn } from '../../../sandbox/service/listen.mts';

/** What a file of tests is told of the n8n that it shares with others. */
export interface SharedN8n {
	url: string;
	userFolder: string;
	/** With all that n8n has written. */
	log: string;
	cookies: string;
}

/**
 * One n8n for all files of a run that neither end it nor need settings of their own. Each start takes as long as many
 * tests do. It starts when the first one asks at the address, and ends with the run.
 */
export async function offerN8n(tarball: string) {
	const userFolder = mkdtempSync(join(tmpdir(), 'energy-projects-n8n-'));
	const log = join(userFolder, 'output.log');
	let running: RunningN8n | undefined;
	const start = async (): Promise<SharedN8n> => {
		await installPackage(userFolder, [tarball], { log: () => {} });
		// n8n reads files of other folders only if it is told to.
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: tmpdir() };
		const onLine = (line: string) => appendFileSync(log, `${line}\n`);
		running = await startN8n({ userFolder, port: await freePort(), env, onLine });
		const rest = new N8nRest(running.url);
		await rest.logIn();
		return { url: running.url, userFolder, log, cookies: rest.cookies };
	};
	let started: Promise<SharedN8n> | undefined;
	const server = fastify({ forceCloseConnections: true });
	server.get('/', async () => await (started ??= start()));
	const url = await listenOn(server, 0);
	const close = async () => {
		await server.close();
		await started?.catch(() => undefined);
		await running?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	};
	return { url, close };
}

/** @param address of the offer */
export async function askForN8n(address: string): Promise<SharedN8n> {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`The shared n8n did not start: ${await answer.text()}`);
	return (await answer.json()) as SharedN8n;
}
