import { forEachInSlices, mapInSlices } from '../../values/slices';
import { keyLengthIn } from '../entries/entry';
import type { Entry } from '../entries/entry';

/** All stand for a record that was not known. */
const ABSENT = '!';
const ONLY_CREATED = '?';
const ONLY_EDITED = '#';
const TIME_BASE = 36;

/** The records of one type, by key. */
export type Entries = ReadonlyMap<string, Entry>;

/** What a record was before events about it were reported, and how many times they were reported. */
export interface Report {
	/** Undefined if the record was not known. */
	readonly before: Entry | undefined;
	readonly times: number;
	/** Of a record that was not known: the one change it was reported as, if the other was not chosen before. */
	readonly only?: 'created' | 'edited';
}

/** Reports about records of one type, by key. A record that changed again since its first report has several. */
export type Reports = ReadonlyMap<string, readonly Report[]>;

/** A known record that is missing from the list, although the service has not said that it does not exist. */
export interface Missing {
	/** How many times the service was asked. */
	readonly asked: number;
	/** When to ask again, in milliseconds since 1970. */
	readonly nextAt: number;
}

/** Such records, by key. */
export type MissingRecords = ReadonlyMap<string, Missing>;

/** Entries as one text. */
export const entriesText = async (entries: Entries): Promise<string> =>
	(await mapInSlices(entries, ([key, entry]) => key + entry)).join(',');

/** @throws Error if the text does not consist of entries */
export async function entriesIn(text: string): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	await forEachInSlices(partsIn(text), (part) => entries.set(...keyAndRest(part)));
	return entries;
}

/** Reports as one text: after the key one digit for the number of times. */
export async function reportsText(reports: Reports): Promise<string> {
	const texts = await mapInSlices(reports, ([key, ofRecord]) =>
		ofRecord.map((report) => `${key}${report.times}${formerText(report)}`).join(','),
	);
	return texts.join(',');
}

function formerText({ before, only }: Report): string {
	if (before !== undefined) return before;
	if (only === undefined) return ABSENT;
	return only === 'created' ? ONLY_CREATED : ONLY_EDITED;
}

/** @throws Error if the text does not consist of reports */
export async function reportsIn(text: string): Promise<Map<string, readonly Report[]>> {
	const reports = new Map<string, readonly Report[]>();
	await forEachInSlices(partsIn(text), (part) => {
		const [key, rest] = keyAndRest(part);
		const times = Number(rest.charAt(0));
		if (!(times > 0)) throw new Error('one of its reports cannot be read');
		reports.set(key, [...(reports.get(key) ?? []), { times, ...formerIn(rest.slice(1)) }]);
	});
	return reports;
}

/** Missing records as one text: after the key one digit for how often the service was asked, then the time. */
export async function missingText(records: MissingRecords): Promise<string> {
	const texts = await mapInSlices(
		records,
		([key, { asked, nextAt }]) => `${key}${asked}${nextAt.toString(TIME_BASE)}`,
	);
	return texts.join(',');
}

/** @throws Error if the text does not consist of missing records */
export async function missingIn(text: string): Promise<Map<string, Missing>> {
	const records = new Map<string, Missing>();
	await forEachInSlices(partsIn(text), (part) => {
		const [key, rest] = keyAndRest(part);
		const [asked, nextAt] = [Number(rest.charAt(0)), parseInt(rest.slice(1), TIME_BASE)];
		if (!(asked >= 0 && nextAt >= 0)) throw new Error('one of its missing records cannot be read');
		records.set(key, { asked, nextAt });
	});
	return records;
}

function formerIn(text: string): Omit<Report, 'times'> {
	if (text === ONLY_CREATED) return { before: undefined, only: 'created' };
	if (text === ONLY_EDITED) return { before: undefined, only: 'edited' };
	return { before: text === ABSENT ? undefined : text };
}

const partsIn = (text: string): string[] => (text === '' ? [] : text.split(','));

function keyAndRest(part: string): [key: string, rest: string] {
	const length = keyLengthIn(part);
	if (length === undefined) throw new Error('one of its entries cannot be read');
	return [part.slice(0, length), part.slice(length)];
}
