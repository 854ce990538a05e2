import fastify from 'fastify';
import getPort from 'get-port';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { listenOn } from '../../../sandbox/service/listen.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import type { NodeResult } from '../harness/n8n/engine.mts';
import { required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject } from '../harness/service/records.mts';
import { apiKeyCredential, oAuth2Credential } from '../harness/service/service.mts';

const { service, run } = useScenario();
const once = { maxRetries: 0 };

/** A machine that is not the service: keeps who came by. */
const visitors: unknown[] = [];
const elsewhere = fastify().all('/*', ({ headers }) => {
	visitors.push(headers);
	return {};
});
let elsewhereUrl = '';

beforeAll(async () => {
	elsewhereUrl = await listenOn(elsewhere, 0);
});
afterAll(async () => await elsewhere.close());
beforeEach(() => void visitors.splice(0));

/** Reads a good project, then one that the fault hits. */
async function readTwo(fault: Fault, more: Parameters<typeof run>[1] = {}, options: object = once) {
	const good = addProject(service());
	const bad = addProject(service());
	service().faults.add({ path: pathOf('getProject', bad.id), ...fault });
	const result = await run(
		{ operation: 'get', projectId: byId('={{ $json.id }}'), options },
		{ items: [{ id: good.id }, { id: bad.id }], ...more },
	);
	return { good, bad, result };
}

function expectError({ error }: NodeResult, message: string | RegExp, description: string) {
	expect(error?.name).toBe('NodeApiError');
	expect(error?.message).toMatch(message);
	expect(error?.description).toContain(description);
	expect(error?.context).toMatchObject({ itemIndex: 1 });
}

describe('an answer that says no', () => {
	it.each([
		[401, 'This key is not known', 'enter the API key again, or reconnect the account'],
		[403, 'Not your company', 'Use a credential that is'],
		[404, 'Project not found', 'Check the ID'],
		[405, 'No such method', 'Check the Base URL'],
		[409, 'Changed by somebody else', 'Read it again'],
		[422, 'The name is too long', 'Check the values of this item'],
		[429, 'Too many requests', 'Run it less often'],
		[500, 'Out of order', 'Try again later'],
		[503, 'Down for maintenance', 'Try again later'],
	])('%i: the service’s own words, the item, and what to do', async (status, text, advice) => {
		const { bad, result } = await readTwo({ status, body: { statusCode: status, message: text } });
		expectError(result, `Could not get project ${bad.id} (${status}): ${text}`, advice);
		expect(result.error?.httpCode).toBe(String(status));
	});

	it.each([
		['a text', { message: 'Too long' }, 'Too long'],
		['several texts', { message: ['Too long', 'Too blue'] }, 'Too long; Too blue'],
		['error', { error: 'Too long' }, 'Too long'],
		['error.message', { error: { message: 'Too long' } }, 'Too long'],
		['errors', { errors: [{ field: 'name', message: 'too long' }] }, 'name too long'],
		['detail', { title: 'Refused', detail: 'Too long' }, 'Too long'],
		['title', { title: 'Refused' }, 'Refused'],
		['plain text', 'Too long', 'Too long'],
		['a proxy’s page', '<!doctype html><title>Bad gateway</title><p>x', 'Bad gateway'],
	])('finds the service’s words in an error body with %s', async (_, body, words) => {
		const { bad, result } = await readTwo({ status: 400, body });
		expect(result.error?.message).toBe(`Could not get project ${bad.id} (400): ${words}`);
	});
});

