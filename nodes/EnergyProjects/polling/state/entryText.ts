import { keyLengthIn } from '../entries/entry';
import type { Entry } from '../entries/entry';

/** Each stands for a record that was not known. */
const ABSENT = '!';
const ONLY_CREATED = '?';

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
