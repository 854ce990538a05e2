import type { IDataObject } from 'n8n-workflow';
import { instantIn } from '../../values/parse/instant';
import type { RecordType } from '../../service/record';
import { differenceBetween, emptyEntry, entryMaker, ID_ONLY, recordKeyOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { Layout } from '../entries/layout';
import type { Entries } from '../state/state';

/** A record changed at least this long after its creation was edited: a service may write both times one by one. */
const CREATION_MS = 2_000;

/** A record that is new, or another than it was. */
export interface RecordChange {
	readonly change: 'created' | 'edited';
	readonly key: string;
	readonly record: IDataObject;
	/** Of an edit, in the order of the service's document. */
	readonly changedFields?: readonly string[];
	/** Of an edit that left the time of change as it was. */
	readonly isSameTime?: boolean;
}

export interface ComparedRecords {
	readonly found: readonly RecordChange[];
	/** What is known now: records that were not among the ones compared stay as they were. */
	readonly entries: Entries;
	/** Keys of the records that are known or due and were not among the ones compared. */
	readonly missing: readonly string[];
}

/** Records as an earlier poll knew them. */
export interface Known {
	readonly entries: Entries;
	readonly layout: Layout;
	/** Records whose last events have to be found once more: what was known before these. */
	readonly due: ReadonlyMap<string, Entry | undefined>;
}

/**
 * Compares records with what is known of them. A new ID is a creation; where the record was changed after that, an edit
 * too. Another time of change, earlier or later, or other fields are an edit.
 *
 * @param keepsContent whether the content of the records will be compared, or their IDs will do
 */
export function compareRecords(
	type: RecordType,
	{ entries: former, layout, due }: Known,
	records: readonly IDataObject[],
	keepsContent: boolean,
): ComparedRecords {
	const entryOf = entryMaker(type, layout);
	const found: RecordChange[] = [];
	const entries = new Map(former);
	const missing = new Set([...former.keys(), ...due.keys()]);
	for (const record of records) {
		const key = recordKeyOf(record);
		if (key === undefined) continue;
		missing.delete(key);
		const known = former.get(key);
		const now = keepsContent ? entryOf(record) : ID_ONLY;
		entries.set(key, now);
		const before = due.has(key) ? due.get(key) : known;
		const isNew = before === undefined || known === undefined;
		const edit = editBetween(before, known, now, layout);
		if (isNew) found.push({ change: 'created', key, record });
		if (edit !== undefined) found.push({ change: 'edited', key, record, ...edit });
		else if (isNew && wasEdited(record)) {
			const changedFields = filledFields(entryOf(record), layout);
			found.push({ change: 'edited', key, record, changedFields });
		}
	}
	return { found, entries, missing: [...missing] };
}

/**
 * The edit that leads to the present entry, if there was one.
 *
 * @param before what the events to be reported begin from
 * @param known what is known; another one where the events were handed over already and are to be found once more
 */
function editBetween(
	before: Entry | undefined,
	known: Entry | undefined,
	now: Entry,
	layout: Layout,
): Pick<RecordChange, 'changedFields' | 'isSameTime'> | undefined {
	const differences = [before, known]
		.filter((entry) => entry !== undefined && entry !== ID_ONLY && now !== ID_ONLY)
		.filter((entry): entry is Entry => entry !== now)
		.map((entry) => differenceBetween(entry, now, layout));
	if (differences.length === 0) return undefined;
	const fields = new Set(differences.flatMap((difference) => difference.fields));
	return {
		changedFields: layout.fields.filter((name) => fields.has(name)),
		isSameTime: differences.some(({ isSameTime }) => isSameTime),
	};
}

function wasEdited({ createdAt, updatedAt }: IDataObject): boolean {
	const [created, updated] = [instantIn(createdAt), instantIn(updatedAt)];
	return created !== undefined && updated !== undefined && updated - created > CREATION_MS;
}

/** The comparable fields in which something stands: where nobody knows what was before, each may have been changed. */
export const filledFields = (entry: Entry, layout: Layout): readonly string[] =>
	differenceBetween(entry, emptyEntry(layout), layout).fields;
