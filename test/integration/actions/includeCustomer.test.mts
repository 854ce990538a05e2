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
		const { json, hints } = await run({
			operation: 'getAll',
			returnAll: true,
			output: 'raw',
			...oldestFirst,
			options,
		});
		expect(json.map(({ customer }) => customer)).toEqual([
			...[ada, ada, null, null, null],
			...others.map(() => undefined),
			ada,
		]);
		expect(hints).toMatchObject([
			{
				type: 'warning',
				message: expect.stringContaining('was not in the list of cust') as unknown,
			},
		]);
		expect(customerReads()).toHaveLength(1);
	});
});
