import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { shapeRecord } from '../../values/shapes';
import { mapParallel } from '../../http/parallel';
import type { Run } from '../run';
import { orUndefined } from '../parameters/ifNotFound';

/** From this many different customers on, one list is cheaper than reading them one by one. */
const READ_LIST_FROM = 6;

/** Option of project reads. */
export const includeCustomerOption: INodeProperties = {
	displayName: 'Include Customer',
	name: 'includeCustomer',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the record of the customer to each project, as "customer". Every customer is read once per execution.',
};

/**
 * Adds the customers' records to the outputs of their projects where the item asks for it; null where a project has
 * none. A raw output gets the raw customer, any other the simplified one.
 */
export async function withCustomer(
	run: Run,
	itemIndex: number,
	projects: readonly IDataObject[],
	outputs: IDataObject[],
): Promise<IDataObject[]> {
	const options = run.context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	if (options.includeCustomer !== true) return outputs;
	const mode =
		run.context.getNodeParameter('output', itemIndex, '') === 'raw' ? 'raw' : 'simplified';
	const ids = projects.map((project) => project.customerId).filter((id) => typeof id === 'string');
	const customers = await customersById(run, itemIndex, [...new Set(ids)]);
	return outputs.map((output, index) => {
		const customer = customers.get(String(projects[index].customerId));
		return {
			...output,
			customer: customer === undefined ? null : shapeRecord(customerRecord, customer, mode),
		};
	});
}

async function customersById(
	run: Run,
	itemIndex: number,
	ids: readonly string[],
): Promise<Map<string, IDataObject>> {
	if (ids.length >= READ_LIST_FROM) {
		return await run.once('customers by id', async () => {
			const all = await run.client.send(endpoints.customer.getAll, { expect: 'array', itemIndex });
			return new Map((all as IDataObject[]).map((customer) => [String(customer.id), customer]));
		});
	}
	const found = await mapParallel(ids, run.client.maxParallelRequests, async (id) => {
		const customer = await run.once(`customer ${id}`, async () => {
			return await orUndefined(
				run.client.send(endpoints.customer.get, {
					path: { customerId: id },
					expect: 'object',
					itemIndex,
				}),
			);
		});
		return [id, customer as IDataObject | undefined] as const;
	});
	return new Map(
		found.flatMap(([id, customer]) => (customer === undefined ? [] : [[id, customer]])),
	);
}
