import { createServer } from 'node:net';
import { SetupError } from './n8n/install.mts';

/**
 * Checks that ports are free. Not with get-port, which silently takes another port: people must know why the port they
 * know cannot be used.
 *
 * @throws SetupError that names the port and says what to do
 */
export async function requireFree(ports: Record<string, number>): Promise<void> {
	for (const [what, port] of Object.entries(ports)) {
		const problem = await tryPort(port);
		if (problem === undefined) continue;
		throw new SetupError(
			`Port ${port}, needed for ${what}, cannot be used: ${problem}. Close the program that uses it, or choose other ports: npm start -- --port 5679 --service-port 7080`,
		);
	}
}

async function tryPort(port: number): Promise<string | undefined> {
	if (!(port > 0 && port < 65_536)) return 'not a port number';
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) =>
			resolve(error.code === 'EADDRINUSE' ? 'another program uses it' : error.message),
		);
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
	});
}
