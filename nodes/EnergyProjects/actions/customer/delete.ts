import { endpoints } from '../../service/endpoints';
import { deletedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { deletionNotice, deletionOutput } from '../write/delete';
import { locator, requiredId } from '../parameters/locator';

/** Service document, section Endpoints, "Delete customer": irreversible. */
export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a customer',
	description: 'Delete a customer for good. This cannot be undone.',
	properties: [deletionNotice('customer'), { ...locator('customer'), required: true }],
	outputSchema: deletedSchema,
	async execute(run, itemIndex) {
		const id = requiredId(run, itemIndex, 'customer');
		const answer = await run.client.send(endpoints.customer.delete, {
			path: { customerId: id },
			itemIndex,
		});
		return [deletionOutput(id, answer)];
	},
};
