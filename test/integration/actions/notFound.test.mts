import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { PollBench } from '../harness/n8n/pollBench.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, apiKeyCredential } from '../harness/service/service.mts';

const { service, run } = useScenario();

const page = '<!doctype html><html><head><title>404 Not Found</title></head></html>';
const json = { 'content-type': 'application/json' };
/** Answers with 404 that are not in the service's own form. */
const foreign: Array<[string, Fault]> = [
	['a web page', { body: page, headers: { 'content-type': 'text/html' } }],
	['a long web page', { body: `${page}${'x'.repeat(1_000_000)}`, headers: json }],
	['a JSON array', { body: [{ message: 'Project not found' }] }],
	['an object about a route', { body: { statusCode: 404, message: 'Cannot GET /api/v1/x' } }],
];

it.each(foreign)('a 404 with %s says nothing about a record', async (_, answer) => {
	service().faults.add({ status: 404, ...answer });
	for (const resource of subjects) {
		const get = { resource, operation: 'get', ...locatorOf(resource, UNKNOWN_ID) };
		const { error } = await run({ ...get, options: { ifNotFound: 'emptyItem' } });
		expect(error?.message).toContain(`Could not get ${resource} ${UNKNOWN_ID} (404)`);
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(error?.description).not.toContain('Check the ID');
		expect(error?.description?.length).toBeLessThan(1_000);
		expect(error?.message.length).toBeLessThan(1_000);
	}
});

describe('a 404 in the service’s own form', () => {
	it.each([
		['with a message', { statusCode: 404, message: 'Project not found' }],
		[
			'with a message and the path',
			{ message: 'Project not found', path: pathOf('getProject', UNKNOWN_ID) },
		],
		['with items', { items: [] }],
	])('means that there is no such record: an object %s', async (_, body) => {
		service().faults.add({ status: 404, body });
		const options = { ifNotFound: 'emptyItem' };
		const get = { operation: 'get', projectId: byId(UNKNOWN_ID), options };
		expect((await run(get)).json).toEqual([{}]);
		const { error } = await run({ ...get, options: {} });
		expect(error?.description).toBe(
			'Check the ID. The record may have been deleted, or it may belong to a different company.',
		);
	});
});

describe('a service that answers 410 for a record that is gone', () => {
	const scenario = useScenario({ differences: { gone: 410 } });

	it.each([
		['get', 'emptyItem', {}],
		['delete', 'goOn', { deleted: false, id: UNKNOWN_ID }],
	])('%s: there is no such record', async (operation, ifNotFound, output) => {
		const parameters = { operation, projectId: byId(UNKNOWN_ID) };
		const { json } = await scenario.run({ ...parameters, options: { ifNotFound } });
		expect(json).toMatchObject([output]);
		const { error } = await scenario.run(parameters);
		expect(error?.context?.kind).toBe('notFound');
		expect(error?.description).toContain('The record existed once');
	});

	it('polling reports a deletion', async () => {
		const polls = new PollBench({
			parameters: { events: ['project.deleted'] },
			credentials: apiKeyCredential(scenario.service()),
		});
		const [{ id }] = [1, 2].map(() => addProject(scenario.service()));
		await polls.activate();
		scenario.service().store.delete('project', id);
		expect((await polls.poll()).events).toEqual([`project.deleted ${id}`]);
	});
});

describe('a 404 at an address without an ID: no record is meant, so the path may be wrong', () => {
	const assumed = (place: string) =>
		`If it is correct, the service may use a different path: ${place} is assumed, because the service's documentation does not show it. Ask its operator for the right one, and report it to the authors of this package.`;
	const account = { resource: 'account', operation: 'get' };
	const cases: Array<[string, object, string]> = [
		['read the account', account, assumed(`GET ${pathOf('getAccount')}`)],
		['list projects', { resource: 'project', operation: 'getAll' }, ''],
	];

	it.each(cases)('%s', async (operation, parameters, sentence) => {
		const baseUrlAdvice =
			'Check the Base URL in the credential: it must be the address of the service itself.';
		for (const body of [{ message: 'Cannot do that' }, page]) {
			service().faults.clear();
			service().faults.add({ status: 404, body });
			const { error } = await run(parameters);
			expect(error?.message).toContain(`Could not ${operation} (404)`);
			expect(error?.description).toBe([baseUrlAdvice, sentence].filter(Boolean).join(' '));
		}
	});
});

const emptyItem = { options: { ifNotFound: 'emptyItem' } };
const inCompany = { additionalFields: { companyId: UNKNOWN_ID } };

/** Every operation, with the options that make something of a missing record. */
const operations: Array<[string, object]> = [
	['account: get', { resource: 'account', operation: 'get' }],
	['document: getAll', { resource: 'document', operation: 'getAll' }],
	...subjects.flatMap((resource): Array<[string, object]> => {
		const get = { resource, operation: 'get', ...emptyItem };
		return [
			[`${resource}: get`, { ...get, ...locatorOf(resource, UNKNOWN_ID) }],
			[`${resource}: get by human ID`, { ...get, ...locatorOf(resource, 'X-1') }],
			[`${resource}: getAll`, { resource, operation: 'getAll', returnAll: true }],
			[`${resource}: create`, create(resource, inCompany)],
			[`${resource}: update`, update(resource, UNKNOWN_ID)],
			[
				`${resource}: delete`,
				{ resource, operation: 'delete', ...locatorOf(resource, UNKNOWN_ID) },
			],
			[`${resource}: upsert`, upsert(resource, inCompany)],
		];
	}),
];

describe('a Base URL at which something else answers: every item fails and points to the Base URL', () => {
	it.each(operations)('%s, where a gateway knows no such address', async (_, parameters) => {
		for (const resource of subjects) addRecord[resource](service());
		const baseUrl = `${service().baseUrl}/app`;
		const { error, json } = await run(parameters, {
			credentials: apiKeyCredential(service(), { baseUrl }),
		});
		expect(error?.message).toMatch(/^Could not .* \(404\): 404 Not Found$/);
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(error?.description).not.toContain('Check the ID');
		expect(json).toEqual([]);
		for (const resource of subjects) expect(recordsOf(service(), resource)).toHaveLength(1);
	});

	it.each(operations)(
		'%s, where an application answers everything with its page',
		async (_, parameters) => {
			service().faults.add({ status: 200, gateway: true });
			const { error, json } = await run(parameters);
			expect(error?.message).toMatch(
				/^Could not .*: the answer was not JSON(\. The (record|change) may |$)/,
			);
			expect(error?.description).toContain('Check the Base URL in the credential');
			expect(json).toEqual([]);
		},
	);
});

it('a 410 about a route says nothing about a record', async () => {
	service().faults.add({ status: 410, body: { message: 'Cannot GET /api/v1/x' } });
	const { error } = await run({ operation: 'get', projectId: byId(UNKNOWN_ID) });
	expect(error?.description).toContain('Check the Base URL in the credential');
	expect(error?.description).not.toContain('existed once');
});
