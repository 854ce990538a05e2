import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/parallel';
import { createCollection } from './collection';
import type { Collection } from './collection';
import { pageCount, readArray, readPage } from './page';
import type { ListRequest, Page } from './page';

/** Passes over a list that keeps moving before it is handed over as possibly incomplete. */
const MOST_PASSES = 4;

/** A whole list, and whether it is certain that nothing in it was missed. */
export interface WholeList {
	readonly records: IDataObject[];
	readonly complete: boolean;
}

/**
 * A list, whole: no id twice, none missing that was there throughout. A list that can be sorted by age comes with new
 * records last. Service document, sections Endpoints and List metadata.
 *
 * The first page, then the others in parallel, then one look whether anything moved meanwhile. If anything did, or
 * fewer came than the service counts, further sweeps follow: page by page from the last to the first, since with new
 * records last a record can only move towards pages still to be read, so that nothing escapes. Where edits can move
 * records too, sweeps alternate in direction until one brings nothing new.
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
	const { isPaged, byAge } = list.record.list;
	if (!isPaged) {
		found.add(await readArray(client, list));
		return result(true);
	}

	const first = await readPage(client, list, 1, byAge?.newestFirst);
	const ownPage = byAge ? [...first.records].reverse() : first.records;
	if (first.total === undefined) {
		await readOn(client, list, first, found);
		return result(false);
	}
	if (first.total <= first.records.length) {
		found.add(ownPage);
		return result(true);
	}

	// Sorted newest first, the first page holds the end of the list as it is read below.
	const rest = byAge
		? numbers(1, pageCount(first.total - first.records.length, first.size))
		: numbers(2, pageCount(first.total, first.size));
	if (!byAge) found.add(ownPage);
	const { isSteady } = await sweep(client, list, rest, client.maxParallelRequests, found, first);
	if (byAge) found.add(ownPage);
	const look = await readPage(client, list, 1, { ...byAge?.newestFirst, limit: 1 });
	const isUnmoved = isSteady && sameState(first, look) && found.seen() >= first.total;
	// Records move towards the front only, and only where one is deleted: no edit moves any.
	const isOrderFirm = byAge !== undefined && Object.keys(list.query ?? {}).length === 0;
	if (isUnmoved && isOrderFirm) return result(true);

	let { total } = isUnmoved ? first : look;
	// Unmoved, and yet one record may have come in as another left: a second look in parallel mostly rules it out.
	for (let pass = isUnmoved ? 0 : 1; pass <= MOST_PASSES; pass++) {
		const before = found.seen();
		const pages = numbers(1, Math.max(1, pageCount(total ?? first.total, first.size)));
		if (pass % 2 === 1) pages.reverse();
		const atOnce = pass === 0 ? client.maxParallelRequests : 1;
		const swept = await sweep(client, list, pages, atOnce, found, { total });
		total = swept.total ?? total;
		const isProven = isOrderFirm || (swept.isSteady && found.seen() === before);
		if (isProven && found.seen() >= (total ?? Infinity)) return result(true);
	}
	return result(false);
}

/**
 * Reads pages into `found`, in the order of their numbers.
 *
 * @returns whether each of them told the same total as before, and the last one told
 */
async function sweep(
	client: ApiClient,
	list: ListRequest,
	pageNumbers: readonly number[],
	atOnce: number,
	found: Collection,
	before: Pick<Page, 'total'>,
): Promise<Pick<Page, 'total'> & { readonly isSteady: boolean }> {
	const pages = await mapParallel(pageNumbers, atOnce, async (number) => {
		const page = await readPage(client, list, number, list.record.list.byAge?.newestLast);
		return { ...page, records: found.reduce(page.records) };
	});
	for (const page of pages) found.add(page.records);
	const totals = pages.map(({ total }) => total);
	return {
		isSteady: totals.every((total) => total === before.total),
		total: totals.filter((total) => total !== undefined).pop(),
	};
}

/** Without a total the pages are read one by one until one is not full. */
async function readOn(client: ApiClient, list: ListRequest, first: Page, found: Collection) {
	const query = list.record.list.byAge?.newestLast;
	let page = query === undefined ? first : await readPage(client, list, 1, query);
	for (let number = 2; ; number++) {
		const before = found.seen();
		found.add(page.records);
		// A service that ignores the page number would go on for ever.
		if (page.records.length < page.size || found.seen() === before) return;
		page = await readPage(client, list, number, query);
	}
}

/** The list looks the same from its front: as many records, and the same one first. */
const sameState = (first: Page, look: Page) =>
	first.total === look.total && first.records[0]?.id === look.records[0]?.id;

const numbers = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
