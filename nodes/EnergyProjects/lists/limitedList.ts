import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/pace/parallel';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { createCollection } from './collection';
import { endPage, mayHaveNextPage, nextPageSize, readPage } from './page';
import type { ListRequest, Page } from './page';

/**
 * Reads up to `limit` records of a list in pages, in the order of the list's query: page after page until there are
 * enough. If records are left out, nobody can tell how many pages that takes: then twice as many pages are read at once
 * each time, so that few matches in a long list are found soon, and many matches without reading all of it.
 *
 * @param keep which records belong to the result; all, if it is not given
 */
export async function readLimited(
	client: ApiClient,
	list: ListRequest,
	limit: number,
	keep?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = createCollection(keep);
	// A smaller page holds enough records only if none of them is left out afterwards.
	let size = keep === undefined ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
	let numbers = [1];
	for (;;) {
		const pages = await mapParallel(
			numbers,
			client.maxParallelRequests,
			async (number) => await readPage(client, list, number, { limit: size }),
		);
		for (const page of pages) {
			const hasNew = await found.add(page.records);
			// If a service ignores the page number, every page is the same: only a page without news ends the reading.
			const isLast = !hasNew || !mayHaveNextPage(page);
			if (isLast || found.keptCount() >= limit) return found.records().slice(0, limit);
			if (page.number === 1) size = nextPageSize(page);
		}
		numbers = nextPages(pages, size, keep !== undefined);
	}
}

/** The numbers of the pages to read next: one, or twice as many as before, but none behind the end of the list. */
function nextPages(pages: readonly Page[], size: number, isDoubled: boolean): number[] {
	const { number, total } = pages[pages.length - 1];
	const left = total === undefined ? 1 : endPage(total, size) - number;
	const count = isDoubled ? Math.max(1, Math.min(pages.length * 2, left)) : 1;
	return Array.from({ length: count }, (_, index) => number + 1 + index);
}
