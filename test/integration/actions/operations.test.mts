// Judges actions/router.ts and service/endpoints.ts.
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { differences, locatorOf } from '../harness/samples/differences.mts';
import { columns, mapped, required, update } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import {
	addCustomer,
	addProject,
	addRecord,
	idsOf,
	bodiesOf,
	requestsWith,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const bodies = () => bodiesOf(service());
const accountReads = () => requestsWith(service(), 'GET', pathOf('getAccount'));

it('the account of the credential is read', async () => {
	const { json } = await run({ resource: 'account', operation: 'get' });
	expect(json).toEqual([service().company.account]);
});

describe.each(subjects)('a %s', (resource) => {
	const { onCreate, nullable: field, change } = differences[resource];
	const given = required[resource];
	const stored = () => recordsOf(service(), resource);
	const add = (fields: object = {}) => addRecord[resource](service(), fields);
	const on = (operation: string, id: string, more: object = {}) => ({
		...{ resource, operation, ...locatorOf(resource, id), ...more },
	});
	const capital = resource.charAt(0).toUpperCase() + resource.slice(1);

	it('is created for the company of the credential, which is read once', async () => {
		const { json } = await run({ resource, operation: 'create', ...given }, { items: [{}, {}] });
		expect(json).toMatchObject([given, given]);
		const body = { ...given, ...onCreate, companyId: service().company.id, address: null };
		expect(bodies()).toEqual([body, body]);
		expect(accountReads()).toHaveLength(1);
		expect(idsOf(json)).toEqual(idsOf(stored()));
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

		it.each([undefined, 'fail', 'emptyItem'])(
			'or not found, by ID and by human ID: %s',
			async (ifNotFound) => {
				const { id } = add();
				const items = [UNKNOWN_ID, 'X-999', id].map((value) => ({ value }));
				const options = ifNotFound === undefined ? {} : { ifNotFound };
				const get = on('get', '={{ $json.value }}', { options });
				const result = await run(get, { items, onError: 'continueRegularOutput' });
				const paired = result.items.map(({ pairedItem }) => pairedItem);
				expect(paired).toEqual([0, 1, 2].map((item) => ({ item })));
				const error = expect.stringMatching(/not found|No .* has the/) as unknown;
				const missing = ifNotFound === 'emptyItem' ? {} : expect.objectContaining({ error });
				expect(result.json).toEqual([missing, missing, expect.objectContaining({ id })]);
			},
		);
	});

	describe('is updated', () => {
		it('only in what was set, and emptied of what was chosen', async () => {
			const { id } = add({ [field]: null });
			const more = { updateFields: change, fieldsToClear: [field], output: 'raw' };
			const { json } = await run(on('update', id, more));
			expect(bodies()).toEqual([{ ...change, [field]: null }]);
			expect(json).toMatchObject([{ id, ...given, ...change, [field]: null }]);
		});

		it('from the item: keys that cannot be written are left, those that are no fields are named once', async () => {
			says('docs/action-node.md', 'names the columns that are no field');
			const record = add();
			const columns = { 'mood.shade': 'dark', 'createdAt.day': '1' };
			const address = { city: 'Kiel', zip: '24103' };
			const items = [
				{ ...record, ...change, mood: 'good' },
				{ ...record, colour: 'blue', mood: '', ...columns, address },
			];
			const parameters = on('update', record.id, mapped);
			const { error, hints } = await run(parameters, { items: items as never });
			expect(error).toBeUndefined();
			expect(bodies()[0]).toMatchObject({ ...given, ...change });
			for (const name of ['id', 'createdAt', 'updatedAt', 'mood', 'source'])
				expect(bodies()[0]).not.toHaveProperty(name);
			const words = hints.map(({ message }) => message.split('. ', 1)[0]);
			expect(words).toEqual([
				'Not sent, because no field has these names: mood, colour, mood.shade, createdAt.day',
				'This node does not know these parts: address.zip',
			]);
		});
	});

	it('is deleted: the output has its ID and what the service said', async () => {
		const [gone, other] = [add(), add()];
		const { json } = await run(on('delete', gone.id));
		const message = `${capital} deleted successfully`;
		expect(json).toEqual([{ deleted: true, id: gone.id, message }]);
		expect(stored()).toEqual([other]);
	});
});

describe('an expression that yields something else than the editor would', () => {
	const inItem = (value: unknown) => ({ items: [{ value }] as never });
	const given = '={{ $json.value }}';

	it.each([
		[true, true],
		['false', false],
		[null, false],
	])('Skip Unchanged and Include Customer %j are on: %s', async (value, isOn) => {
		const customer = addCustomer(service());
		const { id } = addProject(service(), { customerId: customer.id });
		const get = { operation: 'get', projectId: byId(id), options: { includeCustomer: given } };
		expect('customer' in (await run(get, inItem(value))).json[0]).toBe(isOn);
		const more = { updateFields: required.project, options: { skipUnchanged: given } };
		const { json } = await run(update('project', id, more), inItem(value));
		expect(json[0].syncResult).toBe(isOn ? 'unchanged' : undefined);
	});

	it.each(['create', 'update', 'upsert', 'get', 'getAll', 'delete'])(
		'an Output or a field to return that does not exist is refused before %s sends anything',
		async (operation) => {
			const match = { matchOn: 'name', matchValue: 'A' };
			const parameters = { ...update('project', UNKNOWN_ID), ...match, name: 'A', operation };
			const wrong = await run({ ...parameters, output: given }, inItem('full'));
			// A deletion has no such parameter.
			if (operation === 'delete') return expect(wrong.error?.httpCode).toBe('404');
			expect(wrong.error?.message).toBe(
				'Output: "full" is not one of its values: Raw, Selected Fields, Simplified',
			);
			const chosen = { output: 'selectedFields', outputFields: given };
			const { error } = await run({ ...parameters, ...chosen }, inItem('name, colour, Status'));
			expect(error?.message).toBe('A project has no such fields: colour, Status');
			expect(service().requests).toEqual([]);
		},
	);

	it.each(['none', 0, 1e9])('Timeout %j: every item is carried out all the same', async (value) => {
		const { id } = addProject(service());
		const get = { operation: 'get', projectId: byId(id), options: { timeout: given } };
		expect((await run(get, inItem(value))).json).toMatchObject([{ id }]);
	});
});
