import { keyLengthIn } from '../entries/entry';
import type { Entry } from '../entries/entry';

/** Each stands for a record that was not known. */
const ABSENT = '!';
const ONLY_CREATED = '?';
const TIME_BASE = 36;

/** The records of one type, by key. */
export type Entries = ReadonlyMap<string, Entry>;

/** What a record was before events about it were reported, and how many times they were reported. */
export interface Report {
	/** Undefined if the record was not known. */
	readonly before: Entry | undefined;
	readonly times: number;
	/** Of a record that was not known: whether it was reported as created, but not as edited, even if it was. */
	readonly isOnlyCreated?: boolean;
}

/** Reports about records of one type, by key. A record that changed again since its first report has several. */
export type Reports = ReadonlyMap<string, readonly Report[]>;

/** A known record that is missing from the list, but of which the service has not said that it does not exist. */
export interface Missing {
	/** How many times the service was asked. */
	readonly asked: number;
	/** When to ask again, in milliseconds since 1970. */
	readonly nextAt: number;
}

/** Such records, by key. */
export type MissingRecords = ReadonlyMap<string, Missing>;

/** Entries as one text. */
export const entriesText = (entries: Entries): string =>
	[...entries].map(([key, entry]) => key + entry).join(',');

/** @throws Error if the text does not consist of entries */
export const entriesIn = (text: string): Map<string, Entry> => new Map(partsIn(text));

/** Reports as one text: after the key one digit for the number of times. */
export const reportsText = (reports: Reports): string =>
	[...reports]
		.flatMap(([key, ofRecord]) =>
			ofRecord.map(({ before, times, isOnlyCreated }) => {
				const absent = isOnlyCreated === true ? ONLY_CREATED : ABSENT;
				return `${key}${times}${before ?? absent}`;
			}),
		)
		.join(',');

/** @throws Error if the text does not consist of reports */
export function reportsIn(text: string): Map<string, readonly Report[]> {
	const reports = new Map<string, readonly Report[]>();
	for (const [key, rest] of partsIn(text)) {
		const times = Number(rest.charAt(0));
		if (!(times > 0)) throw new Error('one of its reports cannot be read');
		reports.set(key, [...(reports.get(key) ?? []), { times, ...formerIn(rest.slice(1)) }]);
	}
	return reports;
}

/** Missing records as one text: after the key one digit for how often the service was asked, then the time. */
export const missingText = (records: MissingRecords): string =>
	[...records]
		.map(([key, { asked, nextAt }]) => `${key}${asked}${nextAt.toString(TIME_BASE)}`)
		.join(',');

/** @throws Error if the text does not consist of missing records */
export function missingIn(text: string): Map<string, Missing> {
	const missingOf = (rest: string): Missing => {
		const [asked, nextAt] = [Number(rest.charAt(0)), parseInt(rest.slice(1), TIME_BASE)];
		if (asked >= 0 && nextAt >= 0) return { asked, nextAt };
		throw new Error('one of its missing records cannot be read');
	};
	return new Map(partsIn(text).map(([key, rest]) => [key, missingOf(rest)]));
}

function formerIn(text: string): Omit<Report, 'times'> {
	if (text === ONLY_CREATED) return { before: undefined, isOnlyCreated: true };
	return { before: text === ABSENT ? undefined : text };
}

/** Each key, and what follows it. */
function partsIn(text: string): Array<[key: string, rest: string]> {
	if (text === '') return [];
	return text.split(',').map((part) => {
		const length = keyLengthIn(part);
		if (length === undefined) throw new Error('one of its entries cannot be read');
		return [part.slice(0, length), part.slice(length)];
	});
}
