import type { INodeListSearchResult } from 'n8n-workflow';
import type { ApiClient } from '../../http/client';
import { compareTexts } from '../../values/collation';
import type { ListRequest } from '../page';
import { contains } from '../search';
import type { ToEntry } from '../search';
import { readWholeArray } from './array';

/** How many entries the editor gets at a time if the service sends the list as one array. */
const ENTRIES_AT_ONCE = 100;

/** A list that the service sends at once, in the order of the names. */
export async function searchArray(
	client: ApiClient,
	list: ListRequest,
	toEntry: ToEntry,
	filter: string,
	paginationToken: unknown,
): Promise<INodeListSearchResult> {
	const found = (await readWholeArray(client, list)).records
		.map(toEntry)
		.filter(contains(filter))
		.sort((a, b) => compareTexts(a.sortedBy, b.sortedBy))
		.map(({ shown }) => shown);
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_AT_ONCE;
	const results = found.slice(start, end);
	return end < found.length ? { results, paginationToken: String(end) } : { results };
}
