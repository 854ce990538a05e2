import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { createCollection } from './collection';
import { readArray, readPage } from './page';
import type { ListRequest } from './page';

/**
 * Up to `limit` records in the order of the list's query, page after page until there are enough.
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
	if (!list.record.list.isPaged) {
		found.add(await readArray(client, list));
		return found.records().slice(0, limit);
	}
	// Only where nothing is left out afterwards does a smaller page hold enough.
	const query = keep === undefined && limit < MAX_PAGE_SIZE ? { limit } : {};
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
