import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { createCollection } from './collection';
import { mayHaveNextPage, readPage, sizeAfter } from './page';
import type { ListRequest } from './page';

/**
 * The newest records of a list that can be sorted by age, page after page until a whole page of them is known. One that
 * is deleted meanwhile can hide another between two pages: what must not be missed has to be read whole now and then.
 *
 * @param keep which records are looked for; called once or more for each that is read
 */
export async function readNewest(
	client: ApiClient,
	list: ListRequest,
	isKnown: (record: IDataObject) => boolean,
	keep?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = createCollection(keep);
	const query = { ...list.record.list.byAge?.newestFirst };
	let size: { limit?: number } = {};
	for (let number = 1; ; number++) {
		const page = await readPage(client, list, number, { ...query, ...size });
		const before = found.seen();
		found.add(page.records);
		const isLast = !mayHaveNextPage(page) || found.seen() === before;
		if (isLast || page.records.every(isKnown)) return found.records();
		if (number === 1) size = { limit: sizeAfter(page) };
	}
}
