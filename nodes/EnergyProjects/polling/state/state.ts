import type { Layout } from '../entries/layout';
import {
	entriesIn,
	entriesText,
	missingIn,
	missingText,
	reportsIn,
	reportsText,
} from './entryText';
import type { Entries, MissingRecords, Reports } from './entryText';
import { savedStateIn, savedText } from './savedState';

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

/** The state as one text, since n8n copies and compares what is saved with every poll. */
export function stateText(state: State): string {
	const { baseUrlDigest, company, snapshots, lastReport, toRepeat } = state;
	return savedText({
		baseUrlDigest,
		company,
		sections: mapValues(snapshots, ({ entries, missing, ...snapshot }) => ({
			...snapshot,
			...(missing.size > 0 && { missing: missingText(missing) }),
			count: entries.size,
			entries: entriesText(entries),
		})),
		...(lastReport !== undefined && {
			batch: { ...lastReport, reports: mapValues(lastReport.reports, reportsText) },
		}),
		...(toRepeat !== undefined && { due: mapValues(toRepeat, reportsText) }),
	});
}

/** @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one */
export function stateIn(text: string): State {
	const { baseUrlDigest, company, sections, batch, due } = savedStateIn(text);
	return {
		baseUrlDigest,
		company,
		snapshots: mapValues(sections, ({ count, ...snapshot }) => {
			const entries = entriesIn(snapshot.entries);
			if (entries.size !== count) throw new Error('it is incomplete');
			return { ...snapshot, missing: missingIn(snapshot.missing ?? ''), entries };
		}),
		...(batch !== undefined && {
			lastReport: { ...batch, reports: mapValues(batch.reports, reportsIn) },
		}),
		...(due !== undefined && { toRepeat: mapValues(due, reportsIn) }),
	};
}

const mapValues = <From, To>(values: ByNoun<From>, map: (value: From) => To): Record<string, To> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
