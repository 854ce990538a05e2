import getPort from 'get-port';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { credentialIds, webhookUrl } from '../../sandbox/n8n/demo.mts';
import { oldestVersion } from '../../sandbox/n8n/versions.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { byId, expectValidRequests, recordsOf, signatureOf } from '../shared.mts';
import { Changes } from './harness/changes.mts';
import { connectOAuth2 } from './harness/oauth2.mts';
import { PollingWatch } from './harness/pollingWatch.mts';
import { SECRET, useStack } from './harness/stack.mts';
import { chainWorkflow, pollingWorkflow, triggerWorkflow } from './harness/workflows.mts';

/** Short on the oldest n8n; a drill runs it, and much more, on others. */
const version = process.env.N8N_VERSION ?? oldestVersion;
const COUNT = 100;
const HOOK = 'aaaaaaaa-0000-4000-8000-000000000001';

const items = Array.from({ length: COUNT }, (_, number) => ({ lastName: `Altstadt ${number}` }));
const create = {
	resource: 'customer',
	operation: 'create',
	firstName: 'Ada',
	lastName: '={{ $json.lastName }}',
};
const steps = [
	{ name: 'Create', parameters: create },
	{
		name: 'Update',
		parameters: {
			resource: 'customer',
			operation: 'update',
			customerId: byId('={{ $json.id }}'),
			updateFields: { phoneNumber: '+49 431 1' },
		},
	},
	{
		name: 'List',
		parameters: { resource: 'customer', operation: 'getAll', filters: { search: 'altstadt' } },
	},
];
/** Items of which the second one fails, in both ways in which a node continues on error. */
const mixed = [{ lastName: 'Altstadt mixed' }, { lastName: '', message: 'Please call' }];
const continuing = (id: string, onError: 'continueErrorOutput' | 'continueRegularOutput') =>
	chainWorkflow(id, mixed, [{ name: 'Create', parameters: create, onError }]);
const workflows = {
	errorOutput: continuing('OldErrorOutput01', 'continueErrorOutput'),
	regularOutput: continuing('OldRegularOut001', 'continueRegularOutput'),
	apiKey: chainWorkflow('OldApiKey0000001', items.slice(0, 1), steps, 'apiKey'),
	oAuth2: chainWorkflow('OldOAuth20000001', items, steps.slice(0, 1), 'oAuth2'),
	webhook: triggerWorkflow('OldWebhook000001', HOOK, { events: ['project.created'] }),
	polling: pollingWorkflow('OldPolling000001', { events: [...eventKinds] }),
};
const stack = useStack({
	version,
	workflows: Object.values(workflows),
	publish: [workflows.webhook.id],
});
const refreshes = () =>
	stack().service.tokenRequests.filter(({ grantType }) => grantType === 'refresh_token');

const created = () =>
	recordsOf(stack().service, 'customer').filter(({ lastName }) =>
		String(lastName).startsWith('Altstadt'),
	);

/** Calls back as the request of this number, counted from now, has come. */
function atRequest(wanted: number, happen: () => void): void {
	const { faults } = stack().service;
	const take = faults.take.bind(faults);
	let number = 0;
	vi.spyOn(faults, 'take').mockImplementation((method, path) => {
		if (++number === wanted) happen();
		return take(method, path);
	});
}
afterEach(() => void vi.restoreAllMocks());

