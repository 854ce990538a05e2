// Judges http/aboutPath.ts and http/verdicts.ts in the whole node.
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { PollBench } from '../harness/n8n/pollBench.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, apiKeyCredential } from '../harness/service/service.mts';

// What proves that a record is not there, and what does not: http/aboutPath.ts, http/verdicts.ts, reading/ifNotFound.ts.

const { service, run } = useScenario();
const emptyItem = { options: { ifNotFound: 'emptyItem' } };

it('a 404 in the service’s own form means that there is no such record, also beside its path', async () => {
	const body = { message: 'Project not found', path: pathOf('getProject', UNKNOWN_ID) };
	service().faults.add({ status: 404, body });
	const get = { operation: 'get', projectId: byId(UNKNOWN_ID) };
	expect((await run({ ...get, ...emptyItem })).json).toEqual([{}]);
	expect((await run(get)).error?.description).toBe(
		'Check the ID. The record may have been deleted, or it may belong to a different company.',
	);
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

const inCompany = { additionalFields: { companyId: UNKNOWN_ID } };

/** Every operation, with the options that make something of a missing record. */
const operations: Array<[string, object]> = [
	['account: get', { resource: 'account', operation: 'get' }],
	['document: getAll', { resource: 'document', operation: 'getAll' }],
	...subjects.flatMap((resource): Array<[string, object]> => {
		const get = { resource, operation: 'get', ...emptyItem };
		const one = locatorOf(resource, UNKNOWN_ID);
		const remove = { resource, operation: 'delete', ...one, options: { ifNotFound: 'goOn' } };
		return [
			[`${resource}: get`, { ...get, ...one }],
			[`${resource}: get by human ID`, { ...get, ...locatorOf(resource, 'X-1') }],
			[`${resource}: getAll`, { resource, operation: 'getAll', returnAll: true }],
			[`${resource}: create`, create(resource, inCompany)],
			[`${resource}: update`, update(resource, UNKNOWN_ID)],
			[`${resource}: delete`, remove],
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

	it.each(operations)('%s, where an application answers with its page', async (_, parameters) => {
		service().faults.add({ status: 200, gateway: true });
		const { error, json } = await run(parameters);
		expect(error?.message).toMatch(
			/^Could not .*: the answer was not JSON(\. The (record|change) may |$)/,
		);
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(json).toEqual([]);
	});
});
