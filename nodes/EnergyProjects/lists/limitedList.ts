import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { createCollection } from './collection';
import { mayHaveNextPage, readPage, sizeAfter } from './page';
import type { ListRequest } from './page';

/**
 * Up to `limit` records of a list in pages, in the order of the list's query, page after page until there are enough.
 *
 * @param keep which records belong to the result
 */
export async function readLimited(
	client: ApiClient,
	list: ListRequest,
	limit: number,
	keep?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = createCollection(keep);
	// Only where nothing is left out afterwards does a smaller page hold enough.
	let size = keep === undefined ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
	for (let number = 1; ; number++) {
		const page = await readPage(client, list, number, { limit: size });
		const before = found.seen();
		found.add(page.records);
		// A service that ignores the page number would go on for ever.
		const isLast = !mayHaveNextPage(page) || found.seen() === before;
		if (isLast || found.count() >= limit) return found.records().slice(0, limit);
		if (number === 1) size = sizeAfter(page);
	}
}
