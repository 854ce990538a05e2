import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';

/** Made for tests alone: signed by itself, so that nobody trusts it. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUfe+QlRkBlysenf2ssGZD6Dg8N9QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIyNDYyNloYDzIxMjYxMDI4
MjI0NjI2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASyoRe+EniYnFFKdoOhy+t1JwQt4icKb4lJvnNXK6GiZNPSP5d0/B8a
LwdQIDMvLweG0cXn+bk/LvCGDjTnd7Cpo1MwUTAdBgNVHQ4EFgQUhPQ8unNsHYpX
KbhptF20PPqIkpcwHwYDVR0jBBgwFoAUhPQ8unNsHYpXKbhptF20PPqIkpcwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA+DdOSzicWLWqOgCG3W4m
7hBRJ/xWJKnQTCZ0OtOXjX8CIQDDe+lFJjeoDl3jT8HPc4osqCal28ZKmC/4Vi39
ITC2UA==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg84qsoA5wAffFfPVn
APPVsQeNKC6xE75/0vYdCG8nHxehRANCAASyoRe+EniYnFFKdoOhy+t1JwQt4icK
b4lJvnNXK6GiZNPSP5d0/B8aLwdQIDMvLweG0cXn+bk/LvCGDjTnd7Cp
-----END PRIVATE KEY-----`;

/** TLS in front of a server of this machine, as a proxy would put it there. */
export async function startTlsFront(url: string): Promise<{ url: string; close(): void }> {
	const { hostname, port } = new URL(url);
	const sockets = new Set<Socket>();
	const server = createServer({ cert, key }, (client) => {
		const target = connect(Number(port), hostname);
		for (const socket of [client, target]) {
			sockets.add(socket);
			socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
		}
		client.pipe(target).pipe(client);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const close = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
