import type { IDataObject } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import { instantIn } from '../../values/parse/instant';
import type { RecordEvent } from '../../events/recordItem';
import type { EventKind } from '../../service/eventKinds';
import type { ListedRecord } from '../../service/record';
import { compareRecords } from './compareRecords';
import type { ComparedRecords } from './compareRecords';
import { entryMaker, ID_ONLY, recordIdOf, lastKnownOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import { isSameLayout, layoutOf } from '../entries/layout';
import { confirmDeletions } from './deletions';
import type { Snapshot } from '../state/state';

/** What was read of a list. */
export interface ListReading {
	readonly records: readonly IDataObject[];
	/** All of it, only the newest records, or as much as there was time for. */
	readonly scope: 'all' | 'new' | 'part';
	/** Whether it is certain that nothing in it was missed. */
	readonly isComplete: boolean;
}

/** An event, and the status of its project where it is known. */
export interface FoundEvent {
	readonly event: RecordEvent;
	readonly status?: string;
}

/** Everything the comparison of one type of record needs. */
export interface ListToCompare {
	readonly type: ListedRecord;
	/** The chosen kinds of events about it. */
	readonly kinds: readonly EventKind[];
	readonly known: Snapshot;
	/** Records whose last events have to be found once more. */
	readonly due: ReadonlyMap<string, Entry | undefined>;
	readonly reading: ListReading;
	readonly isGone: (id: string) => Promise<boolean>;
	readonly isInTime: () => boolean;
	readonly nowMs: number;
}

export interface ComparedList {
	readonly section: Snapshot;
	/** What was not among the records read. */
	readonly due: ReadonlyMap<string, Entry | undefined>;
	readonly events: readonly FoundEvent[];
}

/** Compares what was read of one type of record with what is known of it. */
export async function compareList(task: ListToCompare): Promise<ComparedList> {
	const { type, kinds, known, due, reading, isGone, isInTime } = task;
	const isOnlyNew = kinds.every(({ value }) => value === `${type.noun}.created`);
	const comparison = compareRecords(type, { ...known, due }, reading.records, !isOnlyNew);
	const isCertain = reading.scope === 'all' && reading.isComplete;
	const { gone, doubted } = isCertain
		? await confirmDeletions({
				keys: comparison.missing,
				known: known.entries.size,
				listed: reading.records.length,
				doubtedBefore: known.doubted,
				isGone: async (key) => await isGone(recordIdOf(key)),
				isInTime,
			})
		: { gone: [], doubted: known.doubted };
	const entries = new Map(comparison.entries);
	for (const key of gone) entries.delete(key);
	const left = comparison.missing.filter((key) => due.has(key) && !gone.includes(key));

	// A kind that is new here, and a list that was not read through yet, begin with what is there.
	const chosen = kinds.map(({ value }) => value);
	const isRead = reading.scope !== 'part';
	const section: Snapshot = {
		layout: known.layout,
		covers: isRead ? chosen : chosen.filter((kind) => known.covers.includes(kind)),
		wholeAt: wholeAtAfter(task, isOnlyNew),
		...(doubted !== undefined && { doubted }),
		entries,
	};
	const isQuiet = comparison.found.length === 0 && comparison.missing.length === 0;
	return {
		section: isQuiet && isCertain && !isOnlyNew ? inPresentLayout(task, section) : section,
		due: new Map(left.map((key) => [key, due.get(key)])),
		events: [...foundEvents(task, comparison), ...goneEvents(task, gone)],
	};
}

/** Where each poll reads everything anyway, nobody has to know when that was last done. */
function wholeAtAfter({ known, reading, nowMs }: ListToCompare, isOnlyNew: boolean): number {
	if (!isOnlyNew) return 0;
	return reading.scope === 'all' ? nowMs : known.wholeAt;
}

function foundEvents(task: ListToCompare, { found }: ComparedRecords): FoundEvent[] {
	const { type, known, nowMs } = task;
	return found.flatMap(({ change, record, key, changedFields, isSameTime }) => {
		const kind = coveredKind(task, change);
		if (kind === undefined) return [];
		const at = instantIn(change === 'created' ? record.createdAt : record.updatedAt) ?? nowMs;
		const digest = () => contentDigest(entryMaker(type, known.layout)(record));
		const status = typeof record.status === 'string' ? record.status : undefined;
		const event = { kind, id: recordIdOf(key), record, at, changedFields, isSameTime, digest };
		return [{ event, status }];
	});
}

function goneEvents(task: ListToCompare, gone: readonly string[]): FoundEvent[] {
	const { known, due, nowMs: at } = task;
	const kind = coveredKind(task, 'deleted');
	if (kind === undefined) return [];
	return gone.map((key) => {
		const last = known.entries.get(key) ?? due.get(key) ?? ID_ONLY;
		const { humanId, status } = lastKnownOf(last, known.layout);
		const digest = () => contentDigest(key);
		return { event: { kind, id: recordIdOf(key), record: null, at, humanId, digest }, status };
	});
}

/** The chosen kind of a change, if what was before is known for it. */
const coveredKind = (
	{ type, kinds, known }: ListToCompare,
	change: string,
): EventKind | undefined =>
	kinds.find(({ value }) => value === `${type.noun}.${change}` && known.covers.includes(value));

/**
 * Saved by an earlier version of this package, a section may lack fields. It gets them where nothing was found, so that
 * the events handed over can still be compared with what was before.
 */
function inPresentLayout({ type, reading }: ListToCompare, section: Snapshot): Snapshot {
	const layout = layoutOf(type);
	if (isSameLayout(layout, section.layout)) return section;
	const nothing = { entries: new Map(), due: new Map(), layout };
	const { entries } = compareRecords(type, nothing, reading.records, true);
	return { ...section, layout, entries };
}
