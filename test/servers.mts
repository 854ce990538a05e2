import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lets a server listen on this machine, at a port of its own. @returns its address, and what ends it at once */
export async function listening(server: Server) {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}`, close };
}
