import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Authentication } from '../http/authentication';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/pace/parallel';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { WritableRecord } from '../service/record';
import { compareTexts } from '../values/collation';
import { comparableText } from '../values/text';
import { createCollection } from './collection';
import { cityOf } from './names';
import type { NamesOf } from './names';
import { mayHaveNextPage, nextPageSize, readArray, readPage } from './page';
import type { ListRequest } from './page';

/** How many pages one search reads in parallel, and in all, so that the editor does not wait long. */
const PAGES_AT_ONCE = 5;
const PAGES_PER_SEARCH = 50;
/** The editor asks for more only if the list is long enough to scroll. */
const ENOUGH_TO_SCROLL = 20;
/** How many entries the editor gets at a time if the service sends the list as one array. */
const ENTRIES_AT_ONCE = 100;
const TIMEOUT_MS = 20_000;

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
export function searchOf(record: WritableRecord, namesOf: NamesOf): ListSearch {
	const toEntry = (json: IDataObject) => entryOf(record, json, namesOf(json));
	const search = record.list.isPaged ? searchPages : searchArray;
	return async function (filter = '', paginationToken) {
		const authentication = this.getNodeParameter('authentication', 'apiKey') as Authentication;
		const client = createClient(this, { authentication, timeoutMs: TIMEOUT_MS });
		const query = record.list.byAge?.newestFirst;
		return await search(client, { record, query }, toEntry, filter, paginationToken);
	};
}

/** A record as the list shows it. */
interface Entry {
	readonly shown: INodeListSearchItems;
	/** The text that is searched: it also holds the names in full. */
	readonly searched: string;
	readonly sortedBy: string;
}

type ToEntry = (json: IDataObject) => Entry;

async function searchPages(
	client: ApiClient,
	list: ListRequest,
	toEntry: ToEntry,
	filter: string,
	paginationToken: unknown,
): Promise<INodeListSearchResult> {
	const isWanted = contains(filter);
	const found = createCollection((record) => isWanted(toEntry(record)));
	const results = () => found.records().map((record) => toEntry(record).shown);
	let [next = 1, size = MAX_PAGE_SIZE] = readPageToken(paginationToken);
	let counted = Infinity;
	const end = next + PAGES_PER_SEARCH;
	for (let atOnce = 1; next < end && found.keptCount() < ENOUGH_TO_SCROLL; atOnce = PAGES_AT_ONCE) {
		// Pages that the total does not promise are read one by one: only the pages themselves show where the list ends.
		const count = Math.min(atOnce, end - next, Math.max(1, counted - next + 1));
		const numbers = Array.from({ length: count }, (_, index) => next + index);
		const pages = await mapParallel(numbers, count, async (number) => {
			return await readPage(client, list, number, { limit: size });
		});
		const hasNew = pages.map(({ records }) => found.add(records)).includes(true);
		if (!hasNew || !mayHaveNextPage(pages[count - 1])) return { results: results() };
		const [{ number, total }] = pages;
		if (number === 1) size = nextPageSize(pages[0]);
		if (total !== undefined) counted = Math.ceil(total / size);
		next += count;
	}
	return { results: results(), paginationToken: `${next}/${size}` };
}

/** The next page, and how many records to ask for: only the first page shows how many the service sends. */
const readPageToken = (paginationToken: unknown): number[] =>
	typeof paginationToken === 'string' ? paginationToken.split('/').map(Number) : [];

async function searchArray(
	client: ApiClient,
	list: ListRequest,
	toEntry: ToEntry,
	filter: string,
	paginationToken: unknown,
): Promise<INodeListSearchResult> {
	const found = (await readArray(client, list))
		.map(toEntry)
		.filter(contains(filter))
		.sort((a, b) => compareTexts(a.sortedBy, b.sortedBy))
		.map(({ shown }) => shown);
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_AT_ONCE;
	const results = found.slice(start, end);
	return end < found.length ? { results, paginationToken: String(end) } : { results };
}

function entryOf({ namedBy }: WritableRecord, json: IDataObject, names: readonly unknown[]): Entry {
	const id = String(json.id);
	const city = cityOf(json);
	const isNamedLikeCity = names.some((name) => comparableText(name) === comparableText(city));
	const parts = [json.humanId, ...names, isNamedLikeCity ? '' : city].filter(isText);
	const name = parts.join(' · ') || id;
	const searched = [name, ...namedBy.map((field) => json[field]).filter(isText), city, id];
	return {
		shown: { name, value: id },
		searched: comparableText(searched.join(' ')),
		sortedBy: names.filter(isText).join(' '),
	};
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const contains = (filter: string) => {
	const words = [...new Set(comparableText(filter).split(/\s+/))];
	return ({ searched }: Entry) => words.every((word) => searched.includes(word));
};
