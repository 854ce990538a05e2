import type { IDataObject } from 'n8n-workflow';
import { customerRecord } from '../service/records/customer';
import { shapeRecord } from '../values/output';
import type { Item } from './item';
import type { OutputAddition } from './operation';
import { readWholeListOnce } from './records';

/** All customers by their IDs, read once per execution. */
export const customersById = async (item: Item): Promise<ReadonlyMap<unknown, IDataObject>> =>
	await item.run.once('customers by id', async () => {
		const { records } = await readWholeListOnce(item, customerRecord);
		return new Map(records.map((customer) => [customer.id, customer]));
	});

/** Adds to the output of each project its customer, or null if it has none, from the list of customers. */
export const includeCustomer: OutputAddition = {
	option: {
		displayName: 'Include Customer',
		name: 'includeCustomer',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the record of the customer to each project, as "customer". The list of customers is read once per execution.',
	},
	async addTo(item, projects, outputs) {
		if (!item.isOptionOn(includeCustomer.option)) return outputs;
		const mode = item.parameter('output', '') === 'raw' ? 'raw' : 'simplified';
		const byId = await customersById(item);
		return outputs.map((output, index) => {
			const customer = byId.get(projects[index].customerId);
			return { ...output, customer: customer ? shapeRecord(customerRecord, customer, mode) : null };
		});
	},
};
