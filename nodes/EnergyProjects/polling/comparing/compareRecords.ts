import type { IDataObject } from 'n8n-workflow';
import type { RecordType } from '../../service/record';
import { instantIn } from '../../values/parse/instant';
import { betweenSlices, forEachInSlices } from '../../values/slices';
import { differenceBetween, emptyEntry, entryMaker, ID_ONLY, recordKeyOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { Layout } from '../entries/layout';
import { withNextReport } from '../entries/reportCount';
import type { Entries, Report, Reports } from '../state/entryText';

/** A record counts as edited if it changed this long after its creation: a service may set both times one by one. */
const CREATION_MS = 2_000;

/** A record that was created or edited. */
export interface RecordChange {
	readonly change: 'created' | 'edited';
	readonly key: string;
	readonly record: IDataObject;
	/** What to keep of the record if the change is reported. */
	readonly entry: Entry;
	/** Only of an edit: the fields that differ from an earlier poll, in the order of the service's document. */
	readonly changedFields?: readonly string[];
	/** Only of an edit: whether the time of the last change stayed the same. */
	readonly isSameTime?: boolean;
}

export interface ComparedRecords {
	readonly changes: readonly RecordChange[];
	/** What is known now. Records that were not compared keep their entries. */
	readonly entries: Entries;
	/** Keys of known records, and of those to repeat, that were not compared. */
	readonly missing: readonly string[];
}

/** What earlier polls know. */
export interface FormerRecords {
	readonly entries: Entries;
	readonly layout: Layout;
	/** Of records whose last events have to be reported again. */
	readonly toRepeat: Reports;
}

/**
 * Compares records with what is known of them. A new ID is a creation, and also an edit if the record was changed after
 * its creation. A different time of the last change, earlier or later, or a different field is an edit.
 *
 * @param keepsContent whether to keep an entry for each record or only its ID
 */
export async function compareRecords(
	type: RecordType,
	former: FormerRecords,
	records: readonly IDataObject[],
	keepsContent: boolean,
): Promise<ComparedRecords> {
	const entryOf = entryMaker(type, former.layout);
	const changes: RecordChange[] = [];
	const entries = new Map(former.entries);
	await betweenSlices();
	const missing = new Set([...former.entries.keys(), ...former.toRepeat.keys()]);
	await forEachInSlices(records, (record) => {
		const key = recordKeyOf(record);
		if (key === undefined) return;
		missing.delete(key);
		const present = keepsContent ? entryOf(record, former.entries.get(key)) : ID_ONLY;
		entries.set(key, present);
		changes.push(...changesOf({ key, record, present }, former));
	});
	return { changes, entries, missing: [...missing] };
}

interface PresentRecord {
	readonly key: string;
	readonly record: IDataObject;
	readonly present: Entry;
}

function changesOf(
	{ key, record, present }: PresentRecord,
	{ entries, layout, toRepeat }: FormerRecords,
): RecordChange[] {
	const reports = toRepeat.get(key) ?? [];
	const before = [entries.get(key), ...reports.map((report) => report.before)];
	const isCreated = !entries.has(key) || isUnknownIn(reports, 'created');
	const about = { key, record, entry: present };
	const created: RecordChange[] = isCreated ? [{ change: 'created', ...about }] : [];
	const edit = editBetween(before, present, layout);
	if (edit !== undefined) return [...created, { change: 'edited', ...about, ...edit }];
	const isNew = !entries.has(key) || isUnknownIn(reports, 'edited');
	if (!isNew || !wasEdited(record)) return created;
	// Nobody knows what it was before, so no field is said to have changed.
	return [...created, { change: 'edited', ...about, changedFields: [] }];
}

/** Whether a record was reported as created or edited when it was not known yet. */
const isUnknownIn = (reports: readonly Report[], change: 'created' | 'edited'): boolean =>
	reports.some(({ before, only = change }) => before === undefined && only === change);

/**
 * The edit that leads to the present entry, if there was one.
 *
 * @param former the last known entry first, then those before the events that have to be reported again
 */
function editBetween(
	former: ReadonlyArray<Entry | undefined>,
	present: Entry,
	layout: Layout,
): Pick<RecordChange, 'changedFields' | 'entry' | 'isSameTime'> | undefined {
	if (present === ID_ONLY) return undefined;
	const differences = former
		.filter((entry): entry is Entry => entry !== undefined && entry !== ID_ONLY)
		.filter((entry) => entry !== present)
		.map((entry) => differenceBetween(entry, present, layout))
		.filter((difference) => !difference.isSameTime || difference.fields.length > 0);
	if (differences.length === 0) return undefined;
	const fields = new Set(differences.flatMap((difference) => difference.fields));
	const isSameTime = differences.some((difference) => difference.isSameTime);
	return {
		changedFields: layout.fields.filter((name) => fields.has(name)),
		isSameTime,
		// If only the events before have to be reported again, the last entry counts this report already.
		entry: isSameTime && former[0] !== present ? withNextReport(present) : present,
	};
}

/** Whether the times of a record say that it was edited after its creation. */
export function wasEdited({ createdAt, updatedAt }: IDataObject): boolean {
	const [created, updated] = [instantIn(createdAt), instantIn(updatedAt)];
	return created !== undefined && updated !== undefined && updated - created > CREATION_MS;
}

/** The compared fields that are not empty. */
export const filledFields = (entry: Entry, layout: Layout): readonly string[] =>
	differenceBetween(entry, emptyEntry(layout), layout).fields;
