import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { recordItem } from '../events/recordItem';
import type { RecordEvent } from '../events/recordItem';
import { comparableId, recordKeyOf } from '../service/ids';
import { customerResource } from '../service/records/customer';
import { projectResource } from '../service/records/project';
import { forEachInSlices } from '../values/slices';
import type { PollSettings } from './settings';
import type { Source } from './source';

/**
 * The items of all events, each at the output of its kind. Customers are read only if the project of an event has one. If
 * they cannot be read, they are left out: an event without its customer is better than no event.
 *
 * @param note is told why the customers could not be read
 */
export async function itemsOf(
	events: readonly RecordEvent[],
	source: Source,
	{ kinds, splitByEvent }: PollSettings,
	note: (problem: string) => void,
): Promise<INodeExecutionData[][]> {
	const customerIdOf = ({ kind, record }: RecordEvent) =>
		kind.subject === projectResource ? comparableId(record?.customerId) : undefined;
	const customers = new Map<string | undefined, IDataObject>();
	if (events.some((event) => customerIdOf(event) !== undefined)) {
		const { records } = await source.readAll(customerResource).catch((error: Error) => {
			note(error.message);
			return { records: [] };
		});
		await forEachInSlices(records, (record) => customers.set(recordKeyOf(record), record));
	}
	const outputs: INodeExecutionData[][] = splitByEvent ? kinds.map(() => []) : [[]];
	await forEachInSlices(events, (event) => {
		const id = customerIdOf(event);
		const json = recordItem(event, id === undefined ? undefined : customers.get(id));
		outputs[splitByEvent ? kinds.indexOf(event.kind) : 0].push({ json });
	});
	return outputs;
}
