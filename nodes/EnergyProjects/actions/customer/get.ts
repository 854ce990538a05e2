import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { simplifiedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { locator, requiredId } from '../parameters/locator';
import { emptyIfNotFound, notFoundOption, orUndefined } from '../parameters/ifNotFound';
import { outputOf, outputParameters } from '../parameters/output';

/** Service document, section Endpoints, "Get customer by id". */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a customer',
	description: 'Read one customer by its ID',
	properties: [{ ...locator('customer'), required: true }, ...outputParameters(customerRecord)],
	options: [notFoundOption],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(run, itemIndex) {
		const reading = run.client.send(endpoints.customer.get, {
			path: { customerId: requiredId(run, itemIndex, 'customer') },
			expect: 'object',
			itemIndex,
		});
		const customer = await (emptyIfNotFound(run, itemIndex) ? orUndefined(reading) : reading);
		if (customer === undefined) return [{}];
		return [outputOf(run, itemIndex, customerRecord, customer as IDataObject)];
	},
};
