import type { IDataObject } from 'n8n-workflow';
import { mapParallel } from '../../http/pace/parallel';
import { pathTo } from '../../service/record';
import { customerRecord } from '../../service/records/customer';
import { shapeRecord } from '../../values/output/shapes';
import type { Item } from '../item';
import { undefinedIfNotFound } from '../parameters/record/ifNotFound';
import { readWholeListOnce } from '../records';
import type { Extension } from '../standardOperations';

/** From this many different customers of one execution on, one list is cheaper than reading them one by one. */
const READ_LIST_FROM = 6;

/**
 * Adds the customers' records to the outputs of their projects where the item asks for it; null where a project has
 * none. A raw output gets the raw customer, any other the simplified one.
 */
export const includeCustomer: Extension = {
	option: {
		displayName: 'Include Customer',
		name: 'includeCustomer',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the record of the customer to each project, as "customer". Every customer is read once per execution.',
	},
	async extend(item, projects, outputs) {
		if (!item.switchOption(includeCustomer.option)) return outputs;
		const mode = item.parameter('output', '') === 'raw' ? 'raw' : 'simplified';
		const ids = projects
			.map((project) => project.customerId)
			.filter((id) => typeof id === 'string');
		const customers = await customersById(item, [...new Set(ids)]);
		return outputs.map((output, index) => {
			const customer = customers.get(String(projects[index].customerId));
			const shown = customer === undefined ? null : shapeRecord(customerRecord, customer, mode);
			return { ...output, customer: shown };
		});
	},
};

async function customersById(
	item: Item,
	ids: readonly string[],
): Promise<ReadonlyMap<string, IDataObject>> {
	const { run } = item;
	// However many items there are: each of them alone may ask for a single one.
	const asked = await run.once('customers asked for', async () => new Set<string>());
	for (const id of ids) asked.add(id);
	if (asked.size >= READ_LIST_FROM) {
		return await run.once('customers by id', async () => {
			const { records } = await readWholeListOnce(item, customerRecord);
			return new Map(records.map((customer) => [String(customer.id), customer]));
		});
	}
	const { get } = customerRecord.endpoints;
	const found = await mapParallel(ids, run.client.maxParallelRequests, async (id) => {
		const customer = await run.once(`customer ${id}`, async () => {
			const path = pathTo(customerRecord, id);
			return await undefinedIfNotFound(item.send(get, { path, expect: 'object' }));
		});
		return [id, customer as IDataObject | undefined] as const;
	});
	return new Map(
		found.flatMap(([id, customer]) => (customer === undefined ? [] : [[id, customer]])),
	);
}
