import type { Layout } from '../entries/layout';
import type { Entries, MissingRecords, Reports } from './entryText';

/** Something for each type of record. */
export type ByNoun<T> = Readonly<Record<string, T>>;

/** The records of one type as the last poll saw them. */
export interface Snapshot {
	readonly layout: Layout;
	/** The kinds of events it can show. If another kind is chosen, only what happens afterwards is reported. */
	readonly covers: readonly string[];
	/** When the whole list was last read, in milliseconds since 1970; 0 if every poll reads it. */
	readonly wholeAt: number;
	/** Records that were missing from the list, but are not known to be deleted. */
	readonly missing: MissingRecords;
	readonly entries: Entries;
}

/** What the last poll with events reported, so that the next process can report it again. */
export interface LastReport {
	/** Random. The process that reported it knows the mark. */
	readonly mark: string;
	readonly reports: ByNoun<Reports>;
}

/** What a poll knows from the polls before it. */
export interface State {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	/** The ID of the company. */
	readonly company: string;
	readonly snapshots: ByNoun<Snapshot>;
	readonly lastReport?: LastReport;
	/** Reports about records whose last events have to be reported again, but that no poll has read since. */
	readonly toRepeat?: ByNoun<Reports>;
}