describe('no answer, or one that is of no use', () => {
	it('a refused connection', async () => {
		const baseUrl = `http://127.0.0.1:${await getPort()}`;
		const result = await run(
			{ resource: 'account', operation: 'get', options: once },
			{ credentials: apiKeyCredential(service(), { baseUrl }) },
		);
		expect(result.error?.message).toMatch(/could not be reached \(ECONNREFUSED\)/);
		expect(result.error?.description).toContain('Check the Base URL in the credential');
		expect(result.error?.context).toMatchObject({ itemIndex: 0 });
	});

	it('an answer that takes longer than the timeout', async () => {
		const { result } = await readTwo({ delayMs: 1_500 }, {}, { ...once, timeout: 1 });
		expectError(
			result,
			'did not answer within 1 seconds',
			'the option "Timeout", you can raise it',
		);
	});

	it.each<[string, Fault]>([
		['before the answer', { reset: true }],
		['in the middle of the answer', { cut: true }],
	])('a connection that breaks off %s', async (_, fault) => {
		const { result } = await readTwo(fault);
		expectError(result, 'the connection to the service was lost', 'Try again');
	});

	it('a redirect: not followed, so the key goes nowhere else', async () => {
		const location = `${elsewhereUrl}${pathOf('getProject', '1')}`;
		const { bad, result } = await readTwo({ status: 302, headers: { location }, body: {} });
		expectError(
			result,
			`Could not get project ${bad.id} (302)`,
			'Enter the final address as Base URL',
		);
		expect(visitors).toEqual([]);
	});

	it.each([
		['a page instead of JSON', '<html><p>Welcome</p>', 'text/html', 'the answer was not JSON'],
		['broken JSON', '{"id": ', 'application/json', 'the answer was not JSON'],
		['nothing', '', 'application/json', 'the answer was empty'],
		['a list instead of a record', '[]', 'application/json', 'not a record with an ID, but a list'],
	])('status 200 with %s', async (_, body, type, problem) => {
		const { result } = await readTwo({ status: 200, headers: { 'content-type': type }, body });
		expectError(result, problem, 'Check the Base URL in the credential');
	});
});

