import type { IDataObject } from 'n8n-workflow';
import { readLimited } from '../lists/pages';
import { sortProjects } from '../lists/sorting';
import type { ProjectOrder } from '../lists/sorting';
import { isOneAnswer, readWhole } from '../lists/wholeList';
import type { WholeList } from '../lists/wholeList';
import type { ListedRecord } from '../service/record';
import { filterInSlices } from '../values/slices';
import type { Item } from './item';

/** Shown if the list changed so much while it was read, or was counted so badly, that something may be missing. */
const INCOMPLETE_HINT =
	'Some records may be missing: records were added or deleted while the list was read, or the service did not count them correctly or sent only a part of them. Run it again when the service is less busy to be sure.';

/** Which records of a list an item wants. */
export interface RecordSelection {
	/** How the service filters the list. */
	readonly query?: IDataObject;
	/** Also sorts it; only of projects. */
	readonly order?: ProjectOrder;
	/** A filter that the node applies. */
	readonly keep?: (record: IDataObject) => boolean;
}

/** All records of a list, and whether that is certain; if it is not, a hint says so. */
export async function readWholeList(
	item: Item,
	record: ListedRecord,
	{ keep, query }: RecordSelection = {},
): Promise<WholeList> {
	const list = { record, query, itemIndex: item.index };
	const whole = await readWhole(item.run.client, list, { keep });
	if (!whole.complete) item.run.hint(INCOMPLETE_HINT, 'warning');
	return whole;
}

/** The whole list as it is when the first item asks for it. However many items need it, it is read once. */
export const readWholeListOnce = async (item: Item, record: ListedRecord): Promise<WholeList> =>
	await item.run.once(`${record.noun}s`, async () => await readWholeList(item, record));

/**
 * The first records of a list, or all if there is no limit. If the first pages cannot show that a filter of the node
 * misses none, the whole list is read. A list that the service sends in one answer takes no query:
 * it is read once per execution, however many items need it.
 */
export async function readRecords(
	item: Item,
	record: ListedRecord,
	limit: number | undefined,
	{ keep, query, order }: RecordSelection,
): Promise<IDataObject[]> {
	if (isOneAnswer(record)) {
		const { records } = await readWholeListOnce(item, record);
		return (await filterInSlices(records, keep ?? (() => true))).slice(0, limit);
	}
	if (limit !== undefined) {
		const list = { record, query: { ...query, ...order }, itemIndex: item.index };
		const { records, isSure } = await readLimited(item.run.client, list, limit, keep);
		if (isSure) return records;
	}
	// A whole list is read in the order in which no record can be missed, and sorted afterwards.
	const { records } = await readWholeList(item, record, { keep, query });
	return (order === undefined ? records : await sortProjects(records, order)).slice(0, limit);
}
