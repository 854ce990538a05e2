// Judges http/send.ts and http/errors.ts in the whole node.
import { fastify } from 'fastify';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn } from '../../../sandbox/service/listen.mts';
import { useAccess } from '../harness/samples/access.mts';
import { searchList, testApiKey } from '../harness/n8n/engine.mts';
import { apiKeyCredential, oAuth2Credential } from '../harness/service/service.mts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';

const { service, run, create, customers } = useAccess('apiKey');
const readAccount = { resource: 'account', operation: 'get' };

/** A machine that is not the service: it never comes to an end. */
const elsewhere = fastify({ forceCloseConnections: true }).all('/*', async (_, reply) => {
	reply.hijack();
	reply.raw.writeHead(200, { 'content-type': 'application/json' });
	const trickle = setInterval(() => reply.raw.write(' '), 100);
	reply.raw.on('close', () => clearInterval(trickle));
	await Promise.resolve();
});
let baseUrl = '';
beforeAll(async () => {
	baseUrl = await listenOn(elsewhere, 0);
});
afterAll(async () => await elsewhere.close());

describe('a service that sends a byte now and then', () => {
	const credentials = () => apiKeyCredential(service(), { baseUrl });

	it('does not keep the node: a create fails when the time is over', async () => {
		const additionalFields = { companyId: service().company.id };
		const given = { operation: 'create', name: 'x', additionalFields, options: { timeout: 1 } };
		const { error } = await run(given, { credentials: credentials() });
		expect(error?.message).toContain('did not answer within 1 seconds');
	});

	it('nor anybody who stops the execution', async () => {
		const began = Date.now();
		const { status } = await run(readAccount, { credentials: credentials(), cancelAfterMs: 200 });
		expect(status).toBe('canceled');
		expect(Date.now() - began).toBeLessThan(30_000);
	});
});

it('an OAuth2 account that was never connected says what to click', async () => {
	const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
	const oAuth2 = { ...energyProjectsOAuth2Api, oauthTokenData: {} };
	const credentials = { energyProjectsOAuth2Api: oAuth2 } as never;
	const words = 'this account is not connected yet: open the credential and click Connect';
	const { error } = await run({ authentication: 'oAuth2', ...readAccount }, { credentials });
	expect(error?.message).toBe(`Could not read the account: ${words}`);
	const editor = { parameters: { authentication: 'oAuth2' }, credentials };
	await expect(searchList(editor, 'searchProjects')).rejects.toThrow(words);
	expect(service().requests).toEqual([]);
});

describe('n8n’s protection against requests to private addresses, such as 127.0.0.1', () => {
	/** n8n's own modules. */
	const ofCore = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
	const { Container } = ofCore('@n8n/di') as { Container: { get: (type: unknown) => object } };
	const { SsrfProtectionConfig } = ofCore('@n8n/config') as { SsrfProtectionConfig: unknown };
	const switchProtection = (enabled: boolean) =>
		Object.assign(Container.get(SsrfProtectionConfig), { enabled });
	beforeAll(() => switchProtection(true));
	afterAll(() => switchProtection(false));

	it('is shown with the advice of n8n and the names of its settings', async () => {
		const problem = 'The request was blocked because it resolves to a restricted IP address';
		const { error } = await run(create, { items: customers(1) });
		expect(error?.message).toBe(`Could not create a customer: ${problem}`);
		expect(error?.description).toMatch(
			/^The target 127\.0\.0\.1 is not allowed\. .*ask your n8n administrator to allowlist .* N8N_SSRF_ALLOWED_HOSTNAMES/,
		);
		const { energyProjectsApi } = apiKeyCredential(service());
		const { message } = await testApiKey(energyProjectsApi);
		expect(message).toContain(`${problem}. The target 127.0.0.1 is not allowed`);
		expect(service().requests).toEqual([]);
	});
});

const onError = 'continueRegularOutput';
const itemsOf = (count: number) => Array.from({ length: count }, () => ({}));

describe('whoever stops', () => {
	it('an execution that has written something is a canceled one all the same', async () => {
		service().faults.add({ delayMs: 30, afterHandling: true });
		const companyId = service().company.id;
		const create = { operation: 'create', name: 'Haus', additionalFields: { companyId } };
		const { status } = await run(create, { items: itemsOf(1_000), cancelAfterMs: 500 });
		expect(status).toBe('canceled');
		expect(recordsOf(service(), 'project').length).toBeGreaterThan(0);
	});

	it.each<[string, Fault]>([
		['requests under way', { delayMs: 60 }],
		['a pause', { status: 503, headers: { 'retry-after': '60' } }],
	])('an execution ends %s', async (_, fault) => {
		service().faults.add(fault);
		const read = { operation: 'get', projectId: byId(UNKNOWN_ID) };
		const { status } = await run(read, { items: itemsOf(200), cancelAfterMs: 150, onError });
		expect(status).toBe('canceled');
		await sleep(100);
		const sent = service().requests.length;
		expect(sent).toBeLessThan(100);
		await sleep(150);
		expect(service().requests).toHaveLength(sent);
	});
});