describe('On Error', () => {
	const refused: Fault = { status: 422, body: { message: 'The name is too long' } };
	const textOf = ({ id }: { id: string }) =>
		`Could not get project ${id} (422): The name is too long`;
	const withAdvice = (record: { id: string }) =>
		`${textOf(record)}. Check the values of this item against what the service says.`;

	const items = Array.from({ length: 40 }, (_, number) => ({ name: `Name ${number}` }));

	/** Of every item another one, about the same record. */
	const changes = {
		project: { name: '={{ $json.name }}' },
		customer: { lastName: '={{ $json.name }}' },
	};
	it.each<[string, string, object]>(
		subjects.flatMap(
			(resource): Array<[string, string, object]> => [
				['reading', resource, { operation: 'get' }],
				['creating', resource, { operation: 'create', ...required[resource] }],
				['deleting', resource, { operation: 'delete' }],
				['updating', resource, { operation: 'update', updateFields: changes[resource] }],
				[
					'updating where it differs',
					resource,
					{
						operation: 'update',
						updateFields: changes[resource],
						options: { skipUnchanged: true },
					},
				],
			],
		),
	)('Stop: nothing new is sent after the first failure of %s a %s', async (_, resource, own) => {
		const companyId = service().company.id;
		service().faults.add({ status: 403, body: { message: 'No' }, times: 1 });
		const parameters = { resource, ...locatorOf(resource, UNKNOWN_ID), ...own };
		const { error } = await run({ ...parameters, additionalFields: { companyId } }, { items });
		expect(error?.message).toContain('(403): No');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toHaveLength(1);
	});

	it('Stop: nothing new is sent after the first failure, with OAuth2 either', async () => {
		const credentials = await oAuth2Credential(service());
		service().faults.add({ status: 422, body: { message: 'No' }, times: 1 });
		const create = { authentication: 'oAuth2', operation: 'create', name: 'Haus' };
		const additionalFields = { companyId: service().company.id };
		const { error } = await run({ ...create, additionalFields }, { items, credentials });
		expect(error?.message).toContain('(422): No');
		expect(service().requests).toHaveLength(1);
	});

	it('Stop: of requests under way, those that come after the first failure are not repeated', async () => {
		const first = addProject(service());
		const others = Array.from({ length: 9 }, () => addProject(service()));
		service().faults.add({ path: pathOf('getProject', others[0].id), delayMs: 50, status: 403 });
		for (const { id } of others)
			service().faults.add({ path: pathOf('getProject', id), delayMs: 100, status: 500 });
		const { error } = await run(
			{ operation: 'get', projectId: byId('={{ $json.id }}') },
			{ items: [first, ...others].map(({ id }) => ({ id })) },
		);
		expect(error?.message).toContain('(403)');
		// The first one alone, then five at once.
		expect(service().requests).toHaveLength(6);
	});

	it('Continue: the error stands beside the fields of its item', async () => {
		const { good, bad, result } = await readTwo(refused, { onError: 'continueRegularOutput' });
		expect(result.error).toBeUndefined();
		expect(result.json[0].id).toBe(good.id);
		expect(result.json[1]).toEqual({ id: bad.id, error: withAdvice(bad) });
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('Continue (using error output): the failed item leaves there, linked to its item', async () => {
		const { good, bad, result } = await readTwo(refused, { onError: 'continueErrorOutput' });
		const [succeeded, failed] = result.outputs;
		expect(succeeded.map(({ json }) => json.id)).toEqual([good.id]);
		expect(failed).toHaveLength(1);
		expect(failed[0].json).toEqual({ id: bad.id, error: withAdvice(bad) });
		expect(failed[0].pairedItem).toEqual({ item: 1 });
	});
});

describe('secrets', () => {
	/** Everything there is in the errors of a result: hidden properties, causes and stacks too. */
	const everythingIn = ({ error, outputs }: NodeResult) => {
		const errors = [error, ...outputs.flat()];
		const whole = {
			depth: Infinity,
			showHidden: true,
			maxArrayLength: null,
			maxStringLength: null,
		};
		return `${inspect(errors, whole)} ${JSON.stringify(errors)}`;
	};
	const faults = (secret: string): Array<[string, Fault]> => [
		['words of the service that quote it', { status: 422, body: { message: `Key ${secret}` } }],
		['a 401 that quotes it', { status: 401, body: { error: `Bearer ${secret} is not known` } }],
		['a page that quotes it', { status: 200, body: `<p>${secret}` }],
		['a reset', { reset: true }],
		['a timeout', { delayMs: 1_500 }],
		['a redirect that quotes it', { status: 307, headers: { location: `/?k=${secret}` } }],
	];
	const options = { ...once, timeout: 1 };

	it.each(faults('').map(([name], index) => [name, index] as const))(
		'the API key appears nowhere in the error: %s',
		async (_, index) => {
			const { apiKey } = service().company;
			const [, fault] = faults(apiKey)[index];
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const { result } = await readTwo(fault, { onError }, options);
				const everything = everythingIn(result);
				expect(everything).toContain('Could not get project ');
				expect(everything).not.toContain(apiKey);
			}
		},
	);

	it.each(faults('').map(([name], index) => [name, index] as const))(
		'neither token nor client secret appears in the error: %s',
		async (_, index) => {
			const credentials = await oAuth2Credential(service());
			const { access_token: accessToken, refresh_token: refreshToken } =
				credentials.energyProjectsOAuth2Api.oauthTokenData;
			const [, fault] = faults(`${accessToken} ${refreshToken}`)[index];
			const bad = addProject(service());
			service().faults.add({ path: pathOf('getProject', bad.id), ...fault });
			const result = await run(
				{ authentication: 'oAuth2', operation: 'get', projectId: byId(bad.id), options },
				{ credentials },
			);
			const everything = everythingIn(result);
			expect(everything).toContain('Could not get project ');
			const secrets = [accessToken, refreshToken, service().oAuth2.clientSecret];
			for (const secret of secrets) expect(everything).not.toContain(secret);
		},
	);

	it('a wrong API key is not repeated in the error', async () => {
		const apiKey = 'a-key-of-somebody-else-0001';
		const result = await run(
			{ resource: 'account', operation: 'get' },
			{ credentials: apiKeyCredential(service(), { apiKey }) },
		);
		expect(result.error?.message).toBe('Could not read the account (401): Unauthorized');
		expect(everythingIn(result)).not.toContain(apiKey);
	});
});
