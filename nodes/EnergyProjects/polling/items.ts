import type { INodeExecutionData } from 'n8n-workflow';
import { recordItem } from '../events/recordItem';
import type { RecordEvent } from '../events/recordItem';
import { projectRecord } from '../service/records/project';
import { forEachInSlices } from '../values/slices';
import { recordKeyOf } from './entries/entry';
import { readCustomers } from './reading/customers';
import type { Source } from './reading/source';
import type { PollSettings } from './settings';

/** What a poll hands over. */
export interface EventItems {
	/** By output. */
	readonly outputs: INodeExecutionData[][];
	/** Why some customers could not be read. */
	readonly customerProblem?: string;
}

/**
 * The items of all events, each at the output of its kind. Customers are read only if the project of an event has one. A
 * customer that cannot be read is left out.
 */
export async function itemsOf(
	events: readonly RecordEvent[],
	source: Source,
	{ kinds, splitByEvent }: PollSettings,
): Promise<EventItems> {
	const keys = new Set<string>();
	await forEachInSlices(events, (event) => {
		const key = customerKeyOf(event);
		if (key !== undefined) keys.add(key);
	});
	const { byKey, problem } = await readCustomers([...keys], source);
	const customerOf = (event: RecordEvent) => byKey.get(customerKeyOf(event) ?? '');
	const outputs: INodeExecutionData[][] = splitByEvent ? kinds.map(() => []) : [[]];
	const outputOf = new Map(kinds.map(({ value }, index) => [value, splitByEvent ? index : 0]));
	await forEachInSlices(events, (event) => {
		const items = outputs[outputOf.get(event.kind.value) ?? 0];
		items.push({ json: recordItem(event, customerOf(event)) });
	});
	return { outputs, customerProblem: problem };
}

const customerKeyOf = ({ kind, record }: RecordEvent): string | undefined =>
	kind.subject === projectRecord ? recordKeyOf({ id: record?.customerId }) : undefined;
