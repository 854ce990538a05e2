import type { IDataObject } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import { instantIn } from '../../values/parse/instant';
import type { RecordEvent } from '../../events/recordItem';
import type { EventKind } from '../../service/eventKinds';
import type { ListedRecord } from '../../service/record';
import { compare } from './comparison';
import type { Comparison } from './comparison';
import { entryMaker, ID_ALONE, idOf, remainsOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import { isSameLayout, layoutOf } from '../entries/layout';
import { confirmDeletions } from './missing';
import type { Section } from '../state/state';

/** What was read of a list. */
export interface Reading {
	readonly records: readonly IDataObject[];
	/** All of it, only the newest records, or as much as there was time for. */
	readonly scope: 'all' | 'new' | 'part';
	/** Whether it is certain that nothing in it was missed. */
	readonly isComplete: boolean;
}

/** An event, and the status of its project where it is known. */
export interface StatedEvent {
	readonly event: RecordEvent;
	readonly status?: string;
}

/** Everything the comparison of one type of record needs. */
export interface Task {
	readonly type: ListedRecord;
	/** The chosen kinds of events about it. */
	readonly kinds: readonly EventKind[];
	readonly known: Section;
	/** Records whose last events have to be found once more. */
	readonly due: ReadonlyMap<string, Entry | undefined>;
	readonly reading: Reading;
	readonly isGone: (id: string) => Promise<boolean>;
	readonly isInTime: () => boolean;
	readonly nowMs: number;
}

export interface Compared {
	readonly section: Section;
	/** What was not among the records read. */
	readonly due: ReadonlyMap<string, Entry | undefined>;
	readonly events: readonly StatedEvent[];
}

/** Compares what was read of one type of record with what is known of it. */
export async function compareSection(task: Task): Promise<Compared> {
	const { type, kinds, known, due, reading, isGone, isInTime } = task;
	const isOnlyNew = kinds.every(({ change }) => change === 'created');
	const comparison = compare(type, { ...known, due }, reading.records, !isOnlyNew);
	const isCertain = reading.scope === 'all' && reading.isComplete;
	const { gone, doubted } = isCertain
		? await confirmDeletions({
				keys: comparison.missing,
				known: known.entries.size,
				listed: reading.records.length,
				doubtedBefore: known.doubted,
				isGone: async (key) => await isGone(idOf(key)),
				isInTime,
			})
		: { gone: [], doubted: known.doubted };
	const entries = new Map(comparison.entries);
	for (const key of gone) entries.delete(key);
	const left = comparison.missing.filter((key) => due.has(key) && !gone.includes(key));

	// A kind that is new here, and a list that was not read through yet, begin with what is there.
	const chosen = kinds.map(({ value }) => value);
	const isRead = reading.scope !== 'part';
	const section: Section = {
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
function wholeAtAfter({ known, reading, nowMs }: Task, isOnlyNew: boolean): number {
	if (!isOnlyNew) return 0;
	return reading.scope === 'all' ? nowMs : known.wholeAt;
}

function foundEvents(task: Task, { found }: Comparison): StatedEvent[] {
	const { type, known, nowMs } = task;
	return found.flatMap(({ change, record, key, changedFields, isSameTime }) => {
		const kind = coveredKind(task, change);
		if (kind === undefined) return [];
		const at = instantIn(change === 'created' ? record.createdAt : record.updatedAt) ?? nowMs;
		const digest = () => contentDigest(entryMaker(type, known.layout)(record));
		const status = typeof record.status === 'string' ? record.status : undefined;
		const event = { kind, id: idOf(key), record, at, changedFields, isSameTime, digest };
		return [{ event, status }];
	});
}

function goneEvents(task: Task, gone: readonly string[]): StatedEvent[] {
	const { known, due, nowMs: at } = task;
	const kind = coveredKind(task, 'deleted');
	if (kind === undefined) return [];
	return gone.map((key) => {
		const last = known.entries.get(key) ?? due.get(key) ?? ID_ALONE;
		const { humanId, status } = remainsOf(last, known.layout);
		const digest = () => contentDigest(key);
		return { event: { kind, id: idOf(key), record: null, at, humanId, digest }, status };
	});
}

/** The chosen kind of a change, if what was before is known for it. */
const coveredKind = ({ kinds, known }: Task, change: EventKind['change']): EventKind | undefined =>
	kinds.find((kind) => kind.change === change && known.covers.includes(kind.value));

/**
 * Saved by an earlier version of this package, a section may lack fields. It gets them where nothing was found, so that
 * the events handed over can still be compared with what was before.
 */
function inPresentLayout({ type, reading }: Task, section: Section): Section {
	const layout = layoutOf(type);
	if (isSameLayout(layout, section.layout)) return section;
	const nothing = { entries: new Map(), due: new Map(), layout };
	const { entries } = compare(type, nothing, reading.records, true);
	return { ...section, layout, entries };
}
