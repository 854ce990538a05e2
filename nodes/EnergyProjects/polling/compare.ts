import type { IDataObject } from 'n8n-workflow';
import { contentDigest } from '../events/eventId';
import type { RecordEvent } from '../events/recordItem';
import { mapParallel } from '../http/parallel';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import type { Field } from '../service/field';
import type { ListedRecord } from '../service/record';
import { instantIn } from '../values/dates';
import { forEachInSlices } from '../values/slices';
import { comparedFields, differs, entryOf, idOf, keptIn } from './entries';
import type { Entry } from './entries';
import type { ListReading, Source } from './source';
import { nothingKnown, withFields } from './state';
import type { Known, Reported, State } from './state';

/** A record counts as edited if it changed this long after its creation: a service may set both times one by one. */
const CREATION_MS = 2_000;
/** How many missing records the service is asked for at the same time. */
const MOST_PARALLEL = 20;
/** How many it is asked for in one poll: of those that are newly missing, and of those that it still returned before. */
const MOST_NEWLY_MISSING = 200;
const MOST_AGAIN = 10;

/** What a poll is to report. */
export interface WantedEvents {
	readonly kinds: readonly EventKind[];
	/** Whether this is the very first poll and reports what already exists. */
	readonly emitExisting: boolean;
	/** Names of the fields that an edit has to change; none if every edit counts. */
	readonly watchedFields: (kind: EventKind) => readonly string[];
	/** The filters. */
	passes(event: RecordEvent, status: string | undefined): boolean;
}

export interface PollConditions {
	readonly nowMs: number;
	/** Whether to read every list whole. */
	readonly isWholeDue: boolean;
}

export interface PollResult {
	readonly state: State;
	/** In the order of their times. */
	readonly events: readonly RecordEvent[];
	/** The records of these events, by noun. */
	readonly reported: Readonly<Record<string, Reported>>;
	/** For the log: what the person who runs n8n should know. */
	readonly notes: readonly string[];
}

/**
 * One poll: reads the lists, compares them with what earlier polls know, and returns the events and the next state. It
 * changes nothing.
 *
 * @param stored undefined before the first poll, and if the saved state cannot be read
 * @throws Error if the service cannot be read
 */
export async function compare(
	stored: State | undefined,
	source: Source,
	wanted: WantedEvents,
	{ nowMs, isWholeDue }: PollConditions,
): Promise<PollResult> {
	const readings = new Map<ListedRecord, ListReading>();
	for (const type of subjectsOf(wanted.kinds)) {
		const known = isWholeDue ? undefined : stored?.lists[type.noun];
		readings.set(type, await readList(type, known, source, wanted));
	}
	const service = `${source.baseUrlDigest} ${await companyOf(source, [...readings.values()])}`;
	const former = stored?.service === service ? stored : undefined;
	const notes = stored === undefined || former !== undefined ? [] : [OTHER_SERVICE];
	const next: Record<string, Known> = {};
	// Of types that are not chosen now, the records stay known: they must not look new later.
	for (const [noun, known] of Object.entries(former?.lists ?? {})) {
		next[noun] = { ...(await withFields(known, [])), kinds: [] };
	}
	let events: RecordEvent[] = [];
	const reported: Record<string, Reported> = {};
	for (const [type, read] of readings) {
		// Of another service or company, the newest records are not enough.
		const reading = former === undefined ? await source.readAll(type) : read;
		const comparison = await comparisonOf(type, former?.lists[type.noun], wanted, nowMs);
		const found = await compareList(comparison, reading, source);
		next[type.noun] = found.known;
		reported[type.noun] = found.reported;
		events = events.concat(found.events);
		notes.push(...found.notes);
	}
	events.sort((a, b) => a.at - b.at);
	return { state: { service, lists: next }, events, reported, notes };
}

const OTHER_SERVICE =
	'now reads from another service or company: it starts over, and reports what changes from now on';

/**
 * Reads a list. If only creations are chosen, the newest records show them. But a record can slip from one page to another
 * unseen, so the whole list is due now and then.
 *
 * @param known what is known of the list; undefined if all of it has to be read
 */
