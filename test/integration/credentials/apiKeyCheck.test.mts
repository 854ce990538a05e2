import { freePort } from '../../../sandbox/ports.mts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EnergyProjectsApi } from '../../../credentials/EnergyProjectsApi.credentials.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { apiPrefix } from '../../../sandbox/service/description.mts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { testApiKey } from '../harness/n8n/engine.mts';
import { runNode } from '../harness/n8n/engine.mts';
import { useService } from '../harness/service/service.mts';
import { startTlsFront } from '../harness/service/tlsService.mts';
import { says } from '../../documents.mts';

const service = useService();
const { path } = projectResource.endpoints.getAll;
const OK = { status: 'OK', message: 'Connection successful!' };
const test = async (more: object = {}) =>
	await testApiKey({ baseUrl: service().baseUrl, apiKey: service().company.apiKey, ...more });

beforeEach(() => {
	service().faults.clear();
	service().requests.splice(0);
});

describe('the test of the API key', () => {
	it('of a key the service does not know says what to do', async () => {
		expect(await test({ apiKey: 'wrong-key' })).toEqual({
			status: 'Error',
			message:
				"Could not list projects (401): Unauthorized. Copy the whole API Key again from the service's application into the credential. If that does not help, check the Base URL.",
		});
	});

	const noKey = /^The API Key is empty, or contains characters that no key has/;
	const noAddress =
		/^The Base URL is not a web address\. Enter the address of the service as Base URL, such as https:/;
	it.each<[object, RegExp]>([
		...['short', ' 12345 '].map((apiKey): [object, RegExp] => [{ apiKey }, /fewer than 6 charact/]),
		...['', '  \n', '•••••••••', 'key\nkey'].map((apiKey): [object, RegExp] => [{ apiKey }, noKey]),
		[{ baseUrl: '   ' }, noAddress],
		[{ baseUrl: 'https://api.example.com?key=1' }, noAddress],
	])('of %j says what is wrong, and nothing is sent', async (given, words) => {
		const { status, message } = await test(given);
		expect([status, message]).toEqual(['Error', expect.stringMatching(words)]);
		expect(service().requests).toEqual([]);
	});

	it.each([
		[302, 'Enter the final address as Base URL'],
		[404, 'Check the Base URL in the credential'],
		[499, 'Check the Base URL and the API Key'],
	])('answered with %i says in words what to do', async (status, advice) => {
		const headers = { location: `${service().baseUrl}/elsewhere` };
		service().faults.add({ path, status, headers, body: { message: 'Not today' } });
		const { status: result, message } = await test();
		expect(result).toBe('Error');
		expect(message).toMatch(/^Could not list projects \(\d{3}\): Not today\. [A-Z]/);
		expect(message).toContain(advice);
		expect(message).not.toMatch(/this (item|workflow)/);
		// No redirect is followed: it would carry the key elsewhere.
		expect(service().requests).toHaveLength(1);
	});

	it('does not take a web page for the service', async () => {
		service().faults.add({ path, status: 200, body: '<!doctype html><title>Log in</title>' });
		const { status, message } = await test();
		expect(status).toBe('Error');
		expect(message).toMatch(/^Could not list projects: the answer was not .*Check the Base URL/);
	});

	it('of an address with another version says so', async () => {
		const { message } = await test({ baseUrl: `${service().baseUrl}/api/v2/ ` });
		expect(message).toMatch(/ends with \/api\/v2, but this package uses \/api\/v1\. Leave that/);
		expect(await test({ baseUrl: `${service().baseUrl}/api/v1/` })).toEqual(OK);
	});

	it('reaches an address without https://, and so does the node', async () => {
		says('docs/credentials.md', 'n8n tests the key by reading the list of projects');
		const { company, requests } = service();
		const { url, close } = await startTlsFront(service().baseUrl);
		onTestFinished(close);
		const host = url.slice('https://'.length);
		for (const baseUrl of [host, ` ${host}${apiPrefix}/ `]) {
			const credential = { apiKey: company.apiKey, ignoreSSLIssues: true, baseUrl };
			expect(await test(credential), baseUrl).toEqual(OK);
			const { json } = await runNode({
				parameters: { resource: 'project', operation: 'getAll', limit: 1 },
				credentials: { energyProjectsApi: credential },
			});
			expect(json, baseUrl).toMatchObject([{ id: expect.any(String) as unknown }]);
		}
		expect(requests.map((one) => one.path.split('?')[0])).toEqual(Array(4).fill(path));
	});

	it('asks for one project, so that it is quick', async () => {
		await test();
		expect(service().requests.map(({ path: asked }) => asked)).toEqual([`${path}?limit=1`]);
	});
});

describe('if no answer comes, the test of the API key says why and what to do', () => {
	it('since nobody listens there', async () => {
		expect(await test({ baseUrl: `http://127.0.0.1:${await freePort()}` })).toEqual({
			status: 'Error',
			message:
				'Could not list projects: the service could not be reached (ECONNREFUSED). The service may be off for a while: try again later. Otherwise check the Base URL in the credential, and whether n8n can reach that address.',
		});
	});

	it('since the service does not answer in time', async () => {
		service().faults.add({ path, delayMs: 500 });
		const soon = AbortSignal.timeout.bind(AbortSignal, 50);
		const timeLimit = vi.spyOn(AbortSignal, 'timeout');
		timeLimit.mockImplementation(soon);
		onTestFinished(() => timeLimit.mockRestore());
		expect((await test()).message).toBe(
			'Could not list projects: the service did not answer within 20 seconds. Try again later. If this node has the option "Timeout", you can raise it.',
		);
		expect(timeLimit).toHaveBeenCalledWith(20_000);
	});
});

it('no message of the test shows the API key, even if the service repeats it', async () => {
	const { apiKey } = service().company;
	service().faults.add({ path, status: 400, body: { message: `Key ${apiKey}` } });
	expect((await test()).message).toContain('(400): Key ***');
});

describe('n8n finds the test of the API key', () => {
	it('in no rules of the credential, which would come first', () => {
		expect(new EnergyProjectsApi()).not.toHaveProperty('test');
	});

	it.each([new EnergyProjects(), new EnergyProjectsPollingTrigger(), new EnergyProjectsTrigger()])(
		'in the node $description.displayName, whichever it asks first',
		({ description, methods }) => {
			const used = description.credentials?.find(({ name }) => name === 'energyProjectsApi');
			expect(used?.testedBy).toBe('apiKeyCheck');
			expect(methods.credentialTest.apiKeyCheck).toBeTypeOf('function');
		},
	);
});
