import type { IDataObject } from 'n8n-workflow';
import { subjectsOf } from '../../service/eventKinds';
import type { EventKind } from '../../service/eventKinds';
import type { ListedRecord } from '../../service/record';
import { recordKeyOf } from '../entries/entry';
import type { Snapshot, State } from '../state/state';
import { OutOfTime } from './deadline';
import type { ListReading, Source } from './source';

/** How often the whole list is read if only new records matter: a record can appear late, with an old date. */
const WHOLE_EVERY_MS = 60 * 60_000;

/** What was read of the list of one type. */
export interface ReadList {
	readonly type: ListedRecord;
	/** The chosen kinds of events about the type. */
	readonly kinds: readonly EventKind[];
	readonly reading: ListReading;
}

/**
 * Reads the list of each type that a chosen kind of event is about, but no more of it than necessary.
 *
 * @param former what earlier polls know
 * @throws OutOfTime if time ran out before the first record
 */
export async function readLists(
	source: Source,
	kinds: readonly EventKind[],
	former: State | undefined,
	nowMs: number,
): Promise<ReadList[]> {
	const lists: ReadList[] = [];
	for (const type of subjectsOf(kinds)) {
		const ofType = kinds.filter(({ subject }) => subject === type);
		// Records whose events have to be reported again can be anywhere in the list.
		const hasRepeats = former?.toRepeat?.[type.noun] !== undefined;
		const snapshot = hasRepeats ? undefined : former?.snapshots[type.noun];
		const isNewEnough = type.list.byAge !== undefined && lacksNewOnly(snapshot, ofType, nowMs);
		const reading = isNewEnough
			? await source.readNew(type, (record) => isKnownIn(snapshot, record))
			: await source.readAll(type);
		lists.push({ type, kinds: ofType, reading });
	}
	if (lists.every(({ reading }) => reading.scope === 'part' && reading.records.length === 0)) {
		throw new OutOfTime();
	}
	return lists;
}

/** Whether only new records can be missing: the whole list was read in the last hour, for the same kinds of events. */
function lacksNewOnly(
	snapshot: Snapshot | undefined,
	kinds: readonly EventKind[],
	nowMs: number,
): snapshot is Snapshot {
	if (snapshot === undefined) return false;
	const { wholeAt, covers } = snapshot;
	const isRecent = wholeAt <= nowMs && nowMs < wholeAt + WHOLE_EVERY_MS;
	return isRecent && kinds.every(({ value }) => covers.includes(value));
}

function isKnownIn({ entries }: Snapshot, record: IDataObject): boolean {
	const key = recordKeyOf(record);
	return key === undefined || entries.has(key);
}

/** The same list, but as a whole. Only if it was not read like that before, a request is sent. */
export const readRest = async (source: Source, list: ReadList): Promise<ReadList> => ({
	...list,
	reading: await source.readAll(list.type),
});

/**
 * The ID of the company that the records belong to; undefined if they do not say.
 *
 * @throws Error if they belong to several: another credential was saved while the lists were read
 */
export function companyOf(lists: readonly ReadList[]): string | undefined {
	const companies = new Set<string>();
	for (const { companyId } of lists.flatMap(({ reading }) => reading.records)) {
		if (typeof companyId === 'string' && companyId !== '') companies.add(companyId.toLowerCase());
	}
	if (companies.size <= 1) return [...companies][0];
	throw new Error(
		'The records belong to several companies. The credential was probably changed during the poll. Nothing was reported; the next poll reads everything again',
	);
}

/** What the person who runs n8n should know about a list that was not read completely. */
export function notesOn({ type: { noun }, reading: { scope, isComplete } }: ReadList): string[] {
	const partial = `could not read all ${noun}s in the time n8n allows for a poll: it reports what it has read, and no deletions. Raise Max Parallel Requests, or allow more time for a poll`;
	const uncertain = `may not have read all ${noun}s, because they changed during the poll or the service counted them incorrectly: it reports no deletions this time`;
	if (scope === 'part') return [partial];
	return scope === 'all' && !isComplete ? [uncertain] : [];
}
