// Reads a list whole, although records come and go while it is read. The pages of a list are counted from its front, so
// each record that is added or deleted moves those after it: a plain reading, page after page, can bring a record twice
// or miss it.
//
// 1. Read the first page, newest record first if the service can sort by age: then it is the end of the list. If it is
//    shorter than asked for, ask for that length from now on. If it is the whole list, the reading is complete.
// 2. Read the other pages in parallel, oldest record first, since new records can only join at the end. A list that the
//    service cannot sort is read in its own order.
// 3. A list that is sorted by age and not filtered has a firm order: no edit can move its records. It is complete if
//    every page gave the same total, as many different records came, and all of them existed when the first page was
//    read.
// 4. Otherwise ask for the first record once more. If the record and the total are the same, nothing seems to have
//    moved. Then a list with a firm order is complete. Any other list is read in parallel once more, since one record
//    may have come as another left.
// 5. If something has moved, or that reading was not enough, sweep through the list page by page, from the last page to
//    the first. When a record is deleted, those after it move towards the front, to pages still to be read, so none of
//    them is missed. A list with a firm order is complete after one such sweep.
// 6. In any other list an edit can move a record in both directions. So the sweeps go forwards and backwards in turn,
//    until one finds nothing new and the same total on every page.
//
// A list is never complete if fewer records were found than the service counts. The total serves for planning only: the
// end of a list is a page that is not full. If the service gives no total at first, or one that cannot be true, pages
// are read until nothing new comes, and the list counts as possibly incomplete. So does a list that still moves in the
// last sweep.
import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { createCollection } from './collection';
import { existedWhenRead } from './existedWhenRead';
import { endPage, mayHaveNextPage, nextPageSize, readPage } from './page';
import type { ListRequest, Page } from './page';
import { readUntilEmpty, sweepBackwards, sweepForwards } from './sweep';
import type { Reading, SweepResult } from './sweep';

/** How often a list that keeps moving is swept one page at a time. */
const MOST_SWEEPS = 4;

/** A whole list. */
export interface WholeList {
	readonly records: IDataObject[];
	/** Whether it is certain that no record is missing. */
	readonly complete: boolean;
}

export interface WholeListOptions {
	/** Which records belong to the result; all, if it is not given. The others take no memory. */
	readonly keep?: (record: IDataObject) => boolean;
	/**
	 * Called with every record as soon as its page has been read: a caller who runs out of time has those read so far.
	 * A list that comes as one array is handed over at once, so it is not called then.
	 */
	readonly onRecord?: (record: IDataObject) => void;
}

/**
 * Reads a whole list in pages: no ID twice, and none missing that was in the list all the time. New records come last if the
 * service can sort by age. Service document, sections Endpoints and List metadata.
 */
export async function readWhole(
	client: ApiClient,
	list: ListRequest,
	{ keep, onRecord = () => undefined }: WholeListOptions = {},
): Promise<WholeList> {
	const found = createCollection(keep);
	const result = (complete: boolean) => ({ records: found.records(), complete });
	const { byAge } = list.record.list;
	const first = await readPage(client, list, 1, byAge?.newestFirst);
	first.records.forEach(onRecord);
	const reading = { client, list, size: nextPageSize(first), found, onRecord };
	return result(await readPages(reading, first));
}

/** Reads the pages after the first, until the list is proven to be complete. @returns whether it is */
async function readPages(reading: Reading, first: Page): Promise<boolean> {
	const { list, found } = reading;
	const { byAge } = list.record.list;
	const firstRecords = byAge ? [...first.records].reverse() : first.records;
	const { total } = first;
	if (await firstPageIsWholeList(reading, first)) {
		await found.add(firstRecords);
		return total === first.records.length;
	}

	if (!byAge) await found.add(firstRecords);
	if (total === undefined || total < first.records.length) {
		await readUntilEmpty(reading, byAge ? 1 : 2);
		return false;
	}
	const rest = await readRest(reading, first, total);
	if (byAge) await found.add(firstRecords);
	if (!rest.isPlausible) return false;

	// Steps 3 and 4.
	const isCounted = rest.isSteady && found.seenCount() === total;
	if (isCounted && hasFirmOrder(list) && rest.allExisted) return true;

	const look = await readPage(reading.client, list, 1, { ...byAge?.newestFirst, limit: 1 });
	const isUnmoved = isCounted && hasSameFront(first, look);
	if (isUnmoved && hasFirmOrder(list)) return true;
	return await sweepUntilStable(reading, look.total ?? total, isUnmoved);
}

/** Whether records move towards the front only, and only because others are deleted: no edit moves any. */
const hasFirmOrder = ({ record, query = {} }: ListRequest): boolean =>
	record.list.byAge !== undefined && Object.keys(query).length === 0;

/** Whether the list looks the same from its front: as many records, and the same one first. */
const hasSameFront = (first: Page, look: Page): boolean =>
	first.total === look.total && first.records[0].id === look.records[0]?.id;

async function firstPageIsWholeList(
	{ client, list, size }: Reading,
	first: Page,
): Promise<boolean> {
	if (!mayHaveNextPage(first)) return true;
	if (first.total !== first.records.length) return false;
	// That total proves nothing: some services count the records of the page instead of the list.
	const query = { ...list.record.list.byAge?.newestFirst, limit: size };
	const next = await readPage(client, list, 2, query);
	return next.total === first.total && next.records.length === 0;
}

/** Step 2. @returns also whether all records existed when the first page was read */
async function readRest(
	reading: Reading,
	first: Page,
	total: number,
): Promise<SweepResult & { readonly allExisted: boolean }> {
	const { list, size } = reading;
	const { byAge } = list.record.list;
	const existed = existedWhenRead(list.record, first);
	let allExisted = true;
	const onRecord = (record: IDataObject) => {
		reading.onRecord(record);
		allExisted &&= existed(record);
	};
	// Newest first, the first page is the end of the list: what is read here overlaps with it by at least one record.
	const to = endPage(byAge ? total - first.records.length : total, size);
	const pages = { from: byAge ? 1 : 2, to, toTheEnd: !byAge };
	const swept = await sweepForwards({ ...reading, onRecord }, pages, total);
	return { ...swept, allExisted };
}

/**
 * Steps 4 to 6: sweeps through the list until one sweep proves that nothing is missing.
 *
 * @param isUnmoved whether nothing seems to have moved: then the first sweep reads in parallel
 * @returns whether the list is complete
 */
async function sweepUntilStable(
	reading: Reading,
	knownTotal: number,
	isUnmoved: boolean,
): Promise<boolean> {
	const { list, size, found } = reading;
	let total = knownTotal;
	for (let number = isUnmoved ? 0 : 1; number <= MOST_SWEEPS; number++) {
		const before = found.seenCount();
		const last = endPage(total, size);
		const all = { from: 1, to: last, toTheEnd: true };
		const swept =
			number % 2 === 1
				? await sweepBackwards(reading, last, total)
				: await sweepForwards(reading, all, total, number === 0 ? undefined : 1);
		if (!swept.isPlausible) return false;
		total = swept.total ?? total;
		const isStable = hasFirmOrder(list) || (swept.isSteady && found.seenCount() === before);
		if (isStable && swept.total !== undefined && found.seenCount() >= total) return true;
	}
	return false;
}
