import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const openssl = '/usr/bin/openssl';
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate and its key, each in a file. */
export interface Certificate {
	certificate: string;
	key: string;
}

/** An authority of its own, as a company has one that does not buy certificates. Nobody trusts it by itself. */
export class Authority {
	private readonly folder = mkdtempSync(join(tmpdir(), 'energy-projects-authority-'));
	/** The file that one trusts the authority by. */
	readonly certificate = join(this.folder, 'authority.pem');
	private readonly key = join(this.folder, 'authority.key');

	constructor() {
		const subject = ['-subj', '/CN=Authority of the tests', '-days', '2'];
		const files = ['-keyout', this.key, '-out', this.certificate];
		const isAuthority = ['-addext', 'basicConstraints=critical,CA:TRUE'];
		this.run(['req', '-x509', ...NEW_KEY, ...subject, ...files, ...isAuthority]);
	}

	/**
	 * Issues the certificate of a server.
	 *
	 * @param altName as in `IP:127.0.0.1`
	 * @param days how long it is valid; a negative number for one that has expired
	 */
	issue(name: string, altName: string, days: number): Certificate {
		const file = (ending: string) => join(this.folder, `${name}.${ending}`);
		const [key, request, certificate, extensions] = ['key', 'csr', 'pem', 'ext'].map(file);
		writeFileSync(extensions, `subjectAltName=${altName}\n`);
		this.run(['req', '-new', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', key, '-out', request]);
		const issuer = ['-CA', this.certificate, '-CAkey', this.key, '-CAcreateserial'];
		const validity = ['-days', String(days), '-extfile', extensions];
		this.run(['x509', '-req', '-in', request, ...issuer, ...validity, '-out', certificate]);
		return { certificate, key };
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	private run(args: readonly string[]): void {
		execFileSync(openssl, args, { stdio: 'ignore' });
	}
}
