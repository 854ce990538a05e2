import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { recordItem } from '../events/recordItem';
import type { RecordEvent } from '../events/recordItem';
import { chosenKinds } from '../service/eventKinds';
import { customerRecord } from '../service/records/customer';
import { projectRecord } from '../service/records/project';
import { OutOfTime } from './reading/deadline';
import { recordKeyOf } from './entries/entry';
import type { Source } from './comparePoll';
import type { PollSettings } from './settings';

/** The items of all events, each at the output of its kind. Customers are read only where a project has one. */
export async function outputsOf(
	events: readonly RecordEvent[],
	source: Source,
	{ events: chosen, splitByEvent }: PollSettings,
): Promise<INodeExecutionData[][]> {
	const customerOf = await customersOf(events, source);
	const items = events.map((event) => ({
		kind: event.kind,
		item: { json: recordItem(event, customerOf(event)) },
	}));
	if (!splitByEvent) return [items.map(({ item }) => item)];
	return chosenKinds(chosen).map((kind) =>
		items.filter((one) => one.kind.value === kind.value).map(({ item }) => item),
	);
}

async function customersOf(
	events: readonly RecordEvent[],
	source: Source,
): Promise<(event: RecordEvent) => IDataObject | undefined> {
	const customerIdOf = ({ kind, record }: RecordEvent) =>
		kind.subject === projectRecord && record !== null
			? recordKeyOf({ id: record.customerId })
			: undefined;
	if (!events.some((event) => customerIdOf(event) !== undefined)) return () => undefined;
	const { records, scope } = await source.readAll(customerRecord);
	if (scope === 'part') throw new OutOfTime();
	const byKey = new Map(records.map((record) => [recordKeyOf(record), record]));
	return (event) => {
		const key = customerIdOf(event);
		return key === undefined ? undefined : byKey.get(key);
	};
}
