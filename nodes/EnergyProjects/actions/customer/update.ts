import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { locator } from '../parameters/locator';
import { skipUnchangedOption, updateItem } from '../write/update';
import { updateParameters } from '../write/body';

/** Service document, section Endpoints, "Update customer": only what changes is sent. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a customer',
	description: 'Change some fields of a customer and return it; all other fields stay as they are',
	properties: [{ ...locator('customer'), required: true }, ...updateParameters(customerRecord)],
	options: [...inputOptions, skipUnchangedOption],
	outputSchema: recordSchema(customerRecord),
	async execute(run, itemIndex) {
		return await updateItem(run, itemIndex, 'customer', {
			record: customerRecord,
			get: endpoints.customer.get,
			update: endpoints.customer.update,
			idName: 'customerId',
		});
	},
};
