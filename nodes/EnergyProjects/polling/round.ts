import type { IDataObject } from 'n8n-workflow';
import type { RecordEvent } from '../events/recordItem';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import type { ListedRecord } from '../service/record';
import { recordsToReport, handedOver } from './comparing/batch';
import { OutOfTime } from './deadline';
import { keyOf } from './entries/entry';
import type { Entry } from './entries/entry';
import { compareSection } from './comparing/section';
import type { Reading, StatedEvent } from './comparing/section';
import { layoutOf } from './entries/layout';
import type { Section, State } from './state/state';

/** Records can appear late, with an old date: even where only new ones count, everything is read so often. */
const WHOLE_EVERY_MS = 60 * 60_000;

/** Where a poll reads from. */
export interface Source {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	/** The list as it is in this poll: a second time nothing is asked. */
	readAll(type: ListedRecord): Promise<Reading>;
	/** The newest records, until a whole page of them is known. */
	readNew(type: ListedRecord, isKnown: (record: IDataObject) => boolean): Promise<Reading>;
	/** The ID of the company, as the account tells it. */
	company(): Promise<string>;
	/** Whether the service says that there is no such record; false if it does not tell. */
	isGone(type: ListedRecord, id: string): Promise<boolean>;
	/** Whether time is left. */
	isInTime(): boolean;
}

/** What a poll is to look for. */
export interface WantedEvents {
	readonly kinds: readonly EventKind[];
	/** Whether what is there at the very first poll is reported. */
	readonly emitExisting: boolean;
	/** The filters. */
	passes(event: RecordEvent, status: string | undefined): boolean;
}

export interface Circumstances {
	readonly nowMs: number;
	/** Whether this process handed over the batch with this mark. */
	isOwn(mark: string): boolean;
	/** Whether n8n saves the state and starts the execution apart from each other, so that one of them can be lost. */
	readonly keepsBatch: boolean;
}

export interface Round {
	readonly state: State;
	/** In the order of their times. */
	readonly events: readonly RecordEvent[];
	/** What the person who runs n8n should know. */
	readonly notes: readonly string[];
}

/** What the list of one type was read for. */
interface Listed {
	readonly type: ListedRecord;
	readonly kinds: readonly EventKind[];
	readonly reading: Reading;
}

/**
 * One poll: reads, compares with what the polls before it knew, and gives the events and what the next poll is to know.
 *
 * @param stored undefined before the first poll, and where what was stored cannot be read
 */
export async function comparePoll(
	stored: State | undefined,
	source: Source,
	wanted: WantedEvents,
	circumstances: Circumstances,
): Promise<Round> {
	const { nowMs, isOwn, keepsBatch } = circumstances;
	const lists: Listed[] = [];
	const mayBeDue = recordsToReport(stored, isOwn);
	for (const type of subjectsOf(wanted.kinds)) {
		const kinds = wanted.kinds.filter(({ subject }) => subject === type);
		const isAllWanted = mayBeDue[type.noun] !== undefined;
		const section = isAllWanted ? undefined : stored?.sections[type.noun];
		lists.push({ type, kinds, reading: await read(source, type, kinds, section, nowMs) });
	}
	if (lists.every(({ reading }) => reading.scope === 'part' && reading.records.length === 0)) {
		throw new OutOfTime();
	}
	const company = companyIn(lists) ?? (await source.company());
	const isElsewhere =
		stored !== undefined &&
		(stored.baseUrlDigest !== source.baseUrlDigest || stored.company !== company);
	const former = isElsewhere ? undefined : stored;
	const due = isElsewhere ? {} : mayBeDue;
	const notes = isElsewhere ? [ELSEWHERE] : [];

	const found: StatedEvent[] = [];
	const sections: Record<string, Section> = {};
	const stillDue: Record<string, ReadonlyMap<string, Entry | undefined>> = {};
	for (const { type, kinds, reading } of lists) {
		const known = former?.sections[type.noun] ?? firstSection(type, kinds, wanted, stored);
		// What was enough for the former company is not for another one.
		const isTooLittle = isElsewhere && reading.scope === 'new';
		const task = {
			...{ type, kinds, known, nowMs, due: due[type.noun] ?? new Map() },
			reading: isTooLittle ? await source.readAll(type) : reading,
			isGone: async (id: string) => await source.isGone(type, id),
			isInTime: () => source.isInTime(),
		};
		const compared = await compareSection(task);
		sections[type.noun] = compared.section;
		if (compared.due.size > 0) stillDue[type.noun] = compared.due;
		found.push(...compared.events);
		notes.push(...notesOn(type, task.reading));
	}
	const events = found
		.filter(({ event, status }) => wanted.passes(event, status))
		.map(({ event }) => event)
		.sort((a, b) => a.at - b.at);
	const state: State = {
		...{ baseUrlDigest: source.baseUrlDigest, company, sections },
		...(Object.keys(stillDue).length > 0 && { due: stillDue }),
	};
	if (events.length === 0 || !keepsBatch) return { state, events, notes };
	const batch = handedOver(events, former, due, sections);
	return { state: { ...state, batch }, events, notes };
}

const ELSEWHERE =
	'reads from another service or company than before: it begins anew, and reports what changes from now on';

function notesOn({ noun }: ListedRecord, { scope, isComplete }: Reading): string[] {
	if (scope === 'part') {
		return [
			`did not get through all ${noun}s in the time n8n gives a poll: it reports what it read, and no deletions. Raise Max Parallel Requests, or the time n8n gives`,
		];
	}
	const isUncertain = scope === 'all' && !isComplete;
	return isUncertain
		? [
				`cannot be certain that it read all ${noun}s, since they changed meanwhile or were not counted rightly: it reports no deletions this time`,
			]
		: [];
}

/**
 * Only as much as is needed.
 *
 * @param section undefined where everything is needed
 */
async function read(
	source: Source,
	type: ListedRecord,
	kinds: readonly EventKind[],
	section: Section | undefined,
	nowMs: number,
): Promise<Reading> {
	const { entries, covers = [], wholeAt = 0 } = section ?? {};
	const isRecent = wholeAt <= nowMs && nowMs < wholeAt + WHOLE_EVERY_MS;
	const isCovered = kinds.every(({ value }) => covers.includes(value));
	if (entries === undefined || !isRecent || !isCovered || type.list.byAge === undefined) {
		return await source.readAll(type);
	}
	return await source.readNew(type, (record) => {
		const key = keyOf(record);
		return key === undefined || entries.has(key);
	});
}

/**
 * The records' own word.
 *
 * @throws Error where they name several: another credential was saved while the lists were read
 */
function companyIn(lists: readonly Listed[]): string | undefined {
	const companies = new Set<string>();
	for (const { reading } of lists) {
		for (const { companyId } of reading.records) {
			if (typeof companyId === 'string' && companyId !== '') companies.add(companyId.toLowerCase());
		}
	}
	if (companies.size <= 1) return [...companies][0];
	throw new Error(
		'The records belong to several companies: the credential was probably changed while they were read. Nothing was reported; the next poll begins anew',
	);
}

/** Before the first poll nothing is known; that everything is new is reported only where that is asked for. */
const firstSection = (
	type: ListedRecord,
	kinds: readonly EventKind[],
	{ emitExisting }: WantedEvents,
	stored: State | undefined,
): Section => ({
	layout: layoutOf(type),
	covers: emitExisting && stored === undefined ? kinds.map(({ value }) => value) : [],
	wholeAt: 0,
	entries: new Map(),
});
