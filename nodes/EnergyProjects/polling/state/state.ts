import { isObject } from '../../values/objects';
import { keyLengthIn } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { Layout } from '../entries/layout';

const VERSION = 1;
/** Stands for a record that was not known. */
const ABSENT = '!';

/** Something for each type of record. */
export type ByNoun<T> = Readonly<Record<string, T>>;

/** The records of one type, by key. */
export type Entries = ReadonlyMap<string, Entry>;

/** What records of one type were before an event about them was reported, by key; undefined if they were not known. */
export type FormerEntries = ReadonlyMap<string, Entry | undefined>;

/** The records of one type as the last poll saw them. */
export interface Snapshot {
	readonly layout: Layout;
	/** The kinds of events it can show. If another kind is chosen, only what happens afterwards is reported. */
	readonly covers: readonly string[];
	/** When the whole list was last read, in milliseconds since 1970; 0 if every poll reads it. */
	readonly wholeAt: number;
	/** If many records were missing: a digest of their keys. The next poll has to find the same records missing. */
	readonly doubted?: string;
	readonly entries: Entries;
}

/** What the last poll with events reported, so that the next process can report it again. */
export interface LastReport {
	/** Random. The process that reported it knows the mark. */
	readonly mark: string;
	/** How many times it was reported. */
	readonly times: number;
	readonly before: ByNoun<FormerEntries>;
}

/** What a poll knows from the polls before it. */
export interface State {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	/** The ID of the company. */
	readonly company: string;
	readonly snapshots: ByNoun<Snapshot>;
	readonly lastReport?: LastReport;
	/** Records whose last events have to be reported again, but that no poll has read since. */
	readonly toRepeat?: ByNoun<FormerEntries>;
}

/** The state as one text, since n8n copies and compares what is saved with every poll. */
export function stateText(state: State): string {
	const { baseUrlDigest, company, snapshots, lastReport, toRepeat } = state;
	return JSON.stringify({
		version: VERSION,
		baseUrlDigest,
		company,
		sections: mapValues(snapshots, ({ entries, ...snapshot }) => ({
			...snapshot,
			count: entries.size,
			entries: entriesText(entries),
		})),
		...(lastReport !== undefined && {
			batch: { ...lastReport, before: mapValues(lastReport.before, entriesText) },
		}),
		...(toRepeat !== undefined && { due: mapValues(toRepeat, entriesText) }),
	});
}

/** @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one */
export function stateIn(text: string): State {
	const saved: unknown = JSON.parse(text);
	if (!isObject(saved) || saved.version !== VERSION) throw new Error('it has an unknown format');
	const { baseUrlDigest, company, sections, batch, due } = saved as unknown as SavedState;
	return {
		baseUrlDigest,
		company,
		snapshots: mapValues(sections, ({ count, ...snapshot }) => {
			const entries = entriesIn(snapshot.entries);
			if (entries.size !== count) throw new Error('it is incomplete');
			return { ...snapshot, entries: entries as Entries };
		}),
		...(batch !== undefined && {
			lastReport: { ...batch, before: mapValues(batch.before, entriesIn) },
		}),
		...(due !== undefined && { toRepeat: mapValues(due, entriesIn) }),
	};
}

/** The names that saved states have for snapshots, last report, and records to repeat stay as they are. */
interface SavedState extends Pick<State, 'baseUrlDigest' | 'company'> {
	readonly sections: ByNoun<Omit<Snapshot, 'entries'> & { entries: string; count: number }>;
	readonly batch?: Omit<LastReport, 'before'> & { before: ByNoun<string> };
	readonly due?: ByNoun<string>;
}

const entriesText = (entries: FormerEntries): string =>
	[...entries].map(([key, entry]) => key + (entry ?? ABSENT)).join(',');

function entriesIn(text: string): Map<string, Entry | undefined> {
	const entries = new Map<string, Entry | undefined>();
	if (text === '') return entries;
	for (const part of text.split(',')) {
		const length = keyLengthIn(part);
		if (length === undefined) throw new Error('one of its entries cannot be read');
		const entry = part.slice(length);
		entries.set(part.slice(0, length), entry === ABSENT ? undefined : entry);
	}
	return entries;
}

const mapValues = <From, To>(values: ByNoun<From>, map: (value: From) => To): Record<string, To> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
