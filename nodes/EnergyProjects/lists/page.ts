import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { ListedRecord } from '../service/record';
import { recordsIn } from './recordsIn';

/** A list of the service, as one item asks for it. */
export interface ListRequest {
	readonly record: ListedRecord;
	/** Values for the placeholders of the list's path, such as the ID of the project whose rooms are listed. */
	readonly path?: Readonly<Record<string, string>>;
	/** Filters, and the sort the person asked for. */
	readonly query?: IDataObject;
	readonly itemIndex?: number;
}

/** One page. Service document, section List metadata: the total is a numeric string. */
export interface Page {
	/** From 1. */
	readonly number: number;
	/** Records it was asked to hold. */
	readonly size: number;
	readonly records: readonly IDataObject[];
	/** Records in the whole list; undefined where the answer does not tell. */
	readonly total?: number;
	/** Records a page can hold by the service's own word; undefined where the answer does not tell. */
	readonly toldSize?: number;
}

/** Reads page `number` (from 1) of a list; `more` is asked for beside the list's own query. */
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
		itemIndex,
	})) as { items: unknown[]; metadata?: { total?: unknown; limit?: unknown } | null };
	return {
		number,
		size: asked.limit,
		records: recordsIn(record, answer.items),
		total: countIn(answer.metadata?.total),
		toldSize: countIn(answer.metadata?.limit),
	};
}

/** Reads a list that comes as one array. */
export async function readArray(
	client: ApiClient,
	{ record, ...request }: ListRequest,
): Promise<IDataObject[]> {
	const answer = await client.send(record.endpoints.getAll, { ...request, expect: 'array' });
	return recordsIn(record, answer as unknown[]);
}

/**
 * What to ask for after the first page. Some services hand out fewer records than asked, and count pages by their own
 * size or by the size asked for: where both are the same, no record falls between two pages.
 */
export const sizeAfter = ({ records, size }: Page): number =>
	records.length > 0 ? Math.min(records.length, size) : size;

/** Whether there may be more after a page: the service counts more, or as many came as fit on it. */
export function mayHaveNextPage(page: Page): boolean {
	const { number, records, size, toldSize, total } = page;
	if (records.length === 0) return false;
	// Only the first page tells what the service hands out at most, so only there a short one proves nothing.
	if (number === 1 && total !== records.length && records.length < size) return true;
	if (records.length > size) return total !== endOf(page);
	return records.length >= Math.min(size, toldSize || size) || (total ?? 0) > endOf(page);
}

/**
 * Whether an answer contradicts itself: it counts fewer records than it shows, or more although its page has room.
 * Not for a first page, whose size is not known yet.
 */
export function isMiscounted(page: Page): boolean {
	const { records, size, total } = page;
	if (total === undefined) return false;
	const isMoreThanCounted = records.length > 0 && total < endOf(page);
	return isMoreThanCounted || (records.length < size && total > endOf(page));
}

/** Pages that hold `total` records and the place after the last one, which shows that it is the last. */
export const pagesToTheEnd = (total: number, size: number) => Math.floor(total / size) + 1;

/** Records up to the last one of a page. */
const endOf = ({ number, size, records }: Page) => (number - 1) * size + records.length;

function countIn(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
