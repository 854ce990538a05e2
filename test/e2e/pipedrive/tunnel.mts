import { execa } from 'execa';
import type { FastifyInstance } from 'fastify';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Keys {
	key: string;
	cert: string;
}

/** A certificate for a host name, and where it lies; for tests on this machine, valid for two days. */
async function certify(host: string, folder: string): Promise<{ keys: Keys; certificate: string }> {
	const key = join(folder, 'key.pem');
	const certificate = join(folder, 'certificate.pem');
	await execa('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
		...['-keyout', key, '-out', certificate, '-days', '2', '-subj', `/CN=${host}`],
		...['-addext', `subjectAltName=DNS:${host}`],
	]);
	const keys = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') };
	return { keys, certificate };
}

/**
 * Starts an HTTPS server under somebody else's name, and a proxy that leads to it, and to nothing else.
 *
 * @param serverWith the server, with a certificate for the host
 */
export async function startTunnel(
	host: string,
	serverWith: (https: Keys) => Pick<FastifyInstance, 'listen' | 'server' | 'close'>,
) {
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-tunnel-'));
	const { keys, certificate } = await certify(host, folder);
	const app = serverWith(keys);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;

	const sockets = new Set<Socket>();
	const proxy = createServer((_, response) => response.writeHead(403).end());
	proxy.on('connect', (request, client: Socket) => {
		sockets.add(client);
		client.on('error', () => client.destroy());
		if (request.url !== `${host}:443`) {
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const server = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			server.pipe(client).pipe(server);
		});
		server.on('error', () => client.destroy());
		client.on('close', () => (sockets.delete(client), server.destroy()));
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	return {
		proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		certificate,
		async close() {
			for (const socket of sockets) socket.destroy();
			proxy.close();
			await app.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
