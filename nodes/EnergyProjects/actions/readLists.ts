import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ordered, listKey, readLimited } from '../lists/pages';
import type { Keep, ListRequest } from '../lists/pages';
import { sortRecords } from '../lists/sorting';
import { isOneAnswer, readWhole } from '../lists/wholeList';
import type { WholeList } from '../lists/wholeList';
import type { ListedRecord, ListOrder } from '../service/record';
import { filterInSlices } from '../values/slices';
import type { Item } from './item';

/** What to do with a list that changed so much while it was read, or was counted so badly, that something may be missing. */
export const ifIncompleteOption: INodeProperties = {
	displayName: 'If Incomplete',
	name: 'ifIncomplete',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail' },
		{ name: 'Return What Was Read', value: 'goOn' },
	],
	default: 'fail',
	description:
		'What to do if records may be missing, because they were added or deleted while the list was read, or because the service did not count them correctly or sent only a part of them',
};

const WHY_INCOMPLETE =
	'records were added or deleted while the list was read, or the service did not count them correctly or sent only a part of them';

/**
 * What follows if a list that an item needs whole may lack a record: a hint if the item says so.
 *
 * @throws NodeOperationError otherwise: nobody sees a hint at night
 */
export function refuseIncomplete(
	item: Item,
	{ noun }: ListedRecord,
	wayOut = `To get what was read all the same, set the option "${ifIncompleteOption.displayName}".`,
): void {
	if (item.chosenOption(ifIncompleteOption) === 'goOn')
		return item.run.hint(INCOMPLETE_HINT, 'warning');
	throw item.error(
		`The list of ${noun}s may be incomplete: ${WHY_INCOMPLETE}`,
		`Run it again when the service is less busy. ${wayOut}`,
	);
}

const INCOMPLETE_HINT = `Some records may be missing: ${WHY_INCOMPLETE}. Run it again when the service is less busy to be sure.`;

/** All records of a list, and whether that is certain. */
export const readWholeList = async (
	item: Item,
	list: ListRequest,
	keep?: Keep,
): Promise<WholeList> => await readWhole(item.run.client, { ...list, itemIndex: item.index }, keep);

/** The whole list as it is when the first item asks for it. However many items need it, it is read once. */
export const readWholeListOnce = async (item: Item, list: ListRequest): Promise<WholeList> =>
	await item.run.once(listKey(list), async () => await readWholeList(item, list));

/** Which records of a list an item wants, in which order. */
export interface RecordSelection {
	readonly limit?: number;
	readonly order?: ListOrder;
	readonly keep?: Keep;
}

/**
 * The first records of a list, or all if there is no limit. If the pages read cannot prove that
 * no match was missed, the whole list is read. A list that the service sends in one answer is read once per execution, however
 * many items need it.
 *
 * @throws NodeOperationError if a record may be missing, unless the item wants what was read
 */
export async function readRecords(
	item: Item,
	list: ListRequest,
	{ limit = Infinity, order, keep }: RecordSelection,
): Promise<IDataObject[]> {
	const { record } = list;
	const limited = (records: IDataObject[], complete: boolean) => {
		if (!complete && records.length < limit) refuseIncomplete(item, record);
		return records.slice(0, limit);
	};
	if (isOneAnswer(record)) {
		const { records, complete } = await readWholeListOnce(item, list);
		return limited(await filterInSlices(records, keep ?? (() => true)), complete);
	}
	if (limit < Infinity) {
		const asked = { ...ordered(list, order), itemIndex: item.index };
		const { records, isSure } = await readLimited(item.run.client, asked, limit, keep);
		if (isSure) return records;
	}
	// A whole list is read in the order in which no record can be missed, and sorted afterwards.
	const { records, complete } = await readWholeList(item, list, keep);
	const sorted = order === undefined ? records : await sortRecords(record, records, order);
	return limited(sorted, complete);
}
