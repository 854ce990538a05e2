import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { SetupError } from '../scripts/steps.mjs';

const given = new Set<number>();

/** A port of this machine that nobody uses. It never gives the same one twice. */
export async function freePort(): Promise<number> {
	const port = await tryPort(0);
	if (given.has(port)) return await freePort();
	given.add(port);
	return port;
}

/** Checks that ports are free. @throws SetupError that names the port and says what to do */
export async function requireFree(ports: Record<string, number>): Promise<void> {
	for (const [what, port] of Object.entries(ports)) {
		await tryPort(port).catch((error: NodeJS.ErrnoException) => {
			const problem = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
			throw new SetupError(
				`Port ${port}, needed for ${what}, cannot be used: ${problem}. Close the program that uses it, or choose other ports: npm start -- --port 5679 --service-port 7080`,
			);
		});
	}
}

async function tryPort(port: number): Promise<number> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	const { port: used } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return used;
}
