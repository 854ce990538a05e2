import type { IDataObject } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import type { RecordEvent } from '../../events/recordItem';
import type { EventKind } from '../../service/eventKinds';
import { instantIn } from '../../values/parse/instant';
import { betweenSlices, forEachInSlices, mapInSlices } from '../../values/slices';
import { ID_ONLY, lastKnownOf, recordIdOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { ReadList } from '../reading/lists';
import type { Source } from '../reading/source';
import type { Missing, Reports } from '../state/entryText';
import type { Snapshot } from '../state/state';
import { compareRecords } from './compareRecords';
import type { ComparedRecords } from './compareRecords';
import { confirmDeletions } from './deletions';
import type { Deletions } from './deletions';

/** An event, and the status of its project if it is known. */
export interface FoundEvent {
	readonly event: RecordEvent;
	readonly status?: string;
	/** If the event is reported, this takes the place of what the snapshot holds. */
	readonly ifReported?: { readonly key: string; readonly entry: Entry };
}

/** What was read of a list, and what it is compared with. */
export interface ListToCompare extends ReadList {
	readonly snapshot: Snapshot;
	/** Of records whose last events have to be reported again. */
	readonly toRepeat: Reports;
	/** It is asked for missing records. */
	readonly source: Source;
	readonly nowMs: number;
}

/** What a list shows, and what the next poll needs to know about it. */
export interface ComparedList {
	readonly noun: string;
	readonly snapshot: Snapshot;
	/** Of records to repeat that were not read. */
	readonly toRepeat: Reports;
	readonly events: readonly FoundEvent[];
	/** For the log. */
	readonly notes: readonly string[];
}

/** Compares what was read of a list with the snapshot from the polls before. */
export async function compareList(list: ListToCompare): Promise<ComparedList> {
	const { type, snapshot, reading, toRepeat } = list;
	const keepsContent = !hasOnlyCreations(list);
	const compared = await compareRecords(
		type,
		{ ...snapshot, toRepeat },
		reading.records,
		keepsContent,
	);
	const deletions = await deletionsIn(list, compared.missing);
	const { gone } = deletions;
	const deleted = new Set(gone);
	const unread = compared.missing.filter((key) => toRepeat.has(key) && !deleted.has(key));
	await betweenSlices();
	return {
		noun: type.noun,
		snapshot: nextSnapshot(list, compared, deletions),
		toRepeat: new Map(unread.map((key) => [key, toRepeat.get(key) ?? []])),
		events: [...(await changeEvents(list, compared)), ...(await deletionEvents(list, deletions))],
		notes: notesOnMissing(type.noun, deletions.unconfirmed),
	};
}

/** Whether only creations are reported: then IDs are enough, and most polls read only the newest records. */
const hasOnlyCreations = ({ kinds }: ReadList): boolean =>
	kinds.every(({ change }) => change === 'created');

const isWholeList = ({ reading }: ReadList): boolean =>
	reading.scope === 'all' && reading.isComplete;

/** A list that was not read completely says nothing about deletions. */
async function deletionsIn(list: ListToCompare, missing: readonly string[]): Promise<Deletions> {
	const { type, snapshot, reading, source, nowMs } = list;
	const before = new Map<string, Missing>();
	await forEachInSlices(missing, (key) => {
		const record = snapshot.missing.get(key);
		if (record !== undefined) before.set(key, record);
	});
	if (!isWholeList(list)) return { gone: [], missing: before, unconfirmed: 0 };
	return await confirmDeletions({
		keys: missing,
		before,
		knownCount: snapshot.entries.size,
		listedCount: reading.records.length,
		nowMs,
		isGone: async (key) => await source.isGone(type, recordIdOf(key)),
		isInTime: () => source.isInTime(),
	});
}

const notesOnMissing = (noun: string, count: number): string[] =>
	count === 0
		? []
		: [
				`does not find ${count} ${noun}${count === 1 ? '' : 's'} in the list, although the service does not report ${count === 1 ? 'it' : 'them'} as deleted: it asks for each again at growing intervals of up to a day`,
			];

/** What the next poll compares with. */
function nextSnapshot(
	list: ListToCompare,
	{ entries: present }: ComparedRecords,
	{ gone, missing: notDeleted }: Deletions,
): Snapshot {
	const { kinds, snapshot, reading, nowMs } = list;
	const entries = new Map(present);
	for (const key of gone) entries.delete(key);
	const isOnlyNew = hasOnlyCreations(list);
	const wholeAt = reading.scope === 'all' ? nowMs : snapshot.wholeAt;
	const chosen = kinds.map(({ value }) => value);
	// After a partial read, a newly chosen kind is not covered yet: what was not read would look new.
	const isCovered = (kind: string) => reading.scope !== 'part' || snapshot.covers.includes(kind);
	return {
		layout: snapshot.layout,
		covers: chosen.filter(isCovered),
		wholeAt: isOnlyNew ? wholeAt : 0,
		missing: notDeleted,
		entries,
	};
}

async function changeEvents(
	list: ListToCompare,
	{ changes }: ComparedRecords,
): Promise<FoundEvent[]> {
	const { nowMs } = list;
	const events: FoundEvent[] = [];
	await forEachInSlices(changes, ({ change, record, key, entry, changedFields, isSameTime }) => {
		const kind = coveredKind(list, change);
		if (kind === undefined) return;
		const at = instantIn(change === 'created' ? record.createdAt : record.updatedAt) ?? nowMs;
		const digest = () => contentDigest(entry);
		const event = { kind, id: recordIdOf(key), record, at, changedFields, isSameTime, digest };
		const ifReported = isSameTime === true ? { key, entry } : undefined;
		events.push({ event, status: statusOf(record), ifReported });
	});
	return events;
}

async function deletionEvents(list: ListToCompare, { gone }: Deletions): Promise<FoundEvent[]> {
	const { snapshot, toRepeat, nowMs: at } = list;
	const kind = coveredKind(list, 'deleted');
	if (kind === undefined) return [];
	// If only the ID is known, no poll has seen the record since deletions are reported. It may have been deleted before.
	const seen = gone.filter((key) => snapshot.entries.get(key) !== ID_ONLY);
	return await mapInSlices(seen, (key) => {
		const before = toRepeat.get(key)?.find((report) => report.before !== undefined)?.before;
		const last = snapshot.entries.get(key) ?? before ?? ID_ONLY;
		const { humanId, status } = lastKnownOf(last, snapshot.layout);
		const digest = () => contentDigest(key);
		return { event: { kind, id: recordIdOf(key), record: null, at, humanId, digest }, status };
	});
}

/** The chosen kind of a change; undefined if it is not chosen, or if the snapshot does not cover it. */
const coveredKind = (
	{ kinds, snapshot: { covers } }: ListToCompare,
	change: EventKind['change'],
): EventKind | undefined =>
	kinds.find((kind) => kind.change === change && covers.includes(kind.value));

/** The status of a record; undefined if it has none. */
export const statusOf = ({ status }: IDataObject): string | undefined =>
	typeof status === 'string' ? status : undefined;