async function readList(
	type: ListedRecord,
	known: Known | undefined,
	source: Source,
	{ kinds }: WantedEvents,
): Promise<ListReading> {
	const isNewestEnough =
		type.list.byAge !== undefined &&
		kinds
			.filter(({ subject }) => subject === type)
			.every(({ change, value }) => change === 'created' && known?.kinds.includes(value));
	return known !== undefined && isNewestEnough
		? await source.readNewest(type, (record) => known.entries.has(idOf(record) ?? ''))
		: await source.readAll(type);
}

/**
 * The company that the records belong to. Without a record, the account tells.
 *
 * @throws Error if they belong to several: another credential was saved while the lists were read
 */
async function companyOf(source: Source, readings: readonly ListReading[]): Promise<string> {
	const companies = new Set<string>();
	for (const { companyId } of readings.flatMap(({ records }) => records)) {
		if (typeof companyId === 'string') companies.add(companyId.toLowerCase());
	}
	if (companies.size > 1) {
		throw new Error(
			'The records belong to several companies. The credential was probably changed during the poll. Nothing was reported; the next poll reads everything again',
		);
	}
	return [...companies][0] ?? (await source.company());
}

/** The comparison of one list with what is known of it. */
interface Comparison {
	readonly type: ListedRecord;
	/** The chosen kinds of events about these records. */
	readonly kinds: readonly EventKind[];
	/** The compared fields. */
	readonly fields: readonly Field[];
	/** From the polls before, with these fields. */
	readonly known: Known;
	readonly wanted: WantedEvents;
	readonly nowMs: number;
}

async function comparisonOf(
	type: ListedRecord,
	stored: Known | undefined,
	wanted: WantedEvents,
	nowMs: number,
): Promise<Comparison> {
	const kinds = wanted.kinds.filter(({ subject }) => subject === type);
	const edits = kinds.filter(({ change }) => change === 'edited');
	const fields = comparedFields(type, edits.flatMap(wanted.watchedFields));
	const names = fields.map(({ name }) => name);
	// With Emit Existing, the first poll reports what exists as created, however old its last edit is.
	const atFirst = kinds.filter(({ change }) => wanted.emitExisting && change === 'created');
	const nothing = nothingKnown(
		names,
		atFirst.map(({ value }) => value),
	);
	const known = stored === undefined ? nothing : await withFields(stored, names);
	return { type, kinds, fields, known, wanted, nowMs };
}

/** What a list shows, and what the next poll needs to know about it. */
interface ComparedList {
	readonly known: Known;
	readonly events: readonly RecordEvent[];
	readonly reported: Reported;
	readonly notes: readonly string[];
}

async function compareList(
	comparison: Comparison,
	{ records, isComplete }: ListReading,
	source: Source,
): Promise<ComparedList> {
	const { type, kinds, known } = comparison;
	const events: RecordEvent[] = [];
	const entries = new Map(known.entries);
	const absent = new Set(entries.keys());
	await forEachInSlices(records, (record) => {
		const id = idOf(record);
		if (id === undefined) return;
		absent.delete(id);
		const before = known.entries.get(id);
		const present = entryOf(record, comparison.fields, before);
		entries.set(id, present);
		events.push(...changesOf(comparison, { id, record, before, present }));
	});
	const asked =
		isComplete === true ? await askForMissing(type, [...absent], known.missing, source) : NONE;
	for (const id of asked.gone) {
		events.push(...deletionOf(comparison, id, entries.get(id) ?? ''));
		absent.delete(id);
		entries.delete(id);
	}
	// Those that were asked for now come last.
	const waiting = known.missing.filter((id) => !asked.there.includes(id));
	const told = events.map(
		({ id }) => [id, { before: known.entries.get(id), after: entries.get(id) }] as const,
	);
	return {
		known: {
			...{ kinds: kinds.map(({ value }) => value), fields: known.fields, entries },
			missing: [...waiting, ...asked.there].filter((id) => absent.has(id)),
		},
		events,
		reported: { fields: known.fields, entries: new Map(told) },
		notes: notesOn(
			type.noun,
			isComplete,
			asked.there.filter((id) => !known.missing.includes(id)),
		),
	};
}

/** A record as the list shows it. */
interface Shown {
	readonly id: string;
	readonly record: IDataObject;
	/** Its entry after the last poll, if it was known then. */
	readonly before?: Entry;
	readonly present: Entry;
}

