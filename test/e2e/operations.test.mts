import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resources } from '../../nodes/EnergyProjects/actions/resources.ts';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import { packageFolder } from '../../sandbox/n8n/nodePackage.mts';
import { OWN_CONNECTION } from '../../sandbox/service/delivery.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { byId, recordsOf } from '../shared.mts';
import { requestWorkflow, chainWorkflow } from './harness/workflows.mts';
import { connectOAuth2 } from './harness/oauth2.mts';
import { useStack } from './harness/stack.mts';
import { isBefore, versionAskedFor } from './harness/versions.mts';

const customerId = byId("={{ $('Create customer').item.json.id }}");
const projectId = byId("={{ $('Create project').item.json.id }}");
const projectUpdateFields = { installationDate: '2026-12-24' };
const customer = { resource: 'customer' };
const names = { firstName: 'Ada', lastName: 'Lovelace' };
const ada = { ...names, customerAddress: { value: { city: 'Kiel' } } };

/** What is created is read, listed and deleted by what came out of an earlier node. */
const steps = [
	{ name: 'Create customer', parameters: { ...customer, operation: 'create', ...ada } },
	{ name: 'Get customer', parameters: { ...customer, operation: 'get', customerId } },
	{
		name: 'Create project',
		parameters: {
			...{ operation: 'create', name: 'Haus Lovelace', output: 'raw' },
			projectFields: { customerId, heatedLivingAreaM2: 120, buildingAge: 'from1969To1978' },
		},
	},
	{ name: 'Update project', parameters: { operation: 'update', projectId, projectUpdateFields } },
	{ name: 'List projects', parameters: { operation: 'getAll', filters: { customerId } } },
	{ name: 'Delete project', parameters: { operation: 'delete', projectId } },
	{ name: 'Delete customer', parameters: { ...customer, operation: 'delete', customerId } },
];

const stack = useStack({
	workflows: [
		chainWorkflow('AllByApiKey00001', [{}], steps, 'apiKey'),
		chainWorkflow('AllByOAuth200001', [{}], steps, 'oAuth2'),
	],
});

async function expectAllOperations(workflowId: string): Promise<void> {
	const { outputs, errors, status } = await stack().rest.run(workflowId, 'Start');
	expect(errors).toEqual({});
	expect(status).toBe('success');
	const first = (name: string) => outputs[name]?.[0]?.[0]?.json;
	expect(first('Get customer')).toMatchObject({ firstName: 'Ada', city: 'Kiel' });
	expect(first('Create project')).toMatchObject({ companyId: stack().service.company.id });
	expect(first('Update project')).toMatchObject({ installationDate: '2026-12-24' });
	expect(outputs['List projects']?.[0]?.map(({ json }) => json.name)).toEqual(['Haus Lovelace']);
	expect(first('Delete project')).toMatchObject({ deleted: true });
	expect(first('Delete customer')).toMatchObject({ deleted: true });
}

