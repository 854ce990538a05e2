import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { Authority } from './harness/certificates.mts';
import { Changes } from './harness/changes.mts';
import { connectOAuth2 } from './harness/oauth2.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { useStack } from './harness/stack.mts';
import { missingForTls, startTlsFronts } from './harness/tlsFronts.mts';
import type { CertificateKind, TlsFronts } from './harness/tlsFronts.mts';
import {
	byApiKey,
	byOAuth2,
	failures,
	polling,
	RENEWAL,
	TlsWays,
	triggers,
} from './harness/tlsWays.mts';

const missing = missingForTls();
if (missing !== undefined) {
	console.log(`${missing} is missing (on Debian: apt-get install ${missing}): TLS is not tested.`);
}

describe.skipIf(missing !== undefined)('a service behind nginx, by https://', () => {
	const authority = missing === undefined ? new Authority() : undefined;
	const published = [failures, ...triggers.map(({ workflow }) => workflow)];
	const stack = useStack({
		workflows: [byApiKey, byOAuth2, polling, ...published],
		publish: published.map(({ id }) => id),
		env: { NODE_EXTRA_CA_CERTS: authority?.certificate ?? '' },
	});
	const started: { fronts?: TlsFronts } = {};
	const serversWith = (kind: CertificateKind) => {
		if (started.fronts === undefined) throw new Error('nginx has not started');
		return started.fronts.servers[kind];
	};
	const ways = new TlsWays(stack, serversWith);
	const each = Object.entries(ways.problemOn);
	const connect = async () =>
		await connectOAuth2(stack().rest, credentialIds.oAuth2, stack().service.login);

	const known = getCACertificates('default');
	beforeAll(async () => {
		if (authority === undefined) throw new Error('There is no authority');
		started.fronts = await startTlsFronts(authority, stack().service);
		// The browser of a person knows the authority, whatever n8n does.
		setDefaultCACertificates([...known, readFileSync(authority.certificate, 'utf8')]);
	});
	afterAll(async () => {
		setDefaultCACertificates(known);
		await started.fronts?.close();
		authority?.remove();
	});

	/** Tests on each way what is said about a certificate, and that Ignore SSL Issues lets it through. */
	const refuses = (kind: CertificateKind, problem: string, advice: string) => {
		it.each(each)('%s refuses it, and says why and what to do', async (way, problemOn) => {
			stack().service.requests.splice(0);
			const text = await problemOn(kind, false);
			const server = way === RENEWAL ? 'authorization server' : 'service';
			expect(text).toContain(problem.replace('service', server));
			expect(text).toContain(advice);
			expect(text).toContain('turn on "Ignore SSL Issues" in the credential');
			expect(stack().service.requests.filter(({ status }) => status !== 401)).toEqual([]);
		});

		it.each(each)('%s lets it through with Ignore SSL Issues', async (_, problemOn) => {
			expect(await problemOn(kind, true)).toBe('');
		});
	};

	describe('whose authority n8n knows by NODE_EXTRA_CA_CERTS', () => {
		it('connects an OAuth2 account', async () => {
			await ways.saveOAuth2(serversWith('valid'), false);
			await connect();
			expect(await ways.problemIn(byOAuth2.id, 'Start')).toBe('');
		});

		it.each(each)('%s works', async (_, problemOn) => {
			expect(await problemOn('valid', false)).toBe('');
		});
	});

	describe('whose authority n8n knows, but whose certificate has expired', () => {
		const problem = 'the certificate of the service has expired (CERT_HAS_EXPIRED)';
		refuses('expired', problem, 'ask the operator of the service to renew the certificate');
	});

	describe('whose authority n8n knows, but whose certificate is for another host', () => {
		const problem =
			'the certificate of the service is for a different address (ERR_TLS_CERT_ALTNAME_INVALID)';
		refuses('ofAnotherHost', problem, 'enter the address that the certificate is for');
	});

	describe('whose authority n8n does not know', () => {
		const problem =
			'n8n does not trust the certificate of the service (UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
		const watch = () => new PollingWatch(stack(), polling.id);
		beforeAll(async () => {
			await ways.saveApiKey('valid', false);
			await watch().publish();
			await stack().restart('SIGTERM', { NODE_EXTRA_CA_CERTS: '' });
		});

		it('fails the polls, and with Ignore SSL Issues they catch up', async () => {
			const made = new Changes(stack().service);
			made.create('customer');
			const [failure] = await stack().executions(failures.id, 1);
			expect(JSON.stringify(failure?.outputs.Failure)).toContain(problem);
			const reported = watch().events();
			expect(reported.map(({ eventId }) => eventId)).not.toContain(made.eventIds[0]);
			await ways.saveApiKey('valid', true);
			await watch().reported(made.eventIds);
			await watch().unpublish();
		});

		refuses('valid', problem, 'set NODE_EXTRA_CA_CERTS to that file where n8n runs');

		it('connects no OAuth2 account, which n8n says in its own words', async () => {
			await ways.saveOAuth2(serversWith('valid'), false);
			await expect(connect()).rejects.toThrow('unable to verify the first certificate');
		});

		it('connects an OAuth2 account with Ignore SSL Issues', async () => {
			await ways.saveOAuth2(serversWith('valid'), true);
			await connect();
			expect(await ways.problemIn(byOAuth2.id, 'Start')).toBe('');
		});
	});
});
