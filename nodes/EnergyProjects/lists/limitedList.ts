import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { createCollection } from './collection';
import { mayHaveNextPage, nextPageSize, readPage } from './page';
import type { ListRequest } from './page';

/**
 * Reads up to `limit` records of a list in pages, in the order of the list's query: page after page until there are
 * enough.
 *
 * @param keep which records belong to the result; all, if it is not given
 */
export async function readLimited(
	client: ApiClient,
	list: ListRequest,
	limit: number,
	keep?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = createCollection(keep);
	// A smaller page holds enough records only if none of them is left out afterwards.
	let size = keep === undefined ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
	for (let number = 1; ; number++) {
		const page = await readPage(client, list, number, { limit: size });
		const hasNew = await found.add(page.records);
		// If a service ignores the page number, every page is the same: only a page without news ends the reading.
		const isLast = !hasNew || !mayHaveNextPage(page);
		if (isLast || found.keptCount() >= limit) return found.records().slice(0, limit);
		if (number === 1) size = nextPageSize(page);
	}
}
