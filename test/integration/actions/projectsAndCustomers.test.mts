import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { differences, locatorOf } from '../harness/samples/differences.mts';
import { collections, columns, mapped, required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, idsOf } from '../harness/service/records.mts';
import { bodiesOf, requestsWith, writes } from '../harness/service/requests.mts';

const { service, run } = useScenario();
const bodies = () => bodiesOf(service());

describe.each(subjects)('a %s', (resource) => {
	const { onCreate, nullable, never, typed, sent, change } = differences[resource];
	const [field, label] = nullable;
	const given = required[resource];
	const stored = () => recordsOf(service(), resource);
	const add = (fields: object = {}) => addRecord[resource](service(), fields);
	const of = (operation: string, more: object = {}) => ({ resource, operation, ...more });
	const on = (operation: string, id: string, more: object = {}) =>
		of(operation, { ...locatorOf(resource, id), ...more });
	const capital = resource.charAt(0).toUpperCase() + resource.slice(1);

	describe('is created', () => {
		it('for the company of the credential, which is read once', async () => {
			const { json } = await run(of('create', given), { items: [{}, {}] });
			expect(json).toMatchObject([given, given]);
			const body = { ...given, ...onCreate, companyId: service().company.id, address: null };
			expect(bodies()).toEqual([body, body]);
			expect(requestsWith(service(), 'GET', pathOf('getAccount'))).toHaveLength(1);
			expect(idsOf(json)).toEqual(idsOf(stored()));
		});

		it('with its fields as they were typed, 0 and false among them', async () => {
			const address = { value: { addressLine1: 'Weg 1', addressLine2: '', latitude: '' } };
			await run(of('create', { ...given, address, additionalFields: typed }));
			expect(bodies()).toEqual([
				{
					...{ ...given, ...onCreate, ...sent, companyId: service().company.id },
					address: { addressLine1: 'Weg 1' },
				},
			]);
		});

		it.each(Object.keys(given))('only with its %s', async (name) => {
			const { error } = await run(of('create', { ...given, [name]: '={{ "  " }}' }));
			expect(error?.message).toContain(`(${name}) is empty, but a new ${resource} must have it`);
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(service().requests).toEqual([]);
		});
	});

	describe('is read', () => {
		it('simplified, as the service sent it, and as chosen', async () => {
			const record = add({ address: { city: 'Kiel' } });
			const read = async (more: object) => (await run(on('get', record.id, more))).json;
			const [simplified] = await read({});
			expect(Object.keys(simplified)).toEqual(columns[resource]);
			expect(simplified).toMatchObject({ ...given, id: record.id, city: 'Kiel' });
			expect(await read({ output: 'raw' })).toEqual([record]);
			const chosen = { output: 'selectedFields', outputFields: ['address', 'createdAt'] };
			const { id, address, createdAt } = record;
			expect(await read(chosen)).toEqual([{ id, address, createdAt }]);
		});

		it('by the link that was pasted, from a list, by a text', async () => {
			const { id } = add();
			const { company } = service();
			const link = `https://app.example/companies/${company.id}/${resource}s/${id}/rooms?tab=1`;
			for (const value of [{ ...byId(link), mode: 'url' }, { ...byId(id), mode: 'list' }, id]) {
				const { json } = await run(of('get', { [`${resource}Id`]: value }));
				expect(idsOf(json)).toEqual([id]);
			}
		});

		it('for each item by its own expression, in the order of the items', async () => {
			const [one, two] = [add(), add()];
			const items = [{ id: two.id }, { id: one.id }];
			const { json, items: output } = await run(on('get', '={{ $json.id }}'), { items });
			expect(idsOf(json)).toEqual([two.id, one.id]);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		});
	});

	describe('is listed', () => {
		const list = async (more: object) => await run(of('getAll', more));

		it('50 at most where nothing was chosen, and all with Return All', async () => {
			const records = Array.from({ length: 120 }, () => add());
			expect((await list({})).json).toHaveLength(50);
			expect((await list({ limit: 3 })).json).toHaveLength(3);
			expect(idsOf((await list({ returnAll: true })).json).sort()).toEqual(idsOf(records).sort());
			expect((await list({ limit: 110 })).json).toHaveLength(110);
		});

		it('simplified, as the service sent it, and as chosen', async () => {
			const record = add({ address: { city: 'Kiel' } });
			const [simplified] = (await list({})).json;
			expect(Object.keys(simplified)).toEqual(columns[resource]);
			expect((await list({ output: 'raw' })).json).toEqual([record]);
			const chosen = { output: 'selectedFields', outputFields: ['createdAt'] };
			expect((await list(chosen)).json).toEqual([{ id: record.id, createdAt: record.createdAt }]);
		});

		it('only what was updated after a time, later than it', async () => {
			const records = Array.from({ length: 6 }, () => add());
			const updatedAfter = records[3].updatedAt;
			const { json } = await list({ filters: { updatedAfter } });
			expect(idsOf(json).sort()).toEqual(idsOf(records.slice(4)).sort());
			expect((await list({ filters: { updatedAfter: '2999-01-01' } })).json).toEqual([]);
		});

		it.each([
			['human_id', 'humanId'],
			['created_at', 'createdAt'],
			['name', Object.keys(given).at(-1) ?? ''],
		])('in the order of %s, both ways, before Limit cuts', async (sortBy, key) => {
			const records = [7, 2, 9, 4].map((number) =>
				add({ humanId: `X-${number}`, [Object.keys(given).at(-1) ?? '']: `Name ${10 - number}` }),
			);
			const inOrder = records.map((record) => String(record[key])).sort();
			const shown = async (order: string, limit: number) => {
				const sort = { value: { sortBy, order } };
				return (await list({ sort, limit, output: 'raw' })).json.map((record) => record[key]);
			};
			expect(await shown('asc', 50)).toEqual(inOrder);
			expect(await shown('desc', 2)).toEqual(inOrder.reverse().slice(0, 2));
		});

		it('linked to the item that asked', async () => {
			add();
			add();
			const { items } = await run(of('getAll'), { items: [{}, {}] });
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 0, 1, 1].map((item) => ({ item })),
			);
		});
	});

	describe('is updated', () => {
		it('only in what was set, and emptied of what was chosen', async () => {
			const { id } = add({ [field]: null });
			const more = { updateFields: change, fieldsToClear: [field], output: 'raw' };
			const { json } = await run(on('update', id, more));
			expect(bodies()).toEqual([{ ...change, [field]: null }]);
			expect(json).toMatchObject([{ id, ...given, ...change, [field]: null }]);
		});

		it('from the item, of which the fields that only the service sets are passed over', async () => {
			const record = add();
			const item = { ...record, ...change, mood: 'good' } as never;
			const { error } = await run(on('update', record.id, mapped), { items: [item] });
			expect(error).toBeUndefined();
			const [body] = bodies();
			expect(body).toMatchObject({ ...given, ...change });
			for (const name of ['id', 'createdAt', 'updatedAt', 'mood', 'source']) {
				expect(body).not.toHaveProperty(name);
			}
		});

		it('not where there is nothing to update', async () => {
			const { error } = await run(on('update', UNKNOWN_ID));
			expect(error?.message).toContain('There is nothing to update');
			expect(error?.message).toContain(`no field of the ${resource} was set or cleared`);
			expect(service().requests).toEqual([]);
		});

		it('not where a field is both set and cleared, or cannot be empty', async () => {
			const both = { ...mapped, fieldsToClear: [field] };
			const items = [{ [field]: '1' }];
			const { error } = await run(on('update', UNKNOWN_ID, both), { items });
			expect(error?.message).toBe(`${label} (${field}) is both set and cleared`);
			const wrong = await run(on('update', UNKNOWN_ID, { fieldsToClear: [never] }));
			expect(wrong.error?.message).toBe(`"${never}" is not a field that can be cleared`);
			expect(service().requests).toEqual([]);
		});

		it('only where it differs, with Skip Unchanged', async () => {
			const { id } = add(change);
			const options = { skipUnchanged: true };
			const same = await run(on('update', id, { updateFields: change, options }));
			expect(same.json).toMatchObject([{ id, syncResult: 'unchanged' }]);
			expect(writes(service())).toEqual([]);
			const { [never]: text } = given as Record<string, string>;
			const more = { ...change, [never]: `${text} 2` };
			const { json } = await run(on('update', id, { updateFields: more, options }));
			expect(json).toMatchObject([{ id, syncResult: 'updated' }]);
			expect(bodies()).toEqual([{ [never]: `${text} 2` }]);
		});
	});

	it('is deleted: the output has its ID and what the service said', async () => {
		const [gone, other] = [add(), add()];
		const { json } = await run(on('delete', gone.id));
		const message = `${capital} deleted successfully`;
		expect(json).toEqual([{ deleted: true, id: gone.id, message }]);
		expect(stored()).toEqual([other]);
	});

	describe('is refused in words', () => {
		it.each(['get', 'update', 'delete'])('where %s finds none of this ID', async (operation) => {
			const { error } = await run(on(operation, UNKNOWN_ID, { updateFields: change }));
			expect(error?.message).toBe(
				`Could not ${operation} ${resource} ${UNKNOWN_ID} (404): ${capital} not found`,
			);
			expect(error?.description).toContain('Check the ID');
			expect(error?.httpCode).toBe('404');
		});

		it.each([
			['create', `Could not create a ${resource}`],
			['getAll', `Could not list ${resource}s`],
		])('where %s is not allowed', async (operation, message) => {
			service().faults.add({ path: collections[resource], status: 403, body: { message: 'No' } });
			const { error } = await run(of(operation, given));
			expect(error?.message).toBe(`${message} (403): No`);
			expect(error?.description).toContain('Use a credential that is');
		});

		it.each(differences[resource].misfits)(
			'before any request: %j does not fit',
			async (item, message) => {
				const { error } = await run(on('update', UNKNOWN_ID, mapped), { items: [item as never] });
				expect(error?.name).toBe('NodeOperationError');
				expect(error?.message).toContain(message);
				expect(error?.context).toMatchObject({ itemIndex: 0 });
				expect(service().requests).toEqual([]);
			},
		);

		it('with the unknown fields of the item, where that is asked for', async () => {
			const options = { unknownFields: 'refuse' };
			const items = [given, { ...given, mood: 'good', address: { city: 'Kiel', street: 'A' } }];
			const { json } = await run(of('create', { ...mapped, options }), {
				items: items as never,
				onError: 'continueRegularOutput',
			});
			expect(json[0]).toMatchObject(given);
			expect(json[1].error).toMatch(
				new RegExp(`^A ${resource} has no such field: mood, address\\.street\\. \\w`),
			);
			expect(writes(service())).toHaveLength(1);
		});

		it.each(['  ', '..', '../projects/1?x#y', 'P-009'])(
			'where the ID "%s" could reach another address',
			async (id) => {
				for (const operation of ['get', 'update', 'delete']) {
					const { error } = await run(on(operation, id, { updateFields: change }));
					expect(error?.context).toMatchObject({ itemIndex: 0 });
				}
				expect(service().requests).toEqual([]);
			},
		);

		it('item by item: the others go through', async () => {
			const { id } = add();
			const { outputs } = await run(on('get', '={{ $json.id }}'), {
				items: [{ id: UNKNOWN_ID }, { id }],
				onError: 'continueErrorOutput',
			});
			const [good, bad] = outputs;
			expect(good).toMatchObject([{ json: { id }, pairedItem: { item: 1 } }]);
			expect(bad).toMatchObject([{ pairedItem: { item: 0 } }]);
			expect(bad[0].json.error).toContain(`${capital} not found`);
		});
	});
});
