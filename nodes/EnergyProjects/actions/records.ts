import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readLimited } from '../lists/pages';
import { sortProjects } from '../lists/sorting';
import type { ProjectOrder } from '../lists/sorting';
import { isOneAnswer, readWhole } from '../lists/wholeList';
import type { WholeList } from '../lists/wholeList';
import type { ListedRecord } from '../service/record';
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
export function refuseIncomplete(item: Item, { noun }: ListedRecord): void {
	if (item.chosenOption(ifIncompleteOption) === 'goOn')
		return item.run.hint(INCOMPLETE_HINT, 'warning');
	throw item.error(
		`The list of ${noun}s may be incomplete: ${WHY_INCOMPLETE}`,
		`Run it again when the service is less busy. To get what was read all the same, set the option "${ifIncompleteOption.displayName}" of "Get Many".`,
	);
}

const INCOMPLETE_HINT = `Some records may be missing: ${WHY_INCOMPLETE}. Run it again when the service is less busy to be sure.`;

/** Which records of a list an item wants. */
export interface RecordSelection {
	/** How the service filters the list. */
	readonly query?: IDataObject;
	/** Also sorts it; only of projects. */
	readonly order?: ProjectOrder;
	/** A filter that the node applies. */
	readonly keep?: (record: IDataObject) => boolean;
}

/** All records of a list, and whether that is certain. */
export const readWholeList = async (
	item: Item,
	record: ListedRecord,
	{ keep, query }: RecordSelection = {},
): Promise<WholeList> =>
	await readWhole(item.run.client, { record, query, itemIndex: item.index }, { keep });

/** The whole list as it is when the first item asks for it. However many items need it, it is read once. */
export const readWholeListOnce = async (item: Item, record: ListedRecord): Promise<WholeList> =>
	await item.run.once(`${record.noun}s`, async () => await readWholeList(item, record));

/**
 * The first records of a list, or all if there is no limit. If the first pages cannot show that a filter of the node
 * misses none, the whole list is read. A list that the service sends in one answer takes no query:
 * it is read once per execution, however many items need it.
 *
 * @throws NodeOperationError if a record may be missing, unless the item wants what was read
 */
export async function readRecords(
	item: Item,
	record: ListedRecord,
	limit: number | undefined,
	{ keep, query, order }: RecordSelection,
): Promise<IDataObject[]> {
	const enough = (records: IDataObject[], complete: boolean) => {
		if (!complete && !(records.length >= (limit ?? Infinity))) refuseIncomplete(item, record);
		return records.slice(0, limit);
	};
	if (isOneAnswer(record)) {
		const { records, complete } = await readWholeListOnce(item, record);
		return enough(await filterInSlices(records, keep ?? (() => true)), complete);
	}
	if (limit !== undefined) {
		const list = { record, query: { ...query, ...order }, itemIndex: item.index };
		const { records, isSure } = await readLimited(item.run.client, list, limit, keep);
		if (isSure) return records;
	}
	// A whole list is read in the order in which no record can be missed, and sorted afterwards.
	const { records, complete } = await readWholeList(item, record, { keep, query });
	return enough(order === undefined ? records : await sortProjects(records, order), complete);
}
