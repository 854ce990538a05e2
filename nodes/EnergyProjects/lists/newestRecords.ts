import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { createCollection } from './collection';
import { mayHaveNextPage, nextPageSize, readPage } from './page';
import type { ListRequest } from './page';

/**
 * Reads the newest records of a list that the service can sort by age: page after page, until it knows every record
 * of a page. If a record is deleted meanwhile, another one can slip from one page to the other unseen. So a caller who
 * must not miss any has to read the whole list now and then.
 *
 * @param isKnown whether the caller has the record already
 * @param onRecord called with every record as soon as its page has been read
 */
export async function readNewest(
	client: ApiClient,
	list: ListRequest,
	isKnown: (record: IDataObject) => boolean,
	onRecord: (record: IDataObject) => void = () => undefined,
): Promise<IDataObject[]> {
	const found = createCollection();
	const query = { ...list.record.list.byAge?.newestFirst };
	let size: { limit?: number } = {};
	for (let number = 1; ; number++) {
		const page = await readPage(client, list, number, { ...query, ...size });
		page.records.forEach(onRecord);
		const hasNew = await found.add(page.records);
		const isLast = !hasNew || !mayHaveNextPage(page);
		if (isLast || page.records.every(isKnown)) return found.records();
		if (number === 1) size = { limit: nextPageSize(page) };
	}
}
