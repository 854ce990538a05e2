import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { createCollection } from './collection';
import type { Collection } from './collection';
import { mayHaveNextPage, pagesToTheEnd, readPage, sizeAfter } from './page';
import type { ListRequest, Page } from './page';
import { readUntilEmpty, sweep } from './sweep';
import type { Route, Swept } from './sweep';
import { createWitness } from './witness';

/** Passes over a list that keeps moving before it is handed over as possibly incomplete. */
const MOST_PASSES = 4;

/** A whole list, and whether it is certain that nothing in it was missed. */
export interface WholeList {
	readonly records: IDataObject[];
	readonly complete: boolean;
}

/**
 * A list in pages, whole: no id twice, none missing that was there throughout. A list that can be sorted by age comes with new
 * records last. Service document, sections Endpoints and List metadata.
 *
 * The first page, then the others in parallel. Where as many different records came as the first page counted, none
 * newer than it, that is all. Otherwise, and always with a filter, one look whether anything moved meanwhile. If
 * anything did, further sweeps follow: page by page from the last to the first, since with new records last a record
 * can only move towards pages still to be read, so that nothing escapes. Where edits can move records too, sweeps
 * alternate in direction until one brings nothing new.
 *
 * The total is never taken on trust: pages are read until one shows that it is the last. Where the service counts
 * wrongly or not at all, everything is read and nothing is certain.
 *
 * @param keep which records belong to the result; the others take no memory
 */
export async function readWhole(
	client: ApiClient,
	list: ListRequest,
	keep?: (record: IDataObject) => boolean,
): Promise<WholeList> {
	const found = createCollection(keep);
	const result = (complete: boolean) => ({ records: found.records(), complete });
	const { byAge } = list.record.list;
	const first = await readPage(client, list, 1, byAge?.newestFirst);
	// Sorted newest first, the first page holds the end of the list as it is read below.
	const ownPage = byAge ? [...first.records].reverse() : first.records;
	if (!mayHaveNextPage(first)) {
		found.add(ownPage);
		return result(first.total === first.records.length);
	}
	const reading: Reading = { client, list, found, first, size: sizeAfter(first) };
	if (await firstPageIsWholeList(reading)) {
		found.add(ownPage);
		return result(true);
	}
	if (!byAge) found.add(ownPage);
	const start = byAge ? 1 : 2;
	if (first.total === undefined || first.total < first.records.length) {
		await readUntilEmpty(client, list, start, reading.size, found);
		return result(false);
	}

	// They come last in the result, but a reader who has to break off has seen them.
	if (byAge && keep) first.records.forEach(keep);
	// One place more than are missing: so both ends meet, or the last page shows that it is the last.
	const missing = first.total - (byAge ? first.records.length : 0);
	const end = pagesToTheEnd(missing, reading.size);
	const witness = createWitness(list.record, first);
	const watched: Collection = {
		...found,
		reduce(records) {
			witness.see(records);
			return found.reduce(records);
		},
	};
	const swept = await sweepAll(
		{ ...reading, found: watched },
		{ from: start, to: end, toTheEnd: !byAge },
		first.total,
	);
	if (byAge) found.add(ownPage);
	if (!swept.isCredible) return result(false);
	// Records move towards the front only, and only where one is deleted: no edit moves any.
	const isOrderFirm = byAge !== undefined && Object.keys(list.query ?? {}).length === 0;
	const isCounted = swept.isSteady && found.seen() === first.total;
	if (isOrderFirm && isCounted && witness.sawOldOnesOnly()) return result(true);

	const look = await readPage(client, list, 1, { ...byAge?.newestFirst, limit: 1 });
	// More than are counted are as little a proof as fewer.
	const isUnmoved = isCounted && isSameState(first, look);
	if (isUnmoved && isOrderFirm) return result(true);

	let total = (isUnmoved ? first.total : look.total) ?? first.total;
	// Unmoved, and yet one record may have come in as another left: a second look in parallel mostly rules it out.
	for (let pass = isUnmoved ? 0 : 1; pass <= MOST_PASSES; pass++) {
		const before = found.seen();
		const last = pagesToTheEnd(total, reading.size);
		const route = pass % 2 === 0 ? { from: 1, to: last } : { from: last, to: 1 };
		const isOneByOne = pass > 0;
		const again = await sweepAll(reading, { ...route, isOneByOne, toTheEnd: true }, total);
		if (!again.isCredible) return result(false);
		total = again.total ?? total;
		const isProven = isOrderFirm || (again.isSteady && found.seen() === before);
		if (isProven && again.total !== undefined && found.seen() >= total) return result(true);
	}
	return result(false);
}

/** One whole list that is being read. */
interface Reading {
	readonly client: ApiClient;
	readonly list: ListRequest;
	readonly found: Collection;
	readonly first: Page;
	/** Records asked for with every page after the first. */
	readonly size: number;
}

/**
 * Whether a full first page is the whole list. That it is counted so proves nothing: some services count the records
 * of the page instead of the list.
 */
async function firstPageIsWholeList({ client, list, first, size }: Reading): Promise<boolean> {
	if (first.total !== first.records.length) return false;
	const query = { ...list.record.list.byAge?.newestFirst, limit: size };
	const next = await readPage(client, list, 2, query);
	return next.total === first.total && next.records.length === 0;
}

/** A sweep; where the answers cannot be true, everything behind it is read as well. */
async function sweepAll(
	{ client, list, found, size }: Reading,
	{ from, to, toTheEnd, isOneByOne }: Omit<Route, 'size' | 'atOnce'> & { isOneByOne?: boolean },
	total: number,
): Promise<Swept> {
	const atOnce = isOneByOne === true ? 1 : client.maxParallelRequests;
	const swept = await sweep(client, list, { from, to, size, atOnce, toTheEnd }, total, found);
	if (!swept.isCredible) await readUntilEmpty(client, list, swept.highest + 1, size, found);
	return swept;
}

/** The list looks the same from its front: as many records, and the same one first. */
const isSameState = (first: Page, look: Page) =>
	first.total === look.total && first.records[0]?.id === look.records[0]?.id;
