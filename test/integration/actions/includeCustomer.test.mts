import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { byId, listBody } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject } from '../harness/service/service.mts';

const { service, run } = useScenario();

const inKiel = { address: { city: 'Kiel' } };

describe('Include Customer', () => {
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
		const items = Array.from({ length: 8 }, () => ({
			id: addProject(service(), { customerId }).id,
		}));
		const { json } = await run(
			{ operation: 'get', projectId: byId('={{ $json.id }}'), options },
			{ items },
		);
		for (const { customer } of json) {
			expect(customer).toMatchObject({ id: customerId, city: 'Kiel' });
			expect(customer).not.toHaveProperty('address');
		}
		expect(json).toHaveLength(8);
		expect(customerReads()).toHaveLength(1);
	});

	it('is null for what is no customer, and the other projects come as ever', async () => {
		const ada = addCustomer(service());
		const gone = addCustomer(service());
		const ids = [ada.id, gone.id, '', '  ', 'not-a-uuid', '../account', 7, {}, null, ada.id];
		const projects = ids.map(() => addProject(service()));
		service().store.delete('customer', gone.id);
		const listed = projects.map((project, index) => ({ ...project, customerId: ids[index] }));
		const path = pathOf('listProjects');
		service().faults.add({ method: 'GET', path, status: 200, body: listBody(path, listed) });
		const { json, error } = await run({
			operation: 'getAll',
			returnAll: true,
			output: 'raw',
			options,
		});
		expect(error).toBeUndefined();
		expect(json.map(({ customer }) => customer)).toEqual([
			ada,
			...[null, null, null, null, null, null, null, null],
			ada,
		]);
		expect(customerReads()).toHaveLength(1);
	});

	it('is left out, and a hint says so, where the list of customers lacks it but may be incomplete', async () => {
		const [ada, grace] = [addCustomer(service()), addCustomer(service())];
		for (const customerId of [ada.id, grace.id, null]) addProject(service(), { customerId });
		const path = pathOf('listCustomers');
		const headers = { 'x-total-count': '2' };
		service().faults.add({
			method: 'GET',
			path,
			status: 200,
			body: listBody(path, [ada]),
			headers,
		});
		const list = { operation: 'getAll', output: 'raw', ...oldestFirst, options };
		const { json, hints } = await run(list);
		expect(json.map(({ customer }) => customer)).toEqual([ada, undefined, null]);
		expect(json[1]).not.toHaveProperty('customer');
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('customer is missing in some projects'),
		);
	});
});
