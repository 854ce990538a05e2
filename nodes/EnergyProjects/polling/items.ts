import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { recordItem } from '../events/recordItem';
import type { RecordEvent } from '../events/recordItem';
import { customerRecord } from '../service/records/customer';
import { projectRecord } from '../service/records/project';
import { recordKeyOf } from './entries/entry';
import { OutOfTime } from './reading/deadline';
import type { Source } from './reading/source';
import type { PollSettings } from './settings';

/**
 * The items of all events, each at the output of its kind. Customers are read only if the project of an event has one.
 *
 * @throws OutOfTime if there was no time to read the customers
 */
export async function outputsOf(
	events: readonly RecordEvent[],
	source: Source,
	{ kinds, splitByEvent }: PollSettings,
): Promise<INodeExecutionData[][]> {
	const customerOf = await customersOf(events, source);
	const itemsOf = (some: readonly RecordEvent[]) =>
		some.map((event) => ({ json: recordItem(event, customerOf(event)) }));
	if (!splitByEvent) return [itemsOf(events)];
	return kinds.map((kind) => itemsOf(events.filter((event) => event.kind.value === kind.value)));
}

async function customersOf(
	events: readonly RecordEvent[],
	source: Source,
): Promise<(event: RecordEvent) => IDataObject | undefined> {
	const customerIdOf = ({ kind, record }: RecordEvent) =>
		kind.subject === projectRecord ? recordKeyOf({ id: record?.customerId }) : undefined;
	if (!events.some((event) => customerIdOf(event) !== undefined)) return () => undefined;
	const { records, scope } = await source.readAll(customerRecord);
	if (scope === 'part') throw new OutOfTime();
	const byKey = new Map(records.map((record) => [recordKeyOf(record), record]));
	return (event) => {
		const key = customerIdOf(event);
		return key === undefined ? undefined : byKey.get(key);
	};
}
