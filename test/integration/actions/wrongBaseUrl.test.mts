import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, apiKeyCredential } from '../harness/service/service.mts';

const { service, run } = useScenario();

const names = { name: 'Haus', firstName: 'Ada', lastName: 'Weber' };
const companyId = UNKNOWN_ID;
const emptyItem = { options: { ifNotFound: 'emptyItem' } };

/** Every operation, with the options that make something of a missing record. */
const operations: Array<[string, object]> = [
	['account: get', { resource: 'account', operation: 'get' }],
	['document: getAll', { resource: 'document', operation: 'getAll' }],
	...subjects.flatMap((resource): Array<[string, object]> => {
		const one = { resource, [`${resource}Id`]: byId(UNKNOWN_ID) };
		const change = resource === 'project' ? { isLead: true } : { isCompany: true };
		const upsert = { resource, operation: 'upsert', ...names, additionalFields: { companyId } };
		const byName =
			resource === 'project'
				? { matchOn: 'name', matchValue: 'Haus' }
				: { matchOn: 'email', matchValue: 'ada@mail.example' };
		return [
			[`${resource}: get`, { ...one, operation: 'get', ...emptyItem }],
			[
				`${resource}: get by human ID`,
				{ ...one, [`${resource}Id`]: byId('X-1'), operation: 'get', ...emptyItem },
			],
			[`${resource}: getAll`, { resource, operation: 'getAll', returnAll: true }],
			[
				`${resource}: create`,
				{ resource, operation: 'create', ...names, additionalFields: { companyId } },
			],
			[`${resource}: update`, { ...one, operation: 'update', updateFields: change }],
			[`${resource}: delete`, { ...one, operation: 'delete' }],
			[`${resource}: upsert by name`, { ...upsert, ...byName }],
		];
	}),
];

describe('a Base URL at which something else answers: every item fails and points to the Base URL', () => {
	const cases = operations.map(([name, parameters]) => [name, parameters] as const);

	it.each(cases)('%s, where a gateway knows no such address', async (_, parameters) => {
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

	it.each(cases)(
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
