import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { mapParallel } from '../http/pace/parallel';
import type { Collection } from './collection';
import { endPage, isMiscounted, mayHaveNextPage, readPage } from './page';
import type { ListRequest, Page } from './page';

/** Page numbers that are in memory at a time: a service can claim to have any number of records. */
const PAGES_PER_BLOCK = 1000;
/** How many pages behind the expected last one are read to find the end of a list that grows meanwhile. */
const MOST_PAGES_BEHIND = 100;

/** A list that is being read, with new records last if the service can sort by age. */
export interface Reading {
	readonly client: ApiClient;
	readonly list: ListRequest;
	/** How many records to ask for with each page. */
	readonly size: number;
	readonly found: Collection;
	/** Called with every record as soon as its page has been read. */
	readonly onRecord: (record: IDataObject) => void;
}

/** What one sweep through a list has shown. */
export interface SweepResult {
	/** Whether every page gave the total that was known before. */
	readonly isSteady: boolean;
	/** The last total that a page gave. */
	readonly total?: number;
	/** Whether the answers can be true: no page contradicted its own total, and the end was found. */
	readonly isPlausible: boolean;
}

/**
 * Reads pages in parallel; their records are added in the order of the pages.
 *
 * @param toTheEnd whether to go on after page `to` until one shows that it is the last
 * @param total the total known before
 */
export async function sweepForwards(
	reading: Reading,
	{
		from,
		to,
		toTheEnd,
	}: { readonly from: number; readonly to: number; readonly toTheEnd: boolean },
	total: number,
	atOnce = reading.client.maxParallelRequests,
): Promise<SweepResult> {
	const sweep = new Sweep(reading);
	for (let next = from; next <= Math.min(to, sweep.end); next += PAGES_PER_BLOCK) {
		const length = Math.min(PAGES_PER_BLOCK, to - next + 1);
		const numbers = Array.from({ length }, (_, index) => next + index);
		const pages = await mapParallel(numbers, atOnce, async (number) => await sweep.read(number));
		for (const records of pages) await reading.found.add(records);
	}
	return await sweep.finish(total, !toTheEnd || (await sweep.readToTheEnd(to + 1)));
}

/**
 * Reads page `from` and those after it until one shows that it is the last, then the pages before it, one by one, down
 * to the first.
 *
 * @param total the total known before
 */
export async function sweepBackwards(
	reading: Reading,
	from: number,
	total: number,
): Promise<SweepResult> {
	const sweep = new Sweep(reading);
	await reading.found.add(await sweep.read(from));
	const isEndFound = await sweep.readToTheEnd(from + 1);
	let number = Math.min(from - 1, sweep.end);
	while (number >= 1 && isEndFound && sweep.isConsistent) {
		await reading.found.add(await sweep.read(number));
		number = Math.min(number - 1, sweep.end);
	}
	return await sweep.finish(total, isEndFound);
}

/** Reads page after page, whatever the totals say, until one is the last or brings nothing new. */
export async function readUntilEmpty(reading: Reading, from: number): Promise<void> {
	for (let number = from; ; number++) {
		const page = await readPageOf(reading, number);
		if (!(await reading.found.add(page.records)) || !mayHaveNextPage(page)) return;
	}
}

async function readPageOf(reading: Reading, number: number): Promise<Page> {
	const { client, list, size, onRecord } = reading;
	const query = { ...list.record.list.byAge?.newestLast, limit: size };
	const page = await readPage(client, list, number, query);
	page.records.forEach(onRecord);
	return page;
}

class Sweep {
	/** No page after this one is read: an empty page has shown that the list ends here. */
	end = Infinity;
	/** Whether no page contradicted its own total. */
	isConsistent = true;
	private highest = 0;
	/** Whether the page with the highest number was the last of the list. */
	private isLast = false;
	private readonly totals: Array<number | undefined> = [];
	private readonly reading: Reading;

	constructor(reading: Reading) {
		this.reading = reading;
	}

	/** Reads one page, unless the list ends before it. @returns those of its records that belong to the result */
	async read(number: number): Promise<IDataObject[]> {
		if (number > this.end) return [];
		const { size, found } = this.reading;
		const page = await readPageOf(this.reading, number);
		this.totals.push(page.total);
		this.isConsistent &&= !isMiscounted(page);
		if (number >= this.highest) {
			this.highest = number;
			this.isLast = !mayHaveNextPage(page);
		}
		if (page.records.length === 0) {
			this.end = Math.min(this.end, number, endPage(page.total ?? Infinity, size));
		}
		await found.see(page.records);
		// A page that waits for its turn takes no more memory than the records that are wanted.
		return await found.wanted(page.records);
	}

	/** @returns false if so many pages follow that the end was not found */
	async readToTheEnd(from: number): Promise<boolean> {
		const mayGoOn = () => this.isConsistent && !this.isLast;
		for (let number = from; mayGoOn() && number < from + MOST_PAGES_BEHIND; number++) {
			await this.reading.found.add(await this.read(number));
		}
		return !mayGoOn();
	}

	/** If the answers cannot be true, the totals do not show where the list ends: then everything behind is read too. */
	async finish(total: number, isEndFound: boolean): Promise<SweepResult> {
		const isPlausible = this.isConsistent && isEndFound;
		if (!isPlausible) await readUntilEmpty(this.reading, this.highest + 1);
		return {
			isSteady: this.totals.every((given) => given === total),
			total: this.totals.filter((given) => given !== undefined).pop(),
			isPlausible,
		};
	}
}
