import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/pace/parallel';
import type { Collection } from './collection';
import { isMiscounted, mayHaveNextPage, pagesToTheEnd, readPage } from './page';
import type { ListRequest } from './page';

/** Pages whose numbers are held at a time: a service can count as many records as it likes. */
const BLOCK = 1000;
/** Pages read in search of the end of a list that grows while it is looked for. */
const MOST_BEHIND = 100;

/** Which pages to read. */
export interface Route {
	/** The highest number is read first where `from` is that one. */
	readonly from: number;
	readonly to: number;
	/** Records asked for with a page. */
	readonly size: number;
	readonly atOnce: number;
	/** Whether to go on behind the highest number until a page shows that it is the last. */
	readonly toTheEnd: boolean;
}

export interface Swept {
	/** Whether each page told the same total as before. */
	readonly isSteady: boolean;
	/** The last total told. */
	readonly total?: number;
	/**
	 * Whether the answers can be true: none contradicted its own total, and the end was found where it was looked for.
	 */
	readonly isCredible: boolean;
	/** The highest number read. */
	readonly highest: number;
}

/**
 * Reads pages into `found`, in the order of the route. Pages behind an empty one are left out.
 *
 * @param before the total told before
 */
export async function sweep(
	client: ApiClient,
	list: ListRequest,
	{ from, to, size, atOnce, toTheEnd }: Route,
	before: number | undefined,
	found: Collection,
): Promise<Swept> {
	const totals: Array<number | undefined> = [];
	const query = { ...list.record.list.byAge?.newestLast, limit: size };
	let end = Infinity;
	let isCredible = true;
	let highest = 0;
	let isLast = false;

	const read = async (number: number): Promise<IDataObject[]> => {
		if (number > end) return [];
		const page = await readPage(client, list, number, query);
		totals.push(page.total);
		if (isMiscounted(page)) isCredible = false;
		if (number >= highest) isLast = !mayHaveNextPage(page);
		highest = Math.max(highest, number);
		if (page.records.length === 0) {
			end = Math.min(end, number, pagesToTheEnd(page.total ?? Infinity, size));
		}
		return found.reduce(page.records);
	};
	const readBehind = async (number: number) => {
		for (let behind = number; toTheEnd && !isLast && isCredible; behind++) {
			if (behind - number >= MOST_BEHIND) isCredible = false;
			else found.add(await read(behind));
		}
	};

	if (from > to) {
		found.add(await read(from));
		await readBehind(from + 1);
		for (
			let next = Math.min(from - 1, end);
			next >= to && isCredible;
			next = Math.min(next - 1, end)
		) {
			found.add(await read(next));
		}
	} else {
		for (let next = from; next <= Math.min(to, end); next += BLOCK) {
			const length = Math.min(BLOCK, to - next + 1);
			const block = Array.from({ length }, (_, index) => next + index);
			for (const records of await mapParallel(block, atOnce, read)) found.add(records);
		}
		await readBehind(to + 1);
	}
	return {
		isSteady: totals.every((total) => total === before),
		total: totals.filter((total) => total !== undefined).pop(),
		isCredible,
		highest,
	};
}

/** Reads one page after the other where the total does not tell how many there are, until one brings nothing new. */
export async function readUntilEmpty(
	client: ApiClient,
	list: ListRequest,
	from: number,
	size: number,
	found: Collection,
): Promise<void> {
	const query = { ...list.record.list.byAge?.newestLast, limit: size };
	for (let number = from; ; number++) {
		const page = await readPage(client, list, number, query);
		const before = found.seen();
		found.add(page.records);
		if (found.seen() === before || !mayHaveNextPage(page)) return;
	}
}
