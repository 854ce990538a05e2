import type { Layout } from '../entries/layout';
import { pauseIfLong } from '../slices';
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
export async function stateText(state: State): Promise<string> {
	const { baseUrlDigest, company, snapshots, lastReport, toRepeat } = state;
	const sections = await mapValues(snapshots, async ({ entries, missing, ...snapshot }) => ({
		...snapshot,
		...(missing.size > 0 && { missing: await missingText(missing) }),
		count: entries.size,
		entries: await entriesText(entries),
	}));
	const batch = lastReport && {
		...lastReport,
		reports: await mapValues(lastReport.reports, reportsText),
	};
	const due = toRepeat && (await mapValues(toRepeat, reportsText));
	await pauseIfLong();
	return savedText({ baseUrlDigest, company, sections, batch, due });
}

/** @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one */
export async function stateIn(text: string): Promise<State> {
	const { baseUrlDigest, company, sections, batch, due } = savedStateIn(text);
	const snapshots = await mapValues(sections, async ({ count, ...snapshot }) => {
		const entries = await entriesIn(snapshot.entries);
		if (entries.size !== count) throw new Error('it is incomplete');
		return { ...snapshot, missing: await missingIn(snapshot.missing ?? ''), entries };
	});
	return {
		...{ baseUrlDigest, company, snapshots },
		...(batch && { lastReport: { ...batch, reports: await mapValues(batch.reports, reportsIn) } }),
		...(due && { toRepeat: await mapValues(due, reportsIn) }),
	};
}

async function mapValues<From, To>(
	values: ByNoun<From>,
	map: (value: From) => Promise<To>,
): Promise<Record<string, To>> {
	const mapped: Record<string, To> = {};
	for (const [name, value] of Object.entries(values)) mapped[name] = await map(value);
	return mapped;
}
