import type { Outcome } from './answers/client.mts';
import { isJson, unwrapList, withKnownNames } from './answers/unwrap.mts';
import type { Json, List } from './answers/unwrap.mts';
import { placeOf } from './facts/places.mts';
import { ask, isSuccess, nounOf } from './judge.mts';
import type { Check } from './judge.mts';

/** As many as a page can have. The check looks at the form of this many records. */
export const PAGE_SIZE = 100;
const SMALL_PAGE_SIZE = 2;
/** The check reads no pages of a list after this one. */
const MOST_PAGES = 10;

type Query = Readonly<Record<string, string | number>>;

/**
 * Compares the pages of a list with each other: numbers, sizes, repeats and total.
 *
 * @param first page 1 of PAGE_SIZE
 * @param sort the rest of its query
 * @returns whether there is any record
 */
export async function checkPages(
	check: Check,
	operationId: string,
	first: List,
	sort: Query = {},
): Promise<boolean> {
	const plural = `${nounOf(operationId)}s`;
	const ids = idsIn(first);
	const read = async (query: Query) =>
		idsOf(operationId, await ask(check, operationId, { query: { ...sort, ...query } }));
	const sentences: string[] = [];
	if (ids.length > PAGE_SIZE) sentences.push(`limit=${PAGE_SIZE} brought ${ids.length} ${plural}.`);
	const [small = [], second = []] = [
		await read({ limit: SMALL_PAGE_SIZE, page: 1 }),
		await read({ limit: SMALL_PAGE_SIZE, page: 2 }),
	];
	if (small.length > SMALL_PAGE_SIZE) {
		sentences.push(`limit=${SMALL_PAGE_SIZE} brought ${small.length} ${plural}.`);
	}
	if (second.some((id) => small.includes(id))) {
		sentences.push(`page=2 brought ${plural} of page 1 again.`);
	}
	const unnamed = (await read({ limit: PAGE_SIZE })) ?? ids;
	if (unnamed[0] !== ids[0]) {
		sentences.push(
			`A request without page did not bring the same ${plural} as page=1. The service seems to count its pages from 0; the node begins with page=1.`,
		);
	}
	const all = await readOn(ids, async (page) => await read({ limit: PAGE_SIZE, page }));
	if (all.isOnTwoPages) sentences.push(`Two pages brought the same ${plural}.`);
	if (all.count > ids.length && ids.length < PAGE_SIZE) {
		sentences.push(
			`limit=${PAGE_SIZE} brought ${ids.length} ${plural}, although there are more. The node reads on, so this does not matter.`,
		);
	}
	const total = isJson(first.beside.metadata) ? first.beside.metadata.total : undefined;
	if (all.isWhole && total !== undefined && Number(total) !== all.count) {
		const sentence = `metadata.total is not ${all.count}, the number of ${plural} on all pages.`;
		check.findings.differ(`${operationId} query`, { sentence, places: placeOf.metadata() });
	}
	const places = placeOf.query();
	for (const sentence of sentences)
		check.findings.differ(`${operationId} query`, { sentence, places });
	return unnamed.length + ids.length > 0;
}

/** Reads the pages after the first one, until one brings nothing new. */
async function readOn(
	first: readonly string[],
	read: (page: number) => Promise<readonly string[] | undefined>,
): Promise<{ count: number; isWhole: boolean; isOnTwoPages: boolean }> {
	const seen = new Set(first);
	let isOnTwoPages = false;
	for (let page = 2; page <= MOST_PAGES; page++) {
		const ids = await read(page);
		const news = ids?.filter((id) => !seen.has(id)) ?? [];
		if (news.length > 0 && news.length < (ids?.length ?? 0)) isOnTwoPages = true;
		if (news.length === 0) return { count: seen.size, isWhole: ids !== undefined, isOnTwoPages };
		for (const id of news) seen.add(id);
	}
	return { count: seen.size, isWhole: false, isOnTwoPages };
}

const idsIn = ({ entries }: Pick<List, 'entries'>): string[] =>
	entries.filter(isJson).map(({ id }) => String(id));

/** @returns no IDs for a page after the last one, whatever the answer is; undefined if no answer came */
function idsOf(operationId: string, outcome: Outcome): string[] | undefined {
	if (outcome.kind === 'failure' || outcome.status === 429 || outcome.status >= 500)
		return undefined;
	if (!isSuccess(outcome) || outcome.body.form !== 'json') return [];
	const { value } = unwrapList(nounOf(operationId), 'page', outcome.body.value);
	return idsIn({ entries: withKnownNames(value?.entries ?? [], new Set()) as Json[] });
}

/** Whether a list is as long as a page, as if the service cut its lists. */
const isRound = (count: number): boolean =>
	[10, 20, 25, 30].includes(count) || (count > 0 && count % 50 === 0);

/** Whether a list without pages is whole, as far as the check can tell. */
export function checkWhole(check: Check, operationId: string, outcome: Outcome, list?: List): void {
	const id = `${operationId} whole`;
	if (list === undefined || outcome.kind === 'failure') return;
	const count = list.entries.length;
	const plural = `${nounOf(operationId)}s`;
	const { headers } = outcome;
	const next = Object.keys(list.beside).find(
		(name) => /next|cursor/i.test(name) && Boolean(list.beside[name]),
	);
	const sentences = [
		...(Number(headers.get('x-total-count')) > count
			? [`X-Total-Count is higher than the number of ${plural} that came.`]
			: []),
		...(/rel="?next/i.test(headers.get('link') ?? '')
			? ['The Link header names a next page.']
			: []),
		...(next === undefined ? [] : ['The answer names a next page or a cursor beside the list.']),
	];
	const places = placeOf.list(nounOf(operationId));
	if (sentences.length > 0) {
		return check.findings.differ(id, ...sentences.map((sentence) => ({ sentence, places })));
	}
	if (!isRound(count)) return check.findings.hold(id);
	const reason = `not certain: exactly ${count} came. Compare with the number that the service shows`;
	check.findings.miss(id, reason);
}
