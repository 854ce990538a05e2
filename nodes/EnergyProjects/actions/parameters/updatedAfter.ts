import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toInstant } from '../../values/dates';
import type { Item } from '../item';

/** A filter by the time of the last change, which the service lacks and the node applies itself. */
export const updatedAfterParameter: INodeProperties = {
	displayName: 'Updated After',
	name: 'updatedAfter',
	type: 'dateTime',
	default: '',
	description:
		'Only records changed later than this. Without an offset it is in the time zone of the workflow. The service has no such filter: the node reads the list and sorts out the rest.',
};

/** Whether a record was changed later than the filter says; undefined where the filter is not set. */
export function updatedAfterFilter(
	item: Item,
	value: unknown,
): ((record: IDataObject) => boolean) | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	let after: number;
	try {
		after = toInstant(value, item.run.timeZone);
	} catch (error) {
		throw item.error(`Updated After: ${(error as Error).message}`);
	}
	return (record) => Date.parse(String(record.updatedAt)) > after;
}
