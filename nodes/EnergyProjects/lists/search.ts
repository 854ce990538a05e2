import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Authentication } from '../http/authentication';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/parallel';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import type { ListedRecord } from '../service/record';
import { comparableText } from '../values/text';
import { createCollection } from './collection';
import { mayGoOn, readArray, readPage, sizeAfter } from './page';
import type { ListRequest } from './page';

/** Pages read at once for a search, and at most, so that the editor is not kept waiting. */
const PAGES_AT_ONCE = 5;
const PAGES_PER_SEARCH = 50;
/** The editor asks for more only where the list is long enough to scroll. */
const ENOUGH_TO_SCROLL = 20;
/** Entries handed over at a time where the service sends all of them at once. */
const ENTRIES_AT_ONCE = 100;
const TIMEOUT_MS = 20_000;

export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
) => Promise<INodeListSearchResult>;

/**
 * The searchable list of a locator. What it shows is what it searches: the names, the human id, the city, and the id.
 * A list in pages comes newest first, one that the service sends at once in alphabetical order.
 *
 * @param namesOf what a person knows a record by
 */
export function searchOf(
	record: ListedRecord,
	namesOf: (json: IDataObject) => unknown[],
): ListSearch {
	const toEntry = (json: IDataObject) => entryOf(json, namesOf(json));
	const search = record.list.isPaged ? searchPages : searchArray;
	return async function (filter = '', paginationToken) {
		const authentication = this.getNodeParameter('authentication', 'apiKey') as Authentication;
		const client = createClient(this, { authentication, timeoutMs: TIMEOUT_MS });
		const query = record.list.byAge?.newestFirst;
		return await search(client, { record, query }, toEntry, filter, paginationToken);
	};
}

type ToEntry = (json: IDataObject) => INodeListSearchItems;

async function searchPages(
	client: ApiClient,
	list: ListRequest,
	toEntry: ToEntry,
	filter: string,
	paginationToken: unknown,
): Promise<INodeListSearchResult> {
	const isWanted = contains(filter);
	const found = createCollection((record) => isWanted(toEntry(record)));
	const results = () => found.records().map(toEntry);
	let [next = 1, size = MAX_PAGE_SIZE] = placeIn(paginationToken);
	let counted = Infinity;
	const end = next + PAGES_PER_SEARCH;
	for (let atOnce = 1; next < end && found.count() < ENOUGH_TO_SCROLL; atOnce = PAGES_AT_ONCE) {
		// Beyond what is counted only one by one: it is the pages themselves that show where the list ends.
		const count = Math.min(atOnce, end - next, Math.max(1, counted - next + 1));
		const numbers = Array.from({ length: count }, (_, index) => next + index);
		const pages = await mapParallel(numbers, count, async (number) => {
			return await readPage(client, list, number, { limit: size });
		});
		const before = found.seen();
		for (const { records } of pages) found.add(records);
		if (found.seen() === before || !mayGoOn(pages[count - 1])) return { results: results() };
		const [{ number, total }] = pages;
		if (number === 1) size = sizeAfter(pages[0]);
		if (total !== undefined) counted = Math.ceil(total / size);
		next += count;
	}
	return { results: results(), paginationToken: `${next}/${size}` };
}

/** The next page, and the records to ask for with it: what the service hands out shows only on the first page. */
const placeIn = (paginationToken: unknown): number[] =>
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
		.sort((a, b) => a.name.localeCompare(b.name));
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_AT_ONCE;
	const results = found.slice(start, end);
	return end < found.length ? { results, paginationToken: String(end) } : { results };
}

function entryOf(json: IDataObject, names: unknown[]): INodeListSearchItems {
	const city = (json.address as IDataObject | null | undefined)?.city;
	const parts = [...names, json.humanId, city].filter(isText);
	return { name: parts.join(' · ') || String(json.id), value: String(json.id) };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const contains = (filter: string) => {
	const words = [...new Set(comparableText(filter).split(/\s+/))];
	return ({ name, value }: INodeListSearchItems) => {
		const text = comparableText(`${name} ${String(value)}`);
		return words.every((word) => text.includes(word));
	};
};
