import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { createBody, createParameters } from '../write/body';

/** Service document, section Endpoints, "Create customer". */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a customer',
	description: 'Create a new customer and return it',
	properties: createParameters(customerRecord),
	options: inputOptions,
	outputSchema: recordSchema(customerRecord),
	async execute(run, itemIndex) {
		const body = await createBody(run, itemIndex, customerRecord);
		const created = await run.client.send(endpoints.customer.create, { body, itemIndex });
		return [(created ?? {}) as IDataObject];
	},
};
