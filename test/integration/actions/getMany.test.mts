import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, listBody } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, addRecord, idsOf } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();

describe.each(subjects)('Get Many of %ss', (resource) => {
	const list = async (more: object) => await run({ resource, operation: 'getAll', ...more });

	it('brings 50 at most where nothing was chosen, and all with Return All', async () => {
		says('docs/recipes.md', '(otherwise you get 50 at most)');
		const records = Array.from({ length: 120 }, () => addRecord[resource](service()));
		expect((await list({})).json).toHaveLength(50);
		expect((await list({ limit: 3 })).json).toHaveLength(3);
		expect((await list({ limit: 110 })).json).toHaveLength(110);
		expect(idsOf((await list({ returnAll: true })).json).sort()).toEqual(idsOf(records).sort());
	});
});

describe('If Not Found', () => {
	const emails = ['ada@mail.example', 'nn@mail.example', 'grace@mail.example'];
	const items = emails.map((email) => ({ email }));
	const find = (options: object) => ({
		...{ resource: 'customer', operation: 'getAll', options },
		filters: { email: '={{ $json.email }}' },
	});

	it.each([
		[{}, [0, 2]],
		[{ ifNotFound: 'nothing' }, [0, 2]],
		[{ ifNotFound: 'emptyItem' }, [0, 1, 2]],
	])('%j: something comes for the items %j', async (options, found) => {
		for (const at of [0, 2]) addCustomer(service(), items[at]);
		const result = await run(find(options), { items });
		expect(result.items).toMatchObject(
			found.map((item) => ({ json: item === 1 ? {} : items[item], pairedItem: { item } })),
		);
		if (found.includes(1)) expect(result.json[1]).toEqual({});
	});

	it('is not what an error says', async () => {
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const { error } = await run(find({ ifNotFound: 'emptyItem' }), { items });
		expect(error?.message).toBe('Could not list customers (403): Not yours');
	});
});

describe('Return All and Limit', () => {
	const inItem = (value: unknown) => ({ items: [{ value }] as never });

	it.each<[unknown, number]>([
		[' TRUE ', 3],
		['false', 2],
		[0, 2],
		['', 2],
		[null, 2],
	])('Return All %j brings %i of 3 if Limit is 2', async (value, found) => {
		for (let number = 0; number < 3; number++) addProject(service());
		const list = { operation: 'getAll', limit: 2, returnAll: '={{ $json.value }}' };
		expect((await run(list, inItem(value))).json).toHaveLength(found);
	});

	it.each([['perhaps'], [2]])('Return All %j is an error before any request', async (value) => {
		for (const resource of ['project', 'customer', 'document']) {
			const list = { resource, operation: 'getAll', returnAll: '={{ $json.value }}' };
			expect((await run(list, inItem(value))).error?.message).toContain('Return All: ');
		}
		expect(service().requests).toEqual([]);
	});

	it.each([[true], [[5]], ['many'], ['1.000'], [0], [1.5], ['']])(
		'Limit %j is an error that shows it',
		async (limit) => {
			const list = { operation: 'getAll', limit: '={{ $json.value }}' };
			const { error } = await run(list, inItem(limit));
			expect(error?.message).toContain('is not a whole number of at least 1');
			expect(service().requests).toEqual([]);
		},
	);
});

describe('Include Customer', () => {
	const inKiel = { address: { city: 'Kiel' } };
	const options = { includeCustomer: true };
	const oldestFirst = { sort: { value: { sortBy: 'created_at', order: 'asc' } } };
	const customerReads = () =>
		service().requests.filter(({ path }) => path.startsWith(pathOf('listCustomers')));

	it('adds the customer’s record from the list, which is read once', async () => {
		const [ada, grace] = ['Ada', 'Grace'].map((firstName) =>
			addCustomer(service(), { firstName, email: null }),
		);
		for (const customerId of [ada.id, grace.id, ada.id, null, ada.id]) {
			addProject(service(), { customerId });
		}
		const { json } = await run({ operation: 'getAll', output: 'raw', ...oldestFirst, options });
		expect(json.map(({ customer }) => customer)).toEqual([ada, grace, ada, null, ada]);
		expect(customerReads()).toHaveLength(1);
	});

	it('reads the list once for many items, simplified like the project', async () => {
		const { id: customerId } = addCustomer(service(), inKiel);
		const projects = Array.from({ length: 8 }, () => addProject(service(), { customerId }));
		const items = projects.map(({ id }) => ({ id }));
		const get = { operation: 'get', projectId: byId('={{ $json.id }}'), options };
		const { json } = await run(get, { items });
		for (const { customer } of json) {
			expect(customer).toMatchObject({ id: customerId, city: 'Kiel' });
			expect(customer).not.toHaveProperty('address');
		}
		expect(json).toHaveLength(8);
		expect(customerReads()).toHaveLength(1);
	});

	it('is null without a customer, and left out with a hint for one that the list lacks', async () => {
		const ada = addCustomer(service());
		const gone = addCustomer(service());
		const others = [gone.id, 'not-a-uuid', '../account', 7, {}];
		const ids = [ada.id, ada.id.toUpperCase(), '', '  ', null, ...others, ada.id];
		const projects = ids.map(() => addProject(service()));
		service().store.delete('customer', gone.id);
		const listed = projects.map((project, index) => ({ ...project, customerId: ids[index] }));
		const path = pathOf('listProjects');
		service().faults.add({ method: 'GET', path, status: 200, body: listBody(path, listed) });
		const all = { operation: 'getAll', returnAll: true, output: 'raw' };
		const { json, hints } = await run({ ...all, ...oldestFirst, options });
		expect(json.map(({ customer }) => customer)).toEqual([
			...[ada, ada, null, null, null],
			...others.map(() => undefined),
			ada,
		]);
		const [first] = projects.slice(5);
		const message = expect.stringContaining(`of these projects: ${first.humanId}, `) as unknown;
		expect(hints).toMatchObject([{ type: 'warning', message }]);
		expect(customerReads()).toHaveLength(1);
	});
});
