import { describe, expect, it } from 'vitest';
import { pathOf } from '../../sandbox/service/description.mts';
import { recordsOf } from '../shared.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow } from './harness/workflows.mts';

const COUNT = 1_000;
/** What a CRM exports: empty texts, columns the service does not have. */
const contacts = Array.from({ length: COUNT }, (_, number) => ({
	crmId: number,
	firstName: `First ${number}`,
	lastName: `Last ${number}`,
	email: `Contact.${number}@mail.example`,
	phoneNumber: number % 3 === 0 ? '' : `+49 431 ${number}`,
	isCompany: number % 5 === 0 ? 'true' : 'false',
	companyName: number % 5 === 0 ? `Company ${number}` : '',
	address: { city: 'Kiel', postalCode: '24103' },
}));

const stack = useStack({
	service: { seed: 'empty' },
	workflows: [
		chainWorkflow('SyncContacts0001', contacts, [
			{
				name: 'Sync',
				parameters: {
					resource: 'customer',
					operation: 'upsert',
					dataMode: 'autoMapInputData',
					matchOn: 'email',
					matchValue: '={{ $json.email.toLowerCase() }}',
				},
			},
		]),
	],
});

async function sync() {
	const { service, rest } = stack();
	service.requests.splice(0);
	const { outputs, errors } = await rest.run('SyncContacts0001', 'Start');
	expect(errors).toEqual({});
	const results = (outputs.Sync?.[0] ?? []).map(({ json }) => String(json.syncResult));
	const count = (result: string) => results.filter((value) => value === result).length;
	const requests = [...service.requests];
	return {
		created: count('created'),
		updated: count('updated'),
		unchanged: count('unchanged'),
		writes: requests.filter(({ method }) => method !== 'GET'),
		reads: requests.filter(({ method }) => method === 'GET').map(({ path }) => path),
		invalid: requests.filter(({ problem }) => problem !== undefined),
	};
}

describe('a sync of 1,000 customers in a real n8n', () => {
	it('creates all of them the first time, with one list read', async () => {
		const { created, writes, reads, invalid } = await sync();
		expect(created).toBe(COUNT);
		expect(writes).toHaveLength(COUNT);
		expect(reads.sort()).toEqual([pathOf('getAccount'), pathOf('listCustomers')]);
		expect(invalid).toEqual([]);
		expect(stack().service.store.customers.size).toBe(COUNT);
	});

	it('writes nothing at all the second time', async () => {
		const { unchanged, writes, reads } = await sync();
		expect(unchanged).toBe(COUNT);
		expect(writes).toEqual([]);
		expect(reads).toEqual([pathOf('listCustomers')]);
	});

	it('after ten edits writes exactly those ten, with nothing but what differs', async () => {
		const { store } = stack().service;
		const edited = recordsOf(stack().service, 'customer').filter((_, index) => index % 100 === 1);
		for (const { id } of edited) store.edit('customer', id, { lastName: 'Edited' });
		const { updated, unchanged, writes } = await sync();
		expect({ updated, unchanged }).toEqual({ updated: 10, unchanged: COUNT - 10 });
		expect(writes.map(({ method }) => method)).toEqual(edited.map(() => 'PATCH'));
		expect(writes.map(({ path, body }) => [path, body]).sort()).toEqual(
			edited
				.map(({ id, firstName }) => [
					pathOf('updateCustomer', id),
					{ lastName: String(firstName).replace('First', 'Last') },
				])
				.sort(),
		);
	});
});
