import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { customerRecord } from '../service/records/customer';
import { isMissing } from '../values/objects';
import { shapeRecord } from '../values/output';
import type { Item } from './item';
import { readWholeListOnce } from './records';

/** All customers by their IDs, read once per execution. */
export const customersById = async (item: Item) =>
	await item.run.once('customers by id', async () => {
		const { records, complete } = await readWholeListOnce(item, customerRecord);
		return { byId: new Map(records.map((customer) => [customer.id, customer])), complete };
	});

const option: INodeProperties = {
	displayName: 'Include Customer',
	name: 'includeCustomer',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the record of the customer to each project, as "customer". The list of customers is read once per execution.',
};

/** An option of reads: each project with its customer, or null if it has none, from the list of customers. */
export const includeCustomer = {
	option,
	/** The outputs of the projects, with their customers if the item asks for them. */
	async addTo(item: Item, projects: readonly IDataObject[], outputs: IDataObject[]) {
		if (!item.isOn(item.option(option.name), option.displayName)) return outputs;
		const mode = item.parameter('output', '') === 'raw' ? 'raw' : 'simplified';
		const { byId, complete } = await customersById(item);
		return outputs.map((output, index) => {
			const { customerId } = projects[index];
			const customer = byId.get(customerId);
			if (customer) return { ...output, customer: shapeRecord(customerRecord, customer, mode) };
			if (complete || isMissing(customerId)) return { ...output, customer: null };
			item.run.hint(
				'The customer is missing in some projects: the list of customers may be incomplete.',
				'warning',
			);
			return output;
		});
	},
};
