import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Authentication } from '../../http/authentication';
import { createClient } from '../../http/client';
import type { ReadableRecord } from '../../service/record';
import type { NamesOf } from '../names';
import { entryOf } from '../search';
import { readerOf } from './readers';

/** Nobody waits longer for a list in the editor. */
const TIMEOUT_MS = 20_000;

/** A search of the editor, in the form that n8n calls. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
) => Promise<INodeListSearchResult>;

/**
 * The searchable list of a locator. It shows human ID, names and city, and searches in these and in the ID. A list in
 * pages shows the newest records first; a list that comes as one array is sorted by name.
 *
 * @param namesOf the names that an entry shows
 */
export function searchOf(record: ReadableRecord, namesOf: NamesOf): ListSearch {
	const toEntry = (json: IDataObject) => entryOf(record, json, namesOf(json));
	return async function (filter = '', paginationToken) {
		const authentication = this.getNodeParameter('authentication', 'apiKey') as Authentication;
		const limits = { timeoutMs: TIMEOUT_MS, waitsForRestarts: false };
		const client = createClient(this, { authentication, ...limits });
		const query = record.list.byAge?.newestFirst;
		const { search } = readerOf(record);
		return await search(client, { record, query }, toEntry, filter, paginationToken);
	};
}
