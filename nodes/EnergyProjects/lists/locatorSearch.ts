import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Authentication } from '../http/parameters';
import { createClient } from '../http/client';
import { recordIdIn } from '../service/ids';
import type { StandardResource } from '../service/resource';
import { compareTexts, folded, hasWordsOf } from '../values/text';
import { cityOf } from './names';
import type { NamesOf } from './names';
import { mayHaveNextPage, ordered, readLimited, readPage } from './pages';
import { isOneAnswer, readWhole } from './wholeList';

/** Nobody waits longer for a list in the editor. */
const TIMEOUT_MS = 20_000;
const PATIENCE_MS = 4_000;
/** How many entries the editor gets at a time. */
const ENTRIES_AT_ONCE = 100;

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
export function searchOf(resource: StandardResource, namesOf: NamesOf): ListSearch {
	const entryOf = (json: IDataObject): INodeListSearchItems => {
		const names = namesOf(json).filter(isText);
		const city = cityOf(json);
		// Many projects are named after their customer and city.
		const isNamed = folded(names[names.length - 1]).endsWith(`, ${folded(city)}`);
		const parts = [json.humanId, ...names, isNamed ? undefined : city].filter(isText);
		const id = recordIdIn(json) ?? '';
		return { name: parts.join(' · ') || id, value: id };
	};
	const searchedIn = (json: IDataObject) => {
		const { name, value } = entryOf(json);
		return folded(`${name} ${value}`);
	};
	return async function (filter = '', paginationToken) {
		const authentication = this.getNodeParameter('authentication', 'apiKey') as Authentication;
		const limits = { timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS };
		const client = createClient(this, { authentication, ...limits });
		const list = ordered({ resource }, resource.list.byAge?.newestFirst);
		const hasWords = hasWordsOf(filter);
		const keep = (json: IDataObject) => hasWords?.(searchedIn(json)) ?? true;

		if (isOneAnswer(resource)) {
			const { records: found } = await readWhole(client, list, keep);
			const named = found.map((json) => ({ json, name: namesOf(json).filter(isText).join(' ') }));
			const sorted = named.sort((a, b) => compareTexts(a.name, b.name));
			const end = Number(paginationToken ?? 0) + ENTRIES_AT_ONCE;
			const shown = sorted.slice(end - ENTRIES_AT_ONCE, end);
			return {
				results: shown.map(({ json }) => entryOf(json)),
				...(end < sorted.length && { paginationToken: String(end) }),
			};
		}
		if (filter !== '') {
			const { records } = await readLimited(client, list, ENTRIES_AT_ONCE, keep);
			return { results: records.map(entryOf) };
		}
		const page = await readPage(client, list, Number(paginationToken ?? 1));
		return {
			results: page.records.map(entryOf),
			...(mayHaveNextPage(page) && { paginationToken: String(page.number + 1) }),
		};
	};
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
