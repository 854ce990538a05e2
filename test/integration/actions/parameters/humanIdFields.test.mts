import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { byHumanId, byId } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();

describe('the customer of a project by the human ID', () => {
	const given = { customerId: byHumanId('C-7') };
	const writing = () => ({
		create: { operation: 'create', name: 'Haus', additionalFields: given },
		update: {
			operation: 'update',
			projectId: byId(addProject(service()).id),
			updateFields: given,
		},
		upsert: {
			operation: 'upsert',
			matchOn: 'name',
			matchValue: 'Haus',
			name: 'Haus',
			additionalFields: given,
		},
	});
	const operations = ['create', 'update', 'upsert'] as const;

	it.each(operations)('is set by %s', async (operation) => {
		const { id } = addCustomer(service(), { humanId: 'C-7' });
		const { error } = await run(writing()[operation]);
		expect(error).toBeUndefined();
		expect(writes(service()).at(-1)?.body).toMatchObject({ customerId: id });
	});

	it.each(operations)(
		'that no customer has is an error, and %s writes nothing',
		async (operation) => {
			addCustomer(service(), { humanId: 'C-8' });
			const { error } = await run(writing()[operation]);
			expect(error?.message).toBe('Customer (customerId): No customer has the human ID "C-7"');
			expect(writes(service())).toEqual([]);
		},
	);

	it('filters the projects; the customers are read once for all items', async () => {
		const customers = Array.from({ length: 30 }, () => addCustomer(service()));
		for (const { id: customerId } of customers) addProject(service(), { customerId });
		const items = customers.map(({ humanId }) => ({ humanId })) as IDataObject[];
		const filters = { customerId: byHumanId('={{ $json.humanId }}') };
		const list = { operation: 'getAll', filters, options: { includeCustomer: true } };
		const { json } = await run(list, { items });
		expect(json.map(({ customerId }) => customerId)).toEqual(idsOf(customers));
		expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(1);
	});

	it('that no customer has is an error of the filter', async () => {
		addProject(service());
		const { error } = await run({ operation: 'getAll', filters: given });
		expect(error?.message).toBe('The filter "Customer": No customer has the human ID "C-7"');
		expect(error?.description).toContain('choose the customer from the list');
	});

	it('is not looked for where another filter is wrong', async () => {
		const filters = { ...given, updatedAfter: 'yesterday' };
		const { error } = await run({ operation: 'getAll', filters });
		expect(error?.message).toContain('The filter "Updated After"');
		expect(service().requests).toEqual([]);
	});

	it('cannot be looked for where the list of customers is not to be had', async () => {
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const { error } = await run({ operation: 'getAll', filters: given });
		expect(error?.message).toBe('Could not list customers (403): Not yours');
	});
});

it('documents are filtered by the human ID of their project', async () => {
	const [one, two] = [addProject(service(), { humanId: 'P-1' }), addProject(service())];
	const { store, company } = service();
	for (const { id: projectId } of [one, two]) {
		const now = store.now();
		const times = { createdAt: now, updatedAt: now };
		const id = String(projectId);
		const about = {
			companyId: company.id,
			name: 'Plan',
			mime: 'image/png',
			projectId,
			roomId: null,
		};
		store.documents.set(id, { id, ...about, ...times });
	}
	const filters = { projectId: byHumanId('P-1') };
	const { json } = await run({ resource: 'document', operation: 'getAll', filters });
	expect(json).toMatchObject([{ projectId: one.id }]);
});
