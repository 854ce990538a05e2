import { pathTo } from '../../service/record';
import type { WritableRecord } from '../../service/record';
import { deletedSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { chosenRecord } from '../parameters/record/chosenRecord';
import { locator } from '../parameters/record/locator';

/** Service document, section Endpoints, "Delete project" and "Delete customer": irreversible. */
export const deleteOperation = (record: WritableRecord): Operation => ({
	name: 'Delete',
	value: 'delete',
	action: `Delete ${record.noun}`,
	description: `Delete a ${record.noun} permanently`,
	properties: [
		{
			displayName: `Deleting a ${record.noun} cannot be undone: the service does not keep it`,
			name: 'deletionNotice',
			type: 'notice',
			default: '',
		},
		{ ...locator(record.noun), required: true },
	],
	outputSchema: deletedSchema,
	async execute(item) {
		const { id, name } = await chosenRecord(item, record);
		const path = pathTo(record, id);
		const answer = await item.send(record.endpoints.delete, { path, about: name });
		const message = (answer as { message?: unknown } | undefined)?.message;
		// n8n's form for a deletion, with the record's ID and what the service said.
		return [{ deleted: true, id, ...(typeof message === 'string' && { message }) }];
	},
});
