import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();

describe.each(subjects)('deleting a %s that does not exist', (resource) => {
	const locator = { [`${resource}Id`]: byId('={{ $json.value }}') };
	const remove = async (options: object, ...values: string[]) => {
		const items = values.map((value) => ({ value }));
		const deletion = { resource, operation: 'delete', ...locator, options };
		return await run(deletion, { items, onError: 'continueRegularOutput' });
	};
	const goOn = { ifNotFound: 'goOn' };
	/** What was entered, and why nothing was deleted. */
	const missing = (id: string) => ({
		deleted: false,
		id,
		message: expect.stringContaining(id) as unknown,
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

	it('Go On says the same if it is only checked, and nothing more of what would be deleted', async () => {
		const { id } = addRecord[resource](service());
		const checkOnly = true;
		const { json } = await remove({ ...goOn, checkOnly }, UNKNOWN_ID, `${letter}-099`, id);
		const absent = [UNKNOWN_ID, `${letter}-099`].map((one) => ({ ...missing(one), checkOnly }));
		expect(json).toEqual([...absent, { deleted: false, id, checkOnly }]);
		expect(writes(service())).toEqual([]);
	});

	it.each([{}, { ifNotFound: 'fail' }])('fails with %j', async (options) => {
		const [one, two] = (await remove(options, UNKNOWN_ID, `${letter}-099`)).json;
		expect(one.error).toContain(`Could not delete ${resource} ${UNKNOWN_ID} (404)`);
		expect(two.error).toContain(`No ${resource} has the ID or Human ID "${letter}-099"`);
	});

	it.each([
		['about the path', { body: { message: 'Cannot DELETE /api/v1/thing' } }],
		['in the form of a web page', { body: '<html>404</html>' }],
	])('Go On still fails with a 404 %s, which says nothing about a record', async (_, more) => {
		for (const checkOnly of [false, true]) {
			service().faults.clear();
			service().faults.add({ status: 404, ...more });
			const [json] = (await remove({ ...goOn, checkOnly }, UNKNOWN_ID)).json;
			expect(json.error).toContain('(404)');
			expect(json).not.toHaveProperty('deleted');
		}
	});

	it('Go On still fails with what names no record, or several', async () => {
		for (let count = 0; count < 2; count++) addRecord[resource](service(), { humanId: 'X-1' });
		const { json } = await remove(goOn, ' ', `${UNKNOWN_ID} ${service().company.id}`, 'X-1');
		const words = ['was chosen', 'contains several IDs', `2 ${resource}s have the Human ID "X-1"`];
		for (const [at, { error }] of json.entries()) expect(error).toContain(words[at]);
		expect(writes(service())).toEqual([]);
	});
});
