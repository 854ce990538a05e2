import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { ListedRecord } from '../service/record';

/** A list of the service, as one item asks for it. */
export interface ListRequest {
	readonly record: ListedRecord;
	/** Values for the placeholders of the list's path, such as the ID of the project whose rooms are listed. */
	readonly path?: Readonly<Record<string, string>>;
	/** Filters, and the sort the person asked for. */
	readonly query?: IDataObject;
	readonly itemIndex?: number;
}

/** One page of a list. Service document, section List metadata: the total is a numeric string. */
export interface Page {
	/** From 1. */
	readonly number: number;
	/** How many records were asked for. */
	readonly size: number;
	readonly records: readonly IDataObject[];
	/** How many records the whole list has; undefined if the answer does not say. */
	readonly total?: number;
	/** How many records fit on a page according to the service; undefined if the answer does not say. */
	readonly statedSize?: number;
}

/** Reads page `number` (from 1) of a list. The parameters in `more` are added to the query of the list. */
export async function readPage(
	client: ApiClient,
	{ record, path, query, itemIndex }: ListRequest,
	number: number,
	more: IDataObject = {},
): Promise<Page> {
	const asked = { ...query, limit: MAX_PAGE_SIZE, ...more, page: number };
	const answer = (await client.send(record.endpoints.getAll, {
		path,
		query: asked,
		expect: 'page',
		noun: record.noun,
		itemIndex,
	})) as { items: IDataObject[]; metadata?: { total?: unknown; limit?: unknown } | null };
	return {
		number,
		size: asked.limit,
		records: answer.items,
		total: countIn(answer.metadata?.total),
		statedSize: countIn(answer.metadata?.limit),
	};
}

/**
 * How many records to ask for with each page after the first, which has some. Some services send fewer than they were
 * asked for. Where their next page begins depends on the length they send or on the length asked for: if both are the
 * same, no record falls between two pages.
 */
export const nextPageSize = ({ records, size }: Page): number => Math.min(records.length, size);

/** Whether there may be another page after this one: the service counts more records, or this page is full. */
export function mayHaveNextPage(page: Page): boolean {
	const { number, records, size, statedSize, total } = page;
	const { length } = records;
	if (length === 0) return false;
	// A short first page proves nothing: it may be as long as this service ever makes a page.
	if (number === 1 && length < size && (total !== length || mayCountItself(page))) return true;
	if (length > size) return total !== endOf(page);
	return length >= Math.min(size, statedSize || size) || (total ?? 0) > endOf(page);
}

/**
 * Whether a short first page may have been cut, although its total says that it is the whole list: some services cut
 * pages at a size of their own and count the page instead of the list. Only page 2 shows whether more is to come. It is
 * read if the page is as long as somebody would choose for a largest page, a round number or a power of two, and if the
 * service does not state a smaller size than was asked for: it would be full then, or is short indeed.
 */
function mayCountItself({ records: { length }, size, statedSize }: Page): boolean {
	if ((statedSize || size) < size) return false;
	return length >= 10 && (length % 5 === 0 || [16, 32, 64].includes(length));
}

/**
 * Whether a page contradicts its own total: it shows more records than there are in all, or is not full although more
 * are to come. Not for the first page that is read: how many records fit on a page is not known yet.
 */
export function isMiscounted(page: Page): boolean {
	const { records, size, total } = page;
	if (total === undefined) return false;
	const isMoreThanCounted = records.length > 0 && total < endOf(page);
	return isMoreThanCounted || (records.length < size && total > endOf(page));
}

/** The page on which a list of `total` records ends: the first that is not full, be it an empty one. */
export const endPage = (total: number, size: number) => Math.floor(total / size) + 1;

/** How many records the list has up to the end of a page. */
const endOf = ({ number, size, records }: Page) => (number - 1) * size + records.length;

function countIn(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
