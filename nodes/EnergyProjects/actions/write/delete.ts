import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Located } from '../parameters/locator';

/** Shown above the choice of what to delete. */
export const deletionNotice = (located: Located): INodeProperties => ({
	displayName: `Deleting a ${located} cannot be undone: the service does not keep it.`,
	name: 'deletionNotice',
	type: 'notice',
	default: '',
});

/** n8n's form for a deletion, with the record's ID and what the service said. */
export function deletionOutput(id: string, answer: unknown): IDataObject {
	const message = (answer as { message?: unknown } | undefined)?.message;
	return { deleted: true, id, ...(typeof message === 'string' && { message }) };
}
