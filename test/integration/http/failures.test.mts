import { fastify } from 'fastify';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { listenOn } from '../../../sandbox/service/listen.mts';
import { byId } from '../../shared.mts';
import { errorsIn, notSentAs, useAccess } from '../harness/samples/access.mts';
import { searchList } from '../harness/n8n/engine.mts';
import { addProject, apiKeyCredential, oAuth2Credential } from '../harness/service/service.mts';

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

/** Reads a good project, then one that the fault hits. */
async function readTwo(fault: Fault, more: object = {}, options: object = {}) {
	const good = addProject(service());
	const bad = addProject(service());
	service().faults.add({ path: pathOf('getProject', bad.id), ...fault });
	const parameters = { operation: 'get', projectId: byId('={{ $json.id }}'), options };
	const items = [{ id: good.id }, { id: bad.id }];
	return { bad, result: await run(parameters, { items, ...more }) };
}

describe('the error of an item', () => {
	it.each<[string, Fault, string, string]>([
		['a refusal', { status: 422, body: { message: 'Too long' } }, ' (422): Too long', 'values'],
		['a page', { status: 200, body: '<html>' }, ': the answer was not JSON', 'Base URL'],
	])('names the record, the item and what to do: %s', async (_, fault, words, advice) => {
		const { bad, result } = await readTwo(fault);
		expect(result.error?.name).toBe('NodeApiError');
		expect(result.error?.message).toBe(`Could not get project ${bad.id}${words}`);
		expect(result.error?.description).toContain(advice);
		expect(result.error?.context).toMatchObject({ itemIndex: 1 });
	});

	it('shows the API key nowhere', async () => {
		const { apiKey } = service().company;
		for (const fault of [{ status: 422, body: { message: apiKey } }, { reset: true }]) {
			service().faults.clear();
			service().faults.add({ method: 'POST', ...fault });
			const { error, json } = await run({ operation: 'create', name: 'x' });
			expect(error).toBeDefined();
			const all = [
				error?.message,
				error?.stack,
				inspect(error, { depth: null }),
				JSON.stringify(json),
			];
			expect(all.join()).not.toContain(apiKey);
		}
	});
});

describe('a service that sends a byte now and then', () => {
	const credentials = () => apiKeyCredential(service(), { baseUrl });

	it('does not keep the node: a create fails when the time is over', async () => {
		const options = { timeout: 1 };
		const { error } = await run(
			{
				operation: 'create',
				name: 'x',
				additionalFields: { companyId: service().company.id },
				options,
			},
			{ credentials: credentials() },
		);
		expect(error?.message).toContain('did not answer within 1 seconds');
	});

	it('nor anybody who stops the execution', async () => {
		const began = Date.now();
		const { status } = await run(readAccount, { credentials: credentials(), cancelAfterMs: 200 });
		expect(status).toBe('canceled');
		expect(Date.now() - began).toBeLessThan(30_000);
	});
});

describe('an API key that is not accepted', () => {
	const onError = 'continueRegularOutput';

	it('is final after one request, for every item', async () => {
		const credentials = apiKeyCredential(service(), { apiKey: 'a-key-of-somebody-else' });
		const result = await run(create, { credentials, items: customers(30), onError });
		const [first, ...others] = errorsIn(result);
		expect(first).toMatch(
			/^Could not create a customer \(401\): Unauthorized\. Copy the whole API Key/,
		);
		expect(others).toEqual(Array(29).fill(notSentAs(first)));
		expect(service().requests).toHaveLength(1);
	});
});

it('an OAuth2 account that was never connected says what to click', async () => {
	const { energyProjectsOAuth2Api } = await oAuth2Credential(service());
	const credentials = {
		energyProjectsOAuth2Api: { ...energyProjectsOAuth2Api, oauthTokenData: {} },
	};
	const words = 'this account is not connected yet: open the credential and click Connect';
	const { error } = await run(
		{ authentication: 'oAuth2', ...readAccount },
		{ credentials: credentials as never },
	);
	expect(error?.message).toBe(`Could not read the account: ${words}`);
	const editor = { parameters: { authentication: 'oAuth2' }, credentials: credentials as never };
	await expect(searchList(editor, 'searchProjects')).rejects.toThrow(words);
	expect(service().requests).toEqual([]);
});
