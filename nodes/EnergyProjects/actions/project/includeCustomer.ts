import type { IDataObject } from 'n8n-workflow';
import { mapParallel } from '../../http/pace/parallel';
import { pathTo } from '../../service/record';
import { customerRecord } from '../../service/records/customer';
import { shapeRecord } from '../../values/output/shapes';
import { shortText } from '../../values/shortText';
import { forEachInSlices, mapInSlices } from '../../values/slices';
import { UUID_ALONE } from '../../values/uuid';
import type { Item } from '../item';
import { undefinedIfNotFound } from '../parameters/record/ifNotFound';
import { readWholeListOnce } from '../records';
import type { OutputAddition } from '../standardOperations';

/** With at least this many different customers in an execution, reading the whole list is faster than reading each. */
const READ_LIST_FROM = 6;

/**
 * Adds to the output of each project the record of its customer, or null if it has none. A raw output gets the raw
 * customer, any other output the simplified one.
 */
export const includeCustomer: OutputAddition = {
	option: {
		displayName: 'Include Customer',
		name: 'includeCustomer',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the record of the customer to each project, as "customer". Each customer is read once per execution.',
	},
	async addTo(item, projects, outputs) {
		if (!item.isOptionOn(includeCustomer.option)) return outputs;
		const mode = item.parameter('output', '') === 'raw' ? 'raw' : 'simplified';
		const ids = await mapInSlices(projects, customerIdOf);
		const known = ids.filter((id) => id !== undefined);
		const customers = await customersById(item, [...new Set(known)]);
		return await mapInSlices(outputs, (output, index) => {
			const customer = customers.get(ids[index] ?? '');
			const shown = customer === undefined ? null : shapeRecord(customerRecord, customer, mode);
			return { ...output, customer: shown };
		});
	},
};

/** The ID of a project's customer. Anything that is not an ID, such as an empty text, means: no customer. */
function customerIdOf({ customerId }: IDataObject): string | undefined {
	const id = shortText(customerId);
	return UUID_ALONE.test(id) ? id : undefined;
}

async function customersById(
	item: Item,
	ids: readonly string[],
): Promise<ReadonlyMap<string, IDataObject>> {
	const { run } = item;
	// Counted over all items: each of them alone may need a single customer.
	const needed = await run.once('customers needed', async () => new Set<string>());
	for (const id of ids) needed.add(id);
	if (needed.size >= READ_LIST_FROM) {
		return await run.once('customers by id', async () => {
			const { records } = await readWholeListOnce(item, customerRecord);
			const byId = new Map<string, IDataObject>();
			await forEachInSlices(records, (customer) => {
				byId.set(String(customer.id), customer);
			});
			return byId;
		});
	}
	const { get } = customerRecord.endpoints;
	const found = await mapParallel(ids, run.client.maxParallelRequests, async (id) => {
		const customer = await run.once(`customer ${id}`, async () => {
			const path = pathTo(customerRecord, id);
			return await undefinedIfNotFound(item.send(get, { path, expect: 'record' }));
		});
		return [id, customer as IDataObject | undefined] as const;
	});
	return new Map(
		found.flatMap(([id, customer]) => (customer === undefined ? [] : [[id, customer]])),
	);
}
