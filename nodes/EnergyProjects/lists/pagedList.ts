import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { Endpoint } from '../service/endpoints';

/** A list of the service that comes in pages. */
export interface PagedList {
	readonly endpoint: Endpoint;
	/** Filters, and the sort the person asked for. */
	readonly query: IDataObject;
	readonly itemIndex?: number;
}

/** One page. Service document, section List metadata: the total is a numeric string. */
export interface Page {
	readonly records: IDataObject[];
	/** Records in the whole list; undefined where the answer does not tell. */
	readonly total?: number;
	/** Records on a full page. */
	readonly size: number;
}

/** Reads page `number` (from 1) of a list. */
export async function readPage(
	client: ApiClient,
	list: PagedList,
	number: number,
	query: IDataObject = {},
): Promise<Page> {
	const asked = { ...list.query, limit: MAX_PAGE_SIZE, ...query, page: number };
	const answer = (await client.send(list.endpoint, {
		query: asked,
		expect: 'page',
		...(list.itemIndex !== undefined && { itemIndex: list.itemIndex }),
	})) as { items: IDataObject[]; metadata?: { total?: unknown; limit?: unknown } };
	const total = countIn(answer.metadata?.total);
	// A service that cuts pages smaller than asked says so; counting on would skip records.
	const size = Math.min(asked.limit, countIn(answer.metadata?.limit) || asked.limit);
	return { records: answer.items, size, ...(total !== undefined && { total }) };
}

/** Number of pages that hold `total` records. */
export const pageCount = (total: number, size: number) => Math.ceil(total / size);

function countIn(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d+$/.test(text) ? Number(text) : undefined;
}
