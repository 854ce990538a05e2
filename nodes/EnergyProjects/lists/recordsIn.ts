import type { IDataObject } from 'n8n-workflow';
import type { ListedRecord } from '../service/record';
import { isObject } from '../values/objects';

/** A list of the service has an entry that is not a record. */
export class ListError extends Error {
	/** n8n shows it below the message. */
	readonly description =
		'The answer is not what the document of the service describes. Check the Base URL in the credential; if it is right, tell the operator of the service.';
}

/**
 * Checks that each entry of a list is an object. Service document, section Endpoints.
 *
 * @throws ListError that names the first entry that is not
 */
export function recordsIn(record: ListedRecord, entries: readonly unknown[]): IDataObject[] {
	const wrong = entries.findIndex((entry) => !isObject(entry));
	if (wrong === -1) return entries as IDataObject[];
	const { noun, endpoints } = record;
	throw new ListError(
		`Could not ${endpoints.getAll.operation}: entry ${wrong + 1} of the list is ${formOf(entries[wrong])}, not a ${noun}`,
	);
}

function formOf(entry: unknown): string {
	if (entry === null || entry === undefined) return 'empty (null)';
	if (Array.isArray(entry)) return 'a list';
	return typeof entry === 'string' ? 'a text' : `a ${typeof entry}`;
}
