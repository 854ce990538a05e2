import type { IDataObject } from 'n8n-workflow';
import { readLimited } from '../lists/limitedList';
import { readWhole } from '../lists/wholeList';
import type { ListedRecord } from '../service/record';
import type { Item } from './item';

/** Said where a list moved so much while it was read that something may be missing. */
const INCOMPLETE_HINT =
	'Records came and went while the list was read, so one or the other may be missing. Run it again at a quieter time to be sure.';

/** Which records of a list an item wants. */
export interface Wanted {
	/** Filters of the service, and a sort of its own. */
	readonly query?: IDataObject;
	/** A filter of the node's own. */
	readonly keep?: (record: IDataObject) => boolean;
}

/** All records of a list, with a hint where the list moved too much to be sure of it. */
export async function readAllRecords(
	item: Item,
	record: ListedRecord,
	{ query, keep }: Wanted = {},
): Promise<IDataObject[]> {
	const list = { record, query, itemIndex: item.index };
	const { records, complete } = await readWhole(item.run.client, list, keep);
	if (!complete) item.run.hint(INCOMPLETE_HINT, 'warning');
	return records;
}

/** The first records of a list, or all where there is no limit. */
export async function readRecords(
	item: Item,
	record: ListedRecord,
	limit: number | undefined,
	wanted: Wanted,
): Promise<IDataObject[]> {
	if (limit === undefined) return await readAllRecords(item, record, wanted);
	const list = { record, query: wanted.query, itemIndex: item.index };
	return await readLimited(item.run.client, list, limit, wanted.keep);
}
