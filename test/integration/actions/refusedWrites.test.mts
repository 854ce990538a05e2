import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, requestsWith, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();

const onWrite = (method: string, body: unknown, more: Fault = {}) =>
	service().faults.add({ method, status: 200, body, ...more });

/** Answers that say that a write failed although their status says that it succeeded, and the words that are shown. */
const refusals: Array<[string, unknown, string]> = [
	['success: false and an error', { success: false, error: 'nothing saved' }, ': nothing saved'],
	[
		'success: false and a record',
		{ success: false, id: UNKNOWN_ID, name: 'Haus' },
		', but did not say which one',
	],
	['an error', { error: 'nothing saved' }, ': nothing saved'],
	['an error with a message', { error: { code: 7, message: 'nothing saved' } }, ': nothing saved'],
	['errors by field', { errors: { name: ['is taken'] } }, ': name: is taken'],
];
const names = { name: 'Haus', firstName: 'Ada', lastName: 'Weber' };

const change = { project: { isLead: true }, customer: { isCompany: true } };

describe.each(refusals)('a write that is answered 200 with %s has failed:', (_, body, text) => {
	const problem = `the service answered with an error${text}`;
	const advice = 'Check the values of this item against what the service says.';

	it.each(subjects)(
		'every write of a %s; nothing is read and shown as written',
		async (resource) => {
			const { id } = addRecord[resource](service());
			for (const method of ['POST', 'PATCH', 'DELETE']) onWrite(method, body);
			const one = { resource, [`${resource}Id`]: byId(id), updateFields: change[resource] };
			const matched =
				resource === 'project' ? { matchOn: 'name', matchValue: 'New' } : { matchValue: 'n@b.de' };
			const writing: Array<[object, string]> = [
				[{ ...one, operation: 'update' }, `update ${resource} ${id}`],
				[
					{ ...one, operation: 'update', options: { skipUnchanged: true } },
					`update ${resource} ${id}`,
				],
				[{ ...one, operation: 'delete' }, `delete ${resource} ${id}`],
				[{ resource, operation: 'create', ...names }, `create a ${resource}`],
				[{ resource, operation: 'upsert', ...names, ...matched }, `create a ${resource}`],
			];
			for (const [parameters, what] of writing) {
				const { error, json, hints } = await run(parameters);
				expect(error?.message).toContain(`Could not ${what}: ${problem}`);
				expect(error?.message.length).toBeLessThan(1_000);
				expect(error?.description).toContain(advice);
				expect([json, hints]).toEqual([[], []]);
			}
			expect(writes(service())).toHaveLength(writing.length);
		},
	);
});

describe('a write that is answered 200 with what is no error is done', () => {
	it.each<[string, unknown]>([
		['error: null', { error: null }],
		['no errors', { errors: [] }],
		['success: true', { success: true }],
		['a wrapped record', { data: { id: UNKNOWN_ID } }],
	])('(%s): an update reads the record once', async (_, body) => {
		const { id } = addProject(service(), { name: 'Haus Weber' });
		onWrite('PATCH', body, {
			afterHandling: true,
			headers: { 'content-type': 'application/json' },
		});
		const update = { operation: 'update', projectId: byId(id), updateFields: { isLead: true } };
		const { json, hints } = await run(update);
		expect(json).toMatchObject([{ id, name: 'Haus Weber', isLead: true }]);
		expect(requestsWith(service(), 'GET')).toHaveLength(1);
		expect(hints).toEqual([]);
	});
});
