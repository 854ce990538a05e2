import type { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/pace/parallel';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { ReadableRecord } from '../service/record';
import { compareTexts } from '../values/collation';
import { filterInSlices, mapInSlices, sortInSlices } from '../values/slices';
import { comparableText } from '../values/text';
import { createCollection } from './collection';
import { cityOf } from './names';
import { mayHaveNextPage, nextPageSize, readPage } from './page';
import type { ListRequest } from './page';

/** How many pages one search reads in parallel, and in all, so that the editor does not wait long. */
const PAGES_AT_ONCE = 5;
const PAGES_PER_SEARCH = 50;
/** The editor asks for more only if the list is long enough to scroll. */
const ENOUGH_TO_SCROLL = 20;
/** How many entries the editor gets at a time if the service sends the list as one array. */
const ENTRIES_AT_ONCE = 100;

/** A record as the list shows it. */
export interface Entry {
	readonly shown: INodeListSearchItems;
	/** The text that is searched: it also holds the names in full. */
	readonly searched: string;
	readonly sortedBy: string;
}

/** Turns a record into the entry that shows it. */
export type ToEntry = (json: IDataObject) => Entry;

/** A list in pages, in the order of its query. */
export async function searchPages(
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
		let hasNew = false;
		for (const { records } of pages) hasNew = (await found.add(records)) || hasNew;
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

/** A list that was read whole, sorted by name. */
export async function searchWhole(
	records: readonly IDataObject[],
	toEntry: ToEntry,
	filter: string,
	paginationToken: unknown,
): Promise<INodeListSearchResult> {
	const entries = await filterInSlices(await mapInSlices(records, toEntry), contains(filter));
	const found = await sortInSlices(entries, (a, b) => compareTexts(a.sortedBy, b.sortedBy));
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_AT_ONCE;
	const results = found.slice(start, end).map(({ shown }) => shown);
	return end < found.length ? { results, paginationToken: String(end) } : { results };
}

/** @param names the names that the entry shows */
export function entryOf(
	{ namedBy }: ReadableRecord,
	json: IDataObject,
	names: readonly unknown[],
): Entry {
	const id = String(json.id);
	const city = cityOf(json);
	const isNamedLikeCity = names.some((name) => comparableText(name) === comparableText(city));
	const parts = [json.humanId, ...names, isNamedLikeCity ? '' : city].filter(isText);
	const name = parts.join(' · ') || id;
	const searched = [name, ...namedBy.map((field) => json[field]), city, id].filter(isText);
	return {
		shown: { name, value: id },
		searched: comparableText(searched.join(' ')),
		sortedBy: names.filter(isText).join(' '),
	};
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const contains = (filter: string) => {
	const words = [...new Set(comparableText(filter).split(' '))];
	return ({ searched }: Entry) => words.every((word) => searched.includes(word));
};
