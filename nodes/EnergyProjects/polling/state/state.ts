import { isObject } from '../../values/objects';
import { keyLengthIn } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { Layout } from '../entries/layout';

const VERSION = 1;
const ABSENT = '!';

/** The records of one type, by key. */
export type Entries = ReadonlyMap<string, Entry>;

/** What is known of the records of one type. */
export interface Snapshot {
	readonly layout: Layout;
	/** The kinds of events it was kept for: of any other kind nothing that happened before is reported. */
	readonly covers: readonly string[];
	/** When the list was last read whole, in milliseconds since 1970; 0 where each poll does. */
	readonly wholeAt: number;
	/** So many records were missing that the next poll has to find the same: a digest of their keys. */
	readonly doubted?: string;
	readonly entries: Entries;
}

/** What records were before events about them were handed over: by noun and key, undefined where there was none. */
export type FormerEntries = Readonly<Record<string, ReadonlyMap<string, Entry | undefined>>>;

/** The events handed over last, so that they can be found once more. */
export interface LastReport {
	/** Tells which process handed it over. */
	readonly mark: string;
	/** How often it was handed over. */
	readonly times: number;
	readonly before: FormerEntries;
}

/** What a poll knows of the polls before it. */
export interface State {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	readonly company: string;
	/** By noun. */
	readonly sections: Readonly<Record<string, Snapshot>>;
	readonly batch?: LastReport;
	/** Records whose last events have to be found once more, and were not among those read since. */
	readonly due?: FormerEntries;
}

/** One text: n8n copies and compares what is saved with every poll. */
export function stateText({ baseUrlDigest, company, sections, batch, due }: State): string {
	return JSON.stringify({
		version: VERSION,
		baseUrlDigest,
		company,
		sections: mapValues(sections, ({ entries, ...section }) => ({
			...section,
			count: entries.size,
			entries: entriesText(entries),
		})),
		...(batch !== undefined && {
			batch: { ...batch, before: mapValues(batch.before, entriesText) },
		}),
		...(due !== undefined && { due: mapValues(due, entriesText) }),
	});
}

/** @throws Error where it is none, or was cut off: a part of a state must never look like deletions */
export function stateIn(text: string): State {
	const saved: unknown = JSON.parse(text);
	if (!isObject(saved) || saved.version !== VERSION) throw new Error('it has another form');
	const { baseUrlDigest, company, sections, batch, due } = saved as unknown as SavedState;
	return {
		baseUrlDigest,
		company,
		sections: mapValues(sections, ({ count, ...section }) => {
			const entries = entriesIn(section.entries);
			if (entries.size !== count) throw new Error('it is not complete');
			return { ...section, entries: entries as Entries };
		}),
		...(batch !== undefined && { batch: { ...batch, before: mapValues(batch.before, entriesIn) } }),
		...(due !== undefined && { due: mapValues(due, entriesIn) }),
	};
}

interface SavedState extends Omit<State, 'sections' | 'batch' | 'due'> {
	readonly sections: Record<string, Omit<Snapshot, 'entries'> & { entries: string; count: number }>;
	readonly batch?: Omit<LastReport, 'before'> & { before: Record<string, string> };
	readonly due?: Record<string, string>;
}

const entriesText = (entries: ReadonlyMap<string, Entry | undefined>): string =>
	[...entries].map(([key, entry]) => key + (entry ?? ABSENT)).join(',');

function entriesIn(text: string): Map<string, Entry | undefined> {
	const entries = new Map<string, Entry | undefined>();
	if (text === '') return entries;
	for (const part of text.split(',')) {
		const length = keyLengthIn(part);
		if (length === undefined) throw new Error('an entry of it cannot be read');
		const entry = part.slice(length);
		entries.set(part.slice(0, length), entry === ABSENT ? undefined : entry);
	}
	return entries;
}

const mapValues = <From, To>(
	values: Readonly<Record<string, From>>,
	map: (value: From) => To,
): Record<string, To> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
