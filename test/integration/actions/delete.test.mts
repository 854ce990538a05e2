import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput' as const;

const page = '<!doctype html><html><head><title>404 Not Found</title></head></html>';
const deleteOf = (resource: string, id: string) => ({
	...{ resource, operation: 'delete', ...locatorOf(resource, id) },
});
const once = (fault: Fault) => service().faults.add({ method: 'DELETE', times: 1, ...fault });

it.each<[string, Fault]>([
	['a web page', { body: page, headers: { 'content-type': 'text/html' } }],
	['an object about a route', { body: { message: 'Route DELETE:/x not found' } }],
])(
	'a deletion that fails, and whose repeat is answered 404 with %s: nothing is known',
	async (_, answer) => {
		const { id } = addRecord.project(service());
		once({ status: 500 });
		once({ status: 404, ...answer });
		const { error, json: output } = await run(deleteOf('project', id));
		expect(error?.message).toContain(`Could not delete project ${id} (404)`);
		expect(error?.message).toContain('The record may or may not have been deleted');
		expect(error?.description).toContain('Check the Base URL in the credential');
		expect(error?.description).not.toContain('Check the ID');
		expect(output).toEqual([]);
		expect(recordsOf(service(), 'project')).toHaveLength(1);
	},
);

describe.each(subjects)('deleting a %s that does not exist', (resource) => {
	const remove = async (options: object, ...values: string[]) => {
		const items = values.map((value) => ({ value }));
		return await run({ ...deleteOf(resource, '={{ $json.value }}'), options }, { items, onError });
	};
	const goOn = { ifNotFound: 'goOn' };
	/** What was entered, and why nothing was deleted. */
	const missing = (id: string) => ({
		...{ deleted: false, id, message: expect.stringContaining(id) as unknown },
	});
	const letter = { project: 'P', customer: 'C' }[resource];

	it('Go On says so with what was entered, by ID and by Human ID, and deletes the others', async () => {
		const [one, two] = [addRecord[resource](service()), addRecord[resource](service())];
		const values = [UNKNOWN_ID, one.id, ` ${letter}-099 `, String(two.humanId), one.id];
		const { json } = await remove(goOn, ...values);
		const message = expect.stringContaining('deleted') as unknown;
		expect(json).toEqual([
			missing(UNKNOWN_ID),
			{ deleted: true, id: one.id, message },
			missing(`${letter}-099`),
			{ deleted: true, id: two.id, message },
			missing(one.id),
		]);
		expect(recordsOf(service(), resource)).toEqual([]);
	});

	it('Go On says the same if it is only checked, and the names of what would be deleted', async () => {
		const { id, humanId, name, firstName, lastName } = addRecord[resource](service());
		const checkOnly = true;
		const { json } = await remove({ ...goOn, checkOnly }, UNKNOWN_ID, `${letter}-099`, id);
		const absent = [UNKNOWN_ID, `${letter}-099`].map((one) => ({ ...missing(one), checkOnly }));
		const names = { id, humanId, name, firstName, lastName };
		expect(json).toEqual([...absent, { deleted: false, ...names, checkOnly }]);
		expect(writes(service())).toEqual([]);
	});

	it('Go On still fails with what names no record, or several', async () => {
		for (let count = 0; count < 2; count++) addRecord[resource](service(), { humanId: 'X-1' });
		const { json } = await remove(goOn, ' ', `${UNKNOWN_ID} ${service().company.id}`, 'X-1');
		const words = ['was chosen', 'contains several IDs', `2 ${resource}s have the Human ID "X-1"`];
		for (const [at, { error }] of json.entries()) expect(error).toContain(words[at]);
		expect(writes(service())).toEqual([]);
	});
});

it('deletions of one record keep their order: by its Human ID, then by its ID', async () => {
	const { id, humanId } = addProject(service());
	const items = [{ which: String(humanId) }, { which: id }];
	const { json } = await run(deleteOf('project', '={{ $json.which }}'), { items, onError });
	expect(json).toMatchObject([{ deleted: true, id }, { error: expect.stringContaining('(404)') }]);
});
