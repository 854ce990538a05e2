import { pathTo } from '../../service/record';
import type { RecordWith } from '../../service/record';
import { deletedSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { chosenRecord } from '../parameters/record/chosenRecord';
import { locator } from '../parameters/record/locator';

/** Service document, section Endpoints, "Delete project" and "Delete customer": it cannot be undone. */
export const deleteOperation = (record: RecordWith<'delete'>): Operation => ({
	name: 'Delete',
	value: 'delete',
	action: `Delete ${record.noun}`,
	description: `Delete a ${record.noun} permanently`,
	properties: [
		{
			displayName: `Deleting a ${record.noun} cannot be undone: the service keeps no copy`,
			name: 'deletionNotice',
			type: 'notice',
			default: '',
		},
		{ ...locator(record), required: true },
	],
	outputSchema: deletedSchema,
	async execute(item) {
		const { id, name } = await chosenRecord(item, record);
		const path = pathTo(record, id);
		const answer = await item.send(record.endpoints.delete, {
			path,
			about: name,
			expect: 'deleted',
			onInferred: () => item.run.hint(hintAbout(record), 'warning'),
		});
		const message = (answer as { message?: unknown } | undefined)?.message;
		// The usual form in n8n, with the record's ID and the message of the service.
		return [{ deleted: true, id, ...(typeof message === 'string' && { message }) }];
	},
});

const hintAbout = ({ noun }: RecordWith<'delete'>) =>
	`Not every deletion was confirmed: after an attempt without a clear answer, the service said that the ${noun} does not exist. It counts as deleted.`;
