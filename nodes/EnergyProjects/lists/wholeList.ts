import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { pageCount, readPage } from './pagedList';
import type { Page, PagedList } from './pagedList';
import { mapParallel } from '../http/parallel';

/** Passes over a list that keeps moving before it is handed over as possibly incomplete. */
const MOST_PASSES = 4;

/** A whole list, and whether it is certain that nothing in it was missed. */
export interface WholeList {
	readonly records: IDataObject[];
	readonly complete: boolean;
}

/** How far the order of a list can be relied on while records come and go. */
export interface ListNature {
	/**
	 * The query that puts new records last and the one that reverses it, where the service can sort. Without it
	 * the order is the service's own.
	 */
	readonly sorted?: { readonly newestLast: IDataObject; readonly newestFirst: IDataObject };
	/** Edits can move records in or out of the middle of the list (a filter by a field that can be edited). */
	readonly editsMoveRecords: boolean;
}

/**
 * A list, whole: no id twice, none missing that was there throughout.
 *
 * The first page, then the others in parallel, then one look whether anything moved meanwhile, and where edits can
 * move records a second reading. If anything did move, or fewer came than the service counts, the list is read again
 * page by page from the last to the first: with new records last, a record can only move towards pages still to be
 * read, so nothing escapes. Where edits move records too, passes alternate in direction until one brings nothing new.
 *
 * @param keep which records belong to the result; the others take no memory
 */
export async function readAll(
	client: ApiClient,
	list: PagedList,
	nature: ListNature,
	keep: (record: IDataObject) => boolean = () => true,
): Promise<WholeList> {
	const found = collector(keep);
	const first = await readPage(client, list, 1, nature.sorted?.newestFirst);
	const { total, size } = first;
	if (total === undefined) return await readWithoutTotal(client, list, nature, first, found);
	if (total <= first.records.length) {
		found.add(nature.sorted ? [...first.records].reverse() : first.records);
		return { records: found.records(), complete: true };
	}

	// Sorted newest first, the first page holds the end of the list as it is read below.
	const rest = nature.sorted
		? numbers(1, pageCount(total - first.records.length, size))
		: numbers(2, pageCount(total, size));
	if (!nature.sorted) found.add(first.records);
	const isSteady = await readPages(client, list, nature, rest, found, total);
	if (nature.sorted) found.add([...first.records].reverse());

	const check = await readPage(client, list, 1, { ...nature.sorted?.newestFirst, limit: 1 });
	if (isSteady && sameState(first, check) && found.seen() >= total) {
		if (isOrderFirm(nature)) return { records: found.records(), complete: true };
		// One record may have come in as another left: only a second look that brings nothing new rules it out.
		const before = found.seen();
		const all = numbers(1, pageCount(total, size));
		const isStillSteady = await readPages(client, list, nature, all, found, total);
		if (isStillSteady && found.seen() === before) {
			return { records: found.records(), complete: true };
		}
	}
	return await readAgain(client, list, nature, found, check.total ?? total, size);
}

/** Reads pages in parallel into `found`, in their order. @returns whether the total stayed the same */
async function readPages(
	client: ApiClient,
	list: PagedList,
	nature: ListNature,
	pageNumbers: readonly number[],
	found: Collector,
	total: number,
): Promise<boolean> {
	const pages = await mapParallel(pageNumbers, client.maxParallelRequests, async (number) => {
		const page = await readPage(client, list, number, nature.sorted?.newestLast);
		return { ...page, records: found.reduce(page.records) };
	});
	for (const page of pages) found.add(page.records);
	return pages.every((page) => page.total === total);
}

/** Records move towards the front only, and only where one is deleted. */
const isOrderFirm = ({ sorted, editsMoveRecords }: ListNature) =>
	sorted !== undefined && !editsMoveRecords;

/** Up to `limit` records in the order of the list's query. */
export async function readSome(
	client: ApiClient,
	list: PagedList,
	limit: number,
	keep?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = collector(keep ?? (() => true));
	// Only where nothing is sorted out afterwards does a smaller page hold enough.
	const query = keep === undefined && limit < 100 ? { limit } : {};
	for (let number = 1; ; number++) {
		const page = await readPage(client, list, number, query);
		const before = found.seen();
		found.add(page.records);
		const isLast =
			page.records.length < page.size ||
			number * page.size >= (page.total ?? Infinity) ||
			found.seen() === before;
		if (isLast || found.count() >= limit) return found.records().slice(0, limit);
	}
}

async function readAgain(
	client: ApiClient,
	list: PagedList,
	nature: ListNature,
	found: Collector,
	total: number,
	size: number,
): Promise<WholeList> {
	const query = nature.sorted?.newestLast;
	let known = total;
	for (let pass = 0; pass < MOST_PASSES; pass++) {
		const before = found.seen();
		const startedWith = known;
		const pages = numbers(1, Math.max(1, pageCount(known, size)));
		let steady = true;
		for (const number of pass % 2 === 0 ? pages.reverse() : pages) {
			const page = await readPage(client, list, number, query);
			found.add(page.records);
			steady &&= page.total === startedWith;
			known = page.total ?? known;
		}
		// New records last and no edit that moves any: the backward pass is proof enough.
		const isProven = isOrderFirm(nature) || (steady && found.seen() === before);
		if (isProven && found.seen() >= known) return { records: found.records(), complete: true };
	}
	return { records: found.records(), complete: false };
}

async function readWithoutTotal(
	client: ApiClient,
	list: PagedList,
	nature: ListNature,
	first: Page,
	found: Collector,
): Promise<WholeList> {
	let page = nature.sorted ? await readPage(client, list, 1, nature.sorted.newestLast) : first;
	for (let number = 2; ; number++) {
		const before = found.seen();
		found.add(page.records);
		// A service that ignores the page number would go on for ever.
		if (page.records.length < page.size || found.seen() === before)
			return { records: found.records(), complete: false };
		page = await readPage(client, list, number, nature.sorted?.newestLast);
	}
}

/** The list looks the same from its front: as many records, and the same one first. */
const sameState = (first: Page, check: Page) =>
	first.total === check.total && first.records[0]?.id === check.records[0]?.id;

const numbers = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

interface Collector {
	/** Adds the records of a page that belong to the result and were not there yet. */
	add(records: readonly IDataObject[]): void;
	/** The records of a page that belong to the result, so that a waiting page takes no more memory than them. */
	reduce(records: readonly IDataObject[]): IDataObject[];
	records(): IDataObject[];
	count(): number;
	/** How many different records were seen, kept or not. */
	seen(): number;
}

function collector(keep: (record: IDataObject) => boolean): Collector {
	const kept = new Map<unknown, IDataObject>();
	const seen = new Set<unknown>();
	const see = (record: IDataObject) => {
		const id = record.id ?? record;
		seen.add(id);
		return id;
	};
	return {
		add(records) {
			for (const record of records) {
				const id = see(record);
				if (!kept.has(id) && keep(record)) kept.set(id, record);
			}
		},
		reduce: (records) => records.filter((record) => (see(record), keep(record))),
		records: () => [...kept.values()],
		count: () => kept.size,
		seen: () => seen.size,
	};
}
