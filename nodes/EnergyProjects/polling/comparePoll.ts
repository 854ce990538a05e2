import type { RecordEvent } from '../events/recordItem';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import type { ListedRecord } from '../service/record';
import { compareList } from './comparing/compareList';
import type { ComparedList } from './comparing/compareList';
import { eventsToReport } from './comparing/eventsToReport';
import { inPresentLayout } from './comparing/presentLayout';
import { toLastReport, withRecordsToRepeat } from './comparing/repeats';
import { unchosenSnapshots } from './comparing/unchosen';
import { layoutOf } from './entries/layout';
import type { Layout } from './entries/layout';
import { companyOf, notesOn, readLists, readRest } from './reading/lists';
import { OutOfTime } from './reading/deadline';
import type { ReadList } from './reading/lists';
import type { Source } from './reading/source';
import type { Snapshot, State } from './state/state';

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
	/** Whether this process made the report with this mark. */
	isOwnReport(mark: string): boolean;
	/** Whether n8n saves the state and the execution in one transaction. If not, one of them can be lost. */
	readonly isTransactional: boolean;
}

export interface PollResult {
	readonly state: State;
	/** In the order of their times. */
	readonly events: readonly RecordEvent[];
	/** For the log: what the person who runs n8n should know. */
	readonly notes: readonly string[];
}

/**
 * One poll: reads the lists, checks that they come from the same service as before, compares them with what earlier
 * polls know, and returns the events and the next state. It changes nothing.
 *
 * @param stored undefined before the first poll, and if the saved state cannot be read
 * @throws OutOfTime if time ran out before the first record, or if nothing can be reported because no poll has had time
 * for the whole list yet
 * @throws Error if the service cannot be read, or if the records belong to several companies
 */
export async function comparePoll(
	stored: State | undefined,
	source: Source,
	wanted: WantedEvents,
	{ nowMs, isOwnReport, isTransactional }: PollConditions,
): Promise<PollResult> {
	const known = stored && (await withRecordsToRepeat(stored, isOwnReport));
	const read = await readLists(source, wanted.kinds, known, nowMs);
	const company = companyOf(read) ?? (await source.company());
	const isOther = known !== undefined && !isSameService(known, source, company);
	const former =
		isOther || known === undefined
			? undefined
			: await inPresentLayout(known, subjectsOf(wanted.kinds), layoutFor(wanted));
	// The newest records were enough for the company before, but not for this one.
	const readWhole = async (list: ReadList) => await readRest(source, list);
	const lists = isOther ? await Promise.all(read.map(readWhole)) : read;
	const found = await compareLists(source, lists, former, wanted, nowMs);
	const { events, compared } = await eventsToReport(found, (event, status) =>
		wanted.passes(event, status),
	);
	if (events.length === 0) requireBaseLine(lists, compared);
	const state = await nextState(source, company, former, compared);
	const notes = [
		...(isOther ? [OTHER_SERVICE] : []),
		...lists.flatMap(notesOn),
		...compared.flatMap((list) => list.notes),
	];
	if (events.length === 0 || isTransactional) return { state, events, notes };
	const lastReport = await toLastReport(events, former, state.snapshots);
	return { state: { ...state, lastReport }, events, notes };
}

const OTHER_SERVICE =
	'now reads from another service or company: it starts over, and reports what changes from now on';

const isSameService = (known: State, { baseUrlDigest }: Source, company: string): boolean =>
	known.baseUrlDigest === baseUrlDigest && known.company === company;

async function compareLists(
	source: Source,
	lists: readonly ReadList[],
	former: State | undefined,
	wanted: WantedEvents,
	nowMs: number,
): Promise<ComparedList[]> {
	const compared: ComparedList[] = [];
	for (const list of lists) {
		const { noun } = list.type;
		const snapshot = former?.snapshots[noun] ?? emptySnapshot(list, wanted);
		const toRepeat = former?.toRepeat?.[noun] ?? new Map();
		compared.push(await compareList({ ...list, snapshot, toRepeat, source, nowMs }));
	}
	return compared;
}

/** Returns the function that gives the layout of a type: computed fields are in it only if its edits watch them. */
const layoutFor =
	({ kinds, watchedFields }: WantedEvents) =>
	(type: ListedRecord): Layout => {
		const edits = kinds.filter(({ subject, change }) => subject === type && change === 'edited');
		return layoutOf(
			type,
			edits.flatMap((kind) => watchedFields(kind)),
		);
	};

/**
 * Before the first poll. It covers no kind of event, so that the poll reports nothing. With Emit Existing it covers
 * creations: what exists is not reported as edited, however old its last edit is.
 */
const emptySnapshot = ({ type, kinds }: ReadList, wanted: WantedEvents): Snapshot => ({
	layout: layoutFor(wanted)(type),
	covers: kinds.flatMap(({ change, value }) =>
		wanted.emitExisting && change === 'created' ? [value] : [],
	),
	wholeAt: 0,
	missing: new Map(),
	entries: new Map(),
});

/**
 * As long as no poll had time for the whole list, it is not known what is new. If every poll ran out of time, the node
 * would say nothing for good, so the poll has to fail.
 *
 * @param compared the same lists in the same order: a chosen kind is covered unless only a part of its list was ever read
 */
function requireBaseLine(lists: readonly ReadList[], compared: readonly ComparedList[]): void {
	for (const [index, { noun, snapshot }] of compared.entries()) {
		if (!lists[index].kinds.every(({ value }) => snapshot.covers.includes(value))) {
			throw new OutOfTime(
				`Could not read all ${noun}s in the time n8n allows for a poll. The node has to read all of them once before it can tell what is new`,
			);
		}
	}
}

async function nextState(
	{ baseUrlDigest }: Source,
	company: string,
	former: State | undefined,
	compared: readonly ComparedList[],
): Promise<State> {
	const nouns = compared.map(({ noun }) => noun);
	const present = Object.fromEntries(compared.map(({ noun, snapshot }) => [noun, snapshot]));
	const snapshots = { ...(await unchosenSnapshots(former, nouns)), ...present };
	const unread = compared.filter(({ toRepeat }) => toRepeat.size > 0);
	if (unread.length === 0) return { baseUrlDigest, company, snapshots };
	const toRepeat = Object.fromEntries(unread.map((list) => [list.noun, list.toRepeat]));
	return { baseUrlDigest, company, snapshots, toRepeat };
}