/** The events that a record in the list brings. */
function changesOf(
	comparison: Comparison,
	{ id, record, before, present }: Shown,
): readonly RecordEvent[] {
	const { known, nowMs } = comparison;
	const about = { id, record, digest: () => contentDigest(present) };
	const at = instantIn(record.updatedAt) ?? nowMs;
	if (before !== undefined) {
		const edit = before === present ? undefined : differs(before, present, known.fields);
		if (edit === undefined) return [];
		const { fields: changedFields, isSameTime } = edit;
		return wantedEvent(comparison, 'edited', { ...about, changedFields, isSameTime, at }, record);
	}
	const created = { ...about, at: instantIn(record.createdAt) ?? nowMs };
	// Nobody knows what it was before, so no field is said to have changed.
	const edited = { ...about, changedFields: [], at };
	return [
		...wantedEvent(comparison, 'created', created, record),
		...(wasEdited(record) ? wantedEvent(comparison, 'edited', edited, record) : []),
	];
}

/** The event of a record that the service no longer has, from its last entry. */
function deletionOf(comparison: Comparison, id: string, entry: Entry): readonly RecordEvent[] {
	const { status, humanId } = keptIn(entry);
	const event = {
		id,
		record: null,
		at: comparison.nowMs,
		humanId,
		digest: () => contentDigest(id),
	};
	return wantedEvent(comparison, 'deleted', event, { status });
}

/** The event, if its kind is chosen, was chosen at the last poll too, and if it passes the filters. */
function wantedEvent(
	{ kinds, known, wanted }: Comparison,
	change: EventKind['change'],
	event: Omit<RecordEvent, 'kind'>,
	{ status }: { readonly status?: unknown },
): readonly RecordEvent[] {
	const kind = kinds.find((one) => one.change === change && known.kinds.includes(one.value));
	const text = typeof status === 'string' ? status : undefined;
	return kind !== undefined && wanted.passes({ kind, ...event }, text) ? [{ kind, ...event }] : [];
}

/** Whether the times of a record say that it was edited after its creation. */
export function wasEdited({ createdAt, updatedAt }: IDataObject): boolean {
	const [created, updated] = [instantIn(createdAt), instantIn(updatedAt)];
	return created !== undefined && updated !== undefined && updated - created > CREATION_MS;
}

/** What the service says about missing records. Those about which it says nothing are asked for with the next poll. */
interface Answers {
	readonly gone: readonly string[];
	/** Those that it still returns. */
	readonly there: readonly string[];
}

const NONE: Answers = { gone: [], there: [] };

/**
 * Asks the service for missing records: no list is proof enough that a record was deleted. Of those that it returned
 * before, only a few are asked for in one poll, in turn: a list may hide records for good.
 *
 * @param returned those that it returned before, in the order in which to ask for them
 */
async function askForMissing(
	type: ListedRecord,
	absent: readonly string[],
	returned: readonly string[],
	source: Source,
): Promise<Answers> {
	const before = new Set(returned);
	const newly = absent.filter((id) => !before.has(id)).slice(0, MOST_NEWLY_MISSING);
	const missing = new Set(absent);
	const again = returned.filter((id) => missing.has(id)).slice(0, MOST_AGAIN);
	const asking = [...newly, ...again];
	const answers = await mapParallel(asking, MOST_PARALLEL, async (id) =>
		source.isInTime() ? await source.isGone(type, id) : undefined,
	);
	return {
		gone: asking.filter((_, index) => answers[index] === true),
		there: asking.filter((_, index) => answers[index] === false),
	};
}

/** @param hidden records that the service returns for the first time although the list lacks them */
function notesOn(
	noun: string,
	isComplete: boolean | undefined,
	{ length }: readonly string[],
): string[] {
	const uncertain = `may not have read all ${noun}s, because they changed during the poll or the service counted them incorrectly: it reports no deletions this time`;
	const hidden = `does not find ${length} ${noun}${length === 1 ? '' : 's'} in the list, although the service does not report ${length === 1 ? 'it' : 'them'} as deleted: it asks for them again from time to time`;
	return [...(isComplete === false ? [uncertain] : []), ...(length > 0 ? [hidden] : [])];
}
