// Reads a list whole, although records come and go while it is read. The pages of a list are counted from its front, so
// each record that is added or deleted moves those after it: a plain reading, page after page, can bring a record twice
// or miss it.
//
// 1. Read all pages at once, oldest record first if the service can sort by age: new records can only join at the end.
// 2. The list is complete if every page gave the same total, as many different records came, and all of them were there
//    at the beginning: none is newer than the first page read, or that page still looks the same afterwards. If an edit can move
//    records, because the list is filtered or not sorted by age, it has to be read twice instead.
// 3. Otherwise read it page by page, from the last page to the first. When a record is deleted, those after it move
//    towards the front, to pages still to be read, so none of them is missed. If no edit can move records, the list is
//    complete then. Any other list is read forwards and backwards in turn, until that brings nothing new and the same
//    total on every page.
//
// A list is never complete if fewer records were found than the service counts, or if it does not count them, or if more
// were found that are no newer than the first page read than it ever counted.
import type { ApiRequest } from '../http/request';
import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { MOST_AT_ONCE } from '../http/throttle';
import { isSameId, recordIdIn, recordKeyOf } from '../service/ids';
import type { ListedResource } from '../service/resource';
import { createdAtOf, isLater } from '../values/dates';
import { forEachInSlices } from '../values/slices';
import { ordered, mayHaveNextPage, pagesOf, readPage } from './pages';
import type { Keep, ListRequest, Page, PageRange } from './pages';

/** A whole list. */
export interface WholeList {
	readonly records: IDataObject[];
	/** Whether it is certain that no record is missing. */
	readonly complete: boolean;
}

/** Whether the service sends the whole list of a record in one answer: an array, not a page. */
export const isOneAnswer = ({ list }: ListedResource): boolean => list.form === 'array';

/**
 * Reads a whole list: no ID twice, and none missing that was in the list all the time. New records come last if the
 * service can sort by age. Service document, sections Endpoints and List metadata.
 *
 * @param keep which records belong to the result; all others are dropped as they come
 */
export async function readWhole(
	client: ApiClient,
	list: ListRequest,
	keep?: Keep,
): Promise<WholeList> {
	const reading = new Reading(client, list, keep);
	if (isOneAnswer(list.resource)) {
		let headers: IDataObject = {};
		const records = await readArray(client, list, (given) => (headers = given));
		// All records in one answer can be so many that n8n would stand still. A page is short.
		await forEachInSlices(records, reading.add);
		return reading.result(!saysMore(headers, records.length));
	}
	const first = await readPage(client, ordered(list, reading.byAge?.newestFirst), 1);
	if (mayHaveNextPage(first)) return reading.result(await readUntilComplete(reading, first));
	reading.addFirst(first);
	return reading.result(first.total === first.records.length);
}

/** @returns whether the list is complete */
async function readUntilComplete(reading: Reading, first: Page): Promise<boolean> {
	await readAtOnce(reading, first);
	const { total, hasOneTotal } = reading.count();
	if (total === undefined) return false;
	const looksComplete = hasOneTotal && total === first.total && reading.seen.size === total;
	if (looksComplete && reading.isUnmovedByEdits && (await wereAllThere(reading, first)))
		return true;
	return await sweepUntilComplete(reading, looksComplete, total);
}

/** Step 1: reads all pages at once. */
async function readAtOnce(reading: Reading, first: Page): Promise<void> {
	reading.begin(first);
	// Newest first, the first page is the end of the list: only the pages before it are still to be read.
	const rest = Math.ceil(((first.total ?? Infinity) - first.records.length) / reading.size);
	const range = reading.byAge ? { to: Math.max(1, rest) } : { from: 2 };
	if (!reading.byAge) reading.addFirst(first);
	await reading.forwards({ ...range, atOnce: MOST_AT_ONCE, total: first.total });
	if (reading.byAge) reading.addFirst(first);
}

/** Step 2: whether all records that came were there at the beginning. */
async function wereAllThere({ client, list, byAge, hasNews }: Reading, first: Page) {
	if (!hasNews) return true;
	const look = await readPage(client, ordered(list, byAge?.newestFirst), 1, 1);
	return (
		look.total === first.total &&
		isSameId(recordIdIn(look.records[0]), recordIdIn(first.records[0]))
	);
}

/** Step 3: reads the list page by page. @returns whether it is complete then */
async function sweepUntilComplete(reading: Reading, looksComplete: boolean, total: number) {
	const { isUnmovedByEdits, seen } = reading;
	const atOnce = async () => await reading.forwards({ atOnce: MOST_AT_ONCE, total });
	const forwards = async () => await reading.forwards();
	const backwards = async () => await reading.backwards();
	const sweeps = [backwards, forwards, backwards, forwards];
	// If it looks complete, and only an edit can have moved a record, the first sweep reads all pages at once.
	if (looksComplete && !isUnmovedByEdits) sweeps.unshift(atOnce);
	for (const sweep of sweeps) {
		const before = seen.size;
		await sweep();
		const counted = reading.count();
		if (counted.total === undefined) return false;
		const isStable =
			(isUnmovedByEdits && sweep === backwards) || (counted.hasOneTotal && seen.size === before);
		if (isStable && reading.hasAll(counted.total)) return true;
	}
	return false;
}

