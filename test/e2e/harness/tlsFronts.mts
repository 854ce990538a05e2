import getPort from 'get-port';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { openssl } from './certificates.mts';
import type { Authority, Certificate } from './certificates.mts';
import { programs, startNginx } from './proxies.mts';

/** The two servers of the service. */
export interface Servers {
	baseUrl: string;
	authUrl: string;
}

/** What can be wrong with a certificate beside the authority that issued it. */
export const certificateKinds = ['valid', 'expired', 'ofAnotherHost'] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** The service by https://, through nginx, with each kind of certificate. */
export interface TlsFronts {
	servers: Record<CertificateKind, Servers>;
	close(): Promise<void>;
}

/** Which program is missing; undefined if all are there. */
export const missingForTls = (): string | undefined =>
	Object.entries({ nginx: programs.nginx, openssl }).find(([, path]) => !existsSync(path))?.[0];

/** Starts nginx with TLS in front of the service. All certificates are of the same authority. */
export async function startTlsFronts(
	authority: Authority,
	{ baseUrl, authUrl }: Servers,
): Promise<TlsFronts> {
	const certificates: Record<CertificateKind, Certificate> = {
		valid: authority.issue('valid', 'IP:127.0.0.1', 2),
		expired: authority.issue('expired', 'IP:127.0.0.1', -1),
		ofAnotherHost: authority.issue('of-another-host', 'DNS:other.example', 2),
	};
	const sites: string[] = [];
	const ports: number[] = [];
	const serve = async (kind: CertificateKind, target: string): Promise<string> => {
		const port = await getPort({ exclude: ports });
		ports.push(port);
		sites.push(serverBlock(port, certificates[kind], target));
		return `https://127.0.0.1:${port}`;
	};
	const servers = {} as Record<CertificateKind, Servers>;
	for (const kind of certificateKinds) {
		servers[kind] = { baseUrl: await serve(kind, baseUrl), authUrl: await serve(kind, authUrl) };
	}
	const isUp = async () => (await Promise.all(ports.map(isOpen))).every(Boolean);
	const { close } = await startNginx(() => sites.join('\n'), isUp);
	return { servers, close };
}

/** The authority's own certificate is not sent: that is how most servers do it. */
const serverBlock = (port: number, { certificate, key }: Certificate, target: string) => `
	server {
		listen 127.0.0.1:${port} ssl;
		ssl_certificate ${certificate};
		ssl_certificate_key ${key};
		location / {
			proxy_pass ${target}/;
		}
	}`;

async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
