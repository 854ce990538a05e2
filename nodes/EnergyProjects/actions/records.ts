import type { IDataObject } from 'n8n-workflow';
import { readLimited } from '../lists/limitedList';
import type { ListRequest } from '../lists/page';
import { readWhole } from '../lists/wholeList';
import type { WholeList } from '../lists/wholeList';
import type { ListedRecord } from '../service/record';
import type { Item } from './item';

/** Said where a list moved so much while it was read, or was counted so badly, that something may be missing. */
const INCOMPLETE_HINT =
	'Some records may be missing: while the list was read records came and went, or the service did not count them rightly. Run it again at a quieter time to be sure.';

/** Which records of a list an item wants. */
export interface WantedRecords extends Omit<ListRequest, 'record' | 'itemIndex'> {
	/** A filter of the node's own. */
	readonly keep?: (record: IDataObject) => boolean;
}

/** All records of a list, and whether that is certain; a hint says so where it is not. */
export async function readWholeList(
	item: Item,
	record: ListedRecord,
	{ keep, ...asked }: WantedRecords = {},
): Promise<WholeList> {
	const list = { ...asked, record, itemIndex: item.index };
	const whole = await readWhole(item.run.client, list, { keep });
	if (!whole.complete) item.run.hint(INCOMPLETE_HINT, 'warning');
	return whole;
}

/** The whole list as it is when the first item asks for it, however many items look into it. */
export async function readWholeListOnce(item: Item, record: ListedRecord): Promise<WholeList> {
	return await item.run.once(`all ${record.noun}s`, async () => await readWholeList(item, record));
}

/**
 * The first records of a list, or all where there is no limit. A list that the service only sends as a whole is read
 * once per execution, however many items look into it.
 */
export async function readRecords(
	item: Item,
	record: ListedRecord,
	limit: number | undefined,
	wanted: WantedRecords = {},
): Promise<IDataObject[]> {
	if (!record.list.isPaged) {
		const all = (await readWholeListOnce(item, record)).records;
		return all.filter(wanted.keep ?? (() => true)).slice(0, limit);
	}
	if (limit === undefined) return (await readWholeList(item, record, wanted)).records;
	const { keep, ...asked } = wanted;
	const list = { ...asked, record, itemIndex: item.index };
	return await readLimited(item.run.client, list, limit, keep);
}