describe(`in n8n ${version}`, () => {
	it('the package loads, and n8n has nothing to say about it', async () => {
		const answer = await stack().rest.raw('GET', '/types/nodes.json');
		const types = (await answer.json()) as Array<{ name: string }>;
		const ours = types.map(({ name }) => name).filter((name) => name.includes('energy-projects'));
		expect(ours.sort()).toEqual(
			expect.arrayContaining(
				['', 'PollingTrigger', 'Trigger'].map(
					(end) => `n8n-nodes-energy-projects.energyProjects${end}`,
				),
			),
		);
		const lines = stack().n8n.output().split('\n');
		expect(lines.filter((line) => /nodes-energy|energyProjects/.test(line))).toEqual([]);
	});

	it('the test of an API key says in words what is wrong', async () => {
		const { service, rest } = stack();
		const test = async (data: object) =>
			await rest.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
				// This n8n tests no credential that is not saved.
				credentials: { id: credentialIds.apiKey, name: 'Test', type: 'energyProjectsApi', data },
			});
		const { baseUrl, company } = service;
		expect(await test({ baseUrl, apiKey: company.apiKey })).toMatchObject({ status: 'OK' });
		const { message: wrongKey } = await test({ baseUrl, apiKey: 'not-a-key-of-it' });
		expect(wrongKey).toMatch(/^The service does not accept this API Key \(401: .*\)\. Copy/);
		const { message: noTls } = await test({
			baseUrl: baseUrl.replace('http:', 'https:'),
			apiKey: company.apiKey,
		});
		expect(noTls).toMatch(/^Could not read the account: no secure connection .*\. Check the Base/);
		const nobody = { baseUrl: `http://127.0.0.1:${await getPort()}`, apiKey: company.apiKey };
		expect((await test(nobody)).message).toMatch(/could not be reached \(ECONNREFUSED\)\. Check/);
	});

	it('records are written and listed with an API key', async () => {
		const { outputs, errors } = await stack().rest.run(workflows.apiKey.id, 'Start');
		expect(errors).toEqual({});
		expect(outputs.List?.[0]?.map(({ json }) => json)).toMatchObject([
			{ lastName: 'Altstadt 0', phoneNumber: '+49 431 1' },
		]);
	});

	it.each([
		['errorOutput', 1],
		['regularOutput', 0],
	] as const)('a failed item keeps its fields beside the error (%s)', async (way, output) => {
		const { outputs, errors } = await stack().rest.run(workflows[way].id, 'Start');
		expect(errors).toEqual({});
		const jsons = (outputs.Create ?? []).map((items) => items?.map(({ json }) => json) ?? []);
		expect(jsons.flat()).toHaveLength(2);
		expect(jsons[0]?.[0]).toMatchObject({ lastName: 'Altstadt mixed' });
		const failed = jsons[output]?.at(-1);
		expect(failed).toEqual({ ...mixed[1], error: failed?.error });
		// What happened, and what to do.
		expect(failed?.error).toMatch(/Last Name.*\. \w/);
	});

	it('an OAuth2 token that expires in the middle of a run is renewed once', async () => {
		const { service, rest } = stack();
		await connectOAuth2(rest, credentialIds.oAuth2, service.login);
		for (const round of [1, 2]) {
			for (const { id } of created()) service.store.customers.delete(id);
			atRequest(50, () => service.expireAccessTokens());
			const { outputs, errors } = await rest.run(workflows.oAuth2.id, 'Start');
			vi.restoreAllMocks();
			expect(errors).toEqual({});
			expect(outputs.Create?.[0]).toHaveLength(COUNT);
			const names = created().map(({ lastName }) => lastName);
			expect(names.sort()).toEqual(items.map(({ lastName }) => lastName).sort());
			expect(refreshes().map(({ ok }) => ok)).toEqual(Array(round).fill(true));
		}
	});

	it('a withdrawn access is not asked for again and again', async () => {
		const { service, rest } = stack();
		const before = refreshes().length;
		service.expireAccessTokens();
		await service.revokeGrants();
		const { errors } = await rest.run(workflows.oAuth2.id, 'Start');
		expect(errors.Create?.message).toContain(
			'the authorization server did not renew the access token',
		);
		expect(refreshes()).toHaveLength(before + 1);
	});

	it('a signed event starts one execution, a forged or a repeated one none', async () => {
		const body = JSON.stringify({ event: 'project.created', data: { project: { id: 'x' } } });
		const send = async (secret: string) => {
			const answer = await fetch(webhookUrl(stack().n8n.url, HOOK), {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					'service-signature': signatureOf(body, secret),
				},
				body,
			});
			await answer.text();
			return answer.status;
		};
		expect(await send('whsec_forged_0123456789')).toBe(401);
		expect(await send(SECRET)).toBe(200);
		expect(await send(SECRET)).toBe(200);
		const [{ outputs }] = await stack().executions(workflows.webhook.id, 1);
		expect(outputs.Trigger?.[0]?.[0]?.json).toMatchObject({ project: { id: 'x' } });
		await sleep(500);
		expect(await stack().rest.executionIds(workflows.webhook.id)).toHaveLength(1);
	});

	it('the polling trigger reports each change once', async () => {
		const watch = new PollingWatch(stack(), workflows.polling.id);
		const made = new Changes(stack().service);
		await watch.publish();
		await watch.polls(1);
		made.ofEachKind();
		await watch.reported(made.eventIds);
		await watch.polls(2);
		const eventIds = watch.events().map(({ eventId }) => eventId);
		expect(eventIds.sort()).toEqual([...made.eventIds].sort());
	});

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