/** The pages of a list that were read so far. */
class Reading {
	/** The ID of every record that was seen. */
	readonly seen = new Set<unknown>();
	/** Those records that belong to the result. */
	private readonly records: IDataObject[] = [];
	/** Whether a record came that may be newer than the first page that was read. */
	hasNews = false;
	/** How many records to ask for with each page. */
	size = 0;
	/** How many of the records that were seen were there at the beginning, and the largest total that a page gave. */
	private wereThereAtFirst = 0;
	private largestTotal = 0;
	private isOld: (record: IDataObject) => boolean = () => true;
	private last = 1;
	private readonly totals: Array<number | undefined> = [];
	private readonly keep: Keep;
	readonly client: ApiClient;
	readonly list: ListRequest;
	/** Undefined if the service cannot sort the list by age. */
	readonly byAge: ListedResource['list']['byAge'];
	/** Whether an edit never changes the place of a record. */
	readonly isUnmovedByEdits: boolean;
	private readonly newestLast: ListRequest;

	constructor(client: ApiClient, list: ListRequest, keep: Keep = () => true) {
		this.client = client;
		this.list = list;
		this.byAge = list.resource.list.byAge;
		this.newestLast = ordered(list, this.byAge?.newestLast);
		this.isUnmovedByEdits = this.byAge !== undefined && Object.keys(list.query ?? {}).length === 0;
		this.keep = keep;
	}

	/** Takes what the first page shows: how many records fit on a page, and which are the newest. */
	begin({ size, records, total = 0 }: Page): void {
		this.largestTotal = total;
		this.size = Math.min(size, records.length);
		const shown = new Set(records.map(recordKeyOf));
		const newest = Math.max(...records.map((record) => createdAtOf(record) ?? 0));
		// If the list is not sorted by age, the first page does not show which records are the newest.
		if (this.byAge === undefined) return;
		this.isOld = (record) =>
			shown.has(recordKeyOf(record)) || isLater(newest, createdAtOf(record) ?? newest);
	}

	/** Adds the records of the first page that was read: oldest first, if they are sorted by age. */
	addFirst = ({ records }: Page): void =>
		(this.byAge ? [...records].reverse() : records).forEach(this.add);

	/** The pages of a range in their order. */
	async forwards(range: PageRange = {}): Promise<void> {
		const pages = pagesOf(this.client, this.newestLast, { ...range, size: this.size });
		for await (const page of pages) {
			this.take(page);
			this.last = page.number;
		}
	}

	/** The last page that is known and those after it, then the pages before it, one by one, down to the first. */
	async backwards(): Promise<void> {
		const from = this.last;
		const read = async (number: number) =>
			this.take(await readPage(this.client, this.newestLast, number, this.size));
		let page = await read(this.last);
		// Not beyond what it counts: a service may ignore the number of the page.
		while (mayHaveNextPage(page) && this.last * this.size < (page.total ?? 0)) {
			page = await read(++this.last);
		}
		for (let number = from - 1; number >= 1; number--) await read(number);
	}

	/** What the pages since the last call said: the last total, and whether all gave the same. */
	count() {
		const totals = this.totals.splice(0);
		const total = totals[totals.length - 1];
		return { total, hasOneTotal: totals.every((given) => given === total) };
	}

	/** Whether as many records came as the service counts, and no more old ones than it ever counted. */
	hasAll = (total: number): boolean =>
		this.seen.size >= total && this.wereThereAtFirst <= this.largestTotal;

	add = (record: IDataObject): void => {
		const key = recordKeyOf(record);
		if (this.seen.has(key)) return;
		this.seen.add(key);
		if (this.keep(record)) this.records.push(record);
		if (this.isOld(record)) this.wereThereAtFirst++;
	};

	result = (complete: boolean): WholeList => ({ records: this.records, complete });

	private take(page: Page): Page {
		this.totals.push(page.total);
		this.largestTotal = Math.max(this.largestTotal, page.total ?? 0);
		this.hasNews ||= !page.records.every(this.isOld);
		page.records.forEach(this.add);
		return page;
	}
}

/** Service document, section Endpoints, "List customers": the answer is the array of all of them. */
export const readArray = async (
	client: ApiClient,
	{ resource, query, itemIndex }: ListRequest,
	onHeaders?: ApiRequest['onHeaders'],
) =>
	(await client.send(resource.endpoints.getAll, {
		onHeaders,
		query,
		itemIndex,
		expect: 'array',
	})) as IDataObject[];

/** Whether the headers of the array say that there are more records, although the document knows of none. */
const saysMore = ({ 'x-total-count': total, link }: IDataObject, count: number): boolean =>
	Number(total) > count || /rel="?next/i.test(String(link));
