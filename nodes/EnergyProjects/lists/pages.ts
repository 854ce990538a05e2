import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MOST_AT_ONCE } from '../http/throttle';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { recordKeyOf } from '../service/ids';
import type { ListedResource, ListOrder } from '../service/resource';

/** A list of the service, as one item asks for it. */
export interface ListRequest {
	readonly resource: ListedResource;
	/** Filters and order. */
	readonly query?: IDataObject;
	readonly itemIndex?: number;
}

/** What tells one list from another: record and query. */
export const listKey = ({ resource, query }: ListRequest): string =>
	JSON.stringify([resource.endpoints.getAll.path, query]);

/** The same list in another order. */
export const ordered = (list: ListRequest, order?: ListOrder): ListRequest => ({
	...list,
	query: { ...list.query, ...order },
});

/** Which records of a list belong to the result: a filter that the node applies. */
export type Keep = (record: IDataObject) => boolean;

/** One page of a list. Service document, section List metadata: the total is a numeric string. */
export interface Page {
	/** From 1. */
	readonly number: number;
	/** How many records were asked for. */
	readonly size: number;
	readonly records: readonly IDataObject[];
	/** How many records the whole list has; undefined if the answer does not say. */
	readonly total?: number;
}

/** Reads page `number` (from 1) of a list, with up to `size` records. */
export async function readPage(
	client: ApiClient,
	{ resource, query, itemIndex }: ListRequest,
	number: number,
	size = MAX_PAGE_SIZE,
): Promise<Page> {
	const answer = (await client.send(resource.endpoints.getAll, {
		query: { ...query, limit: size, page: number },
		expect: 'page',
		itemIndex,
	})) as { items: IDataObject[]; metadata?: { total?: unknown } | null };
	const total = String(answer.metadata?.total ?? '').trim();
	return {
		number,
		size,
		records: answer.items,
		total: /^\d{1,15}$/.test(total) ? Number(total) : undefined,
	};
}

/** Whether there may be another page after this one: it is full, or the service counts more records. */
export const mayHaveNextPage = ({ number, size, records: { length }, total = Infinity }: Page) =>
	length > 0 && (length >= size || total > (number - 1) * size + length);

/** Which pages of a list are read, and how. */
export interface PageRange {
	/** How many records to ask for with each page. */
	readonly size?: number;
	/** How many pages are read at a time. */
	readonly atOnce?: number;
	/** The first page to read. */
	readonly from?: number;
	/** The last page to read. */
	readonly to?: number;
	/** How many records the list has, if that is known. Otherwise its first page is read alone. */
	readonly total?: number;
	/** How many records are wanted: no more pages than that takes are read ahead. */
	readonly wanted?: number;
}

/**
 * The pages of a list in their order, to the last one, or to one without a new record: some services ignore the page
 * number. If the first page is short although more follow, its length is asked for from then on.
 */
export async function* pagesOf(
	client: ApiClient,
	list: ListRequest,
	range: PageRange = {},
): AsyncGenerator<Page> {
	const { atOnce = 1, from = 1, to = Infinity, total, wanted = Infinity } = range;
	let { size = MAX_PAGE_SIZE } = range;
	const seen = new Set<unknown>();
	const ahead: Array<Promise<Page>> = [];
	let likelyEnd = Math.ceil(Math.min(wanted, total ?? 0) / size);
	try {
		for (let number = from, next = from; ; number++) {
			for (; next <= Math.min(to, Math.max(number, likelyEnd)) && next < number + atOnce; next++) {
				const reading = readPage(client, list, next, size);
				// A failure is thrown below, where the page is awaited. Until then, Node.js must not take it for unhandled.
				reading.catch(() => undefined);
				ahead.push(reading);
			}
			const page = await ahead.shift();
			if (page === undefined) return;
			const before = seen.size;
			for (const record of page.records) seen.add(recordKeyOf(record));
			yield page;
			if (seen.size === before || !mayHaveNextPage(page)) return;
			if (number === 1) size = Math.min(size, page.records.length);
			likelyEnd = Math.ceil(Math.min(wanted, page.total ?? 0) / size);
		}
	} finally {
		await Promise.allSettled(ahead);
	}
}

/**
 * Reads up to `limit` records of a list, in the order of its query.
 *
 * @param keep which records belong to the result. With it, nobody can tell how many pages it takes, so many are read at once
 * @returns `isSure`: none was missed, even if fewer than `limit` came. All pages gave the same total, and as many
 * different records came; without `keep`, the service must not count more than came
 */
export async function readLimited(
	client: ApiClient,
	list: ListRequest,
	limit: number,
	keep?: Keep,
): Promise<{ readonly records: IDataObject[]; readonly isSure: boolean }> {
	const found = new Map<unknown, IDataObject>();
	const seen = new Set<unknown>();
	const totals = new Set<unknown>();
	const range =
		keep === undefined ? { size: Math.min(limit, MAX_PAGE_SIZE), wanted: limit } : undefined;
	const pages = pagesOf(client, list, { ...range, atOnce: MOST_AT_ONCE });
	for await (const { records, total } of pages) {
		totals.add(total);
		for (const record of records) {
			const key = recordKeyOf(record);
			seen.add(key);
			if (keep?.(record) ?? true) found.set(key, record);
		}
		if (found.size >= limit) break;
	}
	const isAll = totals.size === 1 && totals.has(seen.size);
	// Without a filter, what came is all that there is, unless the service counts more.
	const isEnd = keep === undefined && [...totals].every((total) => Number(total ?? 0) <= seen.size);
	const isSure = found.size >= limit || isAll || isEnd;
	return { records: [...found.values()].slice(0, limit), isSure };
}

/**
 * Reads the newest records of a list that the service can sort by age: page after page, until it knows every record
 * of a page. If a record is deleted meanwhile, another one can slip from one page to the other unseen. So a caller who
 * must not miss any has to read the whole list now and then.
 *
 * @param isKnown whether the caller has the record already
 */
export async function readNewest(
	client: ApiClient,
	list: ListRequest,
	isKnown: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = new Map<unknown, IDataObject>();
	const newestFirst = ordered(list, list.resource.list.byAge?.newestFirst);
	for await (const { records } of pagesOf(client, newestFirst)) {
		for (const record of records) found.set(recordKeyOf(record), record);
		if (records.every(isKnown)) break;
	}
	return [...found.values()];
}