describe('before the first execution', () => {
	it('the package has loaded, and n8n has nothing to say about it', async () => {
		const answer = await stack().rest.raw('GET', '/types/nodes.json');
		const types = (await answer.json()) as Array<{ name: string }>;
		const names = types.map(({ name }) => name).filter((name) => name.includes('energy-projects'));
		const ours = ['', 'PollingTrigger', 'Trigger'].map((end) => `energyProjects${end}`);
		expect(names).toEqual(
			expect.arrayContaining(ours.map((name) => `n8n-nodes-energy-projects.${name}`)),
		);
		// What AI agents can use is the action node alone.
		expect(names.filter((name) => name.endsWith('Tool'))).toHaveLength(1);
		const [starting = ''] = stack().n8n.output().split('Editor is now accessible');
		const lines = starting.split('\n');
		expect(lines.filter((line) => /nodes-energy|energyProjects/.test(line))).toEqual([]);
	});

	it('n8n offers the editor the fields of every operation, and of the triggers', async () => {
		const { n8n, options } = stack();
		const folder = 'dist/nodes/EnergyProjects/__schema__/v1.0.0';
		const schemas = join(packageFolder(options.userFolder), folder);
		const operations = readdirSync(schemas).flatMap((resource) =>
			readdirSync(join(schemas, resource)).map((file) => `${resource}/${file}`),
		);
		const wanted = resources.flatMap(({ value, operations }) =>
			operations.map((one) => `${value}/${one.value}.json`),
		);
		expect(operations.sort()).toEqual(wanted.sort());
		const type = 'n8n-nodes-energy-projects.energyProjects';
		const offered = async (path: string): Promise<unknown> =>
			await (await fetch(`${n8n.url}/schemas/${type}${path}`, { headers: OWN_CONNECTION })).json();
		for (const operation of operations) {
			const schema = readFileSync(join(schemas, operation), 'utf8');
			expect(await offered(`/1.0.0/${operation}`)).toEqual(JSON.parse(schema));
		}
		const properties = { event: { type: 'string' }, project: { type: 'object' } };
		for (const trigger of ['Trigger/1.0.0', 'Trigger/2.0.0', 'PollingTrigger/1.0.0'])
			expect(await offered(`${trigger}.json`), trigger).toMatchObject({ properties });
	});
});

describe('the operations in a real n8n', () => {
	it('work with an API key', async () => {
		await expectAllOperations('AllByApiKey00001');
		const { requests, company } = stack().service;
		expect(requests.every(({ headers }) => headers['x-api-key'] === company.apiKey)).toBe(true);
	});

	// OAuth2 is for 2.30 and newer: n8n 2.0 does not renew the token.
	const isOld = isBefore(versionAskedFor(), '2.30.0');
	it.skipIf(isOld)('work with OAuth2, with a token that expires on the way', async () => {
		const { service, rest } = stack();
		await connectOAuth2(rest, credentialIds.oAuth2, service.login);
		service.requests.splice(0);
		service.expireAccessTokens();
		await expectAllOperations('AllByOAuth200001');
		const tokens = service.tokenRequests.map(
			(one) => `${one.grantType} ${one.authMethod} ${one.ok}`,
		);
		expect(tokens).toEqual(['authorization_code body true', 'refresh_token body true']);
		expect(service.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true);
	});

	it('leave the rest to the HTTP Request node, which sends with the same credential', async () => {
		const { service, rest } = stack();
		const url = `${service.baseUrl}${pathOf('listProjects')}`;
		const credential = { type: 'energyProjectsApi', id: credentialIds.apiKey };
		const request = requestWorkflow('CustomApiCall001', url, credential);
		// n8n 2.0 gives it an ID of its own.
		const { id } = await rest.call<{ id: string }>('POST', '/rest/workflows', request);
		const { outputs, errors } = await rest.run(id, 'Start');
		expect(errors).toEqual({});
		const open = recordsOf(service, 'project').filter(({ status }) => status === 'inProgress');
		const counted = outputs['Count projects']?.[0]?.[0]?.json.metadata;
		expect(counted).toMatchObject({ total: String(open.length) });
	});
});

it('n8n’s test of a credential asks the service about a key, and checks the form of a signing secret', async () => {
	const statusOf = async (type: string, data: object) => {
		const { rest } = stack();
		// n8n 2.0 tests only what is saved.
		const { id } = await rest.credential(type, data);
		const credentials = { id, name: type, type, data };
		return (await rest.call('POST', '/rest/credentials/test', { credentials })).status;
	};
	const { baseUrl, company } = stack().service;
	for (const [apiKey, status] of Object.entries({ [company.apiKey]: 'OK', wrong: 'Error' })) {
		expect(await statusOf('energyProjectsApi', { baseUrl, apiKey })).toBe(status);
	}
	const secrets = { whsec_0123456789abcdef: 'OK', 'too short': 'Error' };
	for (const [signingSecret, status] of Object.entries(secrets)) {
		expect(await statusOf('energyProjectsWebhookApi', { signingSecret })).toBe(status);
	}
});
