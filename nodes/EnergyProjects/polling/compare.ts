import { NodeApiError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { contentDigest } from '../events/eventId';
import type { RecordEvent } from '../events/recordItem';
import { errorKindOf } from '../http/errors';
import { mapParallel } from '../http/parallel';
import { MOST_AT_ONCE } from '../http/throttle';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { companyKeyOf, recordKeyOf } from '../service/ids';
import type { ListedResource } from '../service/resource';
import { changedAtOf, createdAtOf } from '../values/dates';
import { forEachInSlices } from '../values/slices';
import { comparedFields, differs, entryOf, keptIn } from './entries';
import type { Difference, Entry } from './entries';
import { withFields } from './saved';
import type { Known, State } from './saved';
import type { PollSettings } from './settings';
import type { ListReading, Source } from './source';

/** How many records the service is asked for in one poll: of those that a list newly lacks, and of those that it hides. */
const MOST_NEWLY_MISSING = 200;
const MOST_HIDDEN = 10;
/** A record counts as edited if it changed this long after its creation: a service may set both times one by one. */
const CREATION_MS = 2_000;

/** What a poll is to do. `emitExisting` is set for the very first one alone. */
export interface PollTask extends PollSettings {
	readonly nowMs: number;
	/** Whether to read every list whole. */
	readonly isWholeDue: boolean;
}

type ConfirmedSource = Source & { readonly isOurs: () => Promise<boolean> };

export interface PollResult {
	readonly state: State;
	/** In the order of their times. */
	readonly events: readonly RecordEvent[];
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
	task: PollTask,
): Promise<PollResult> {
	const readings = new Map<ListedResource, ListReading>();
	for (const resource of subjectsOf(task.kinds)) {
		const known = task.isWholeDue ? undefined : stored?.lists[resource.noun];
		const reading = readList(resource, known, source, task);
		readings.set(
			resource,
			await reading.catch((error: unknown) => throwWithAdvice(error, resource, task)),
		);
	}
	const company = await companyOf(source, [...readings.values()]);
	const service = serviceOf(stored?.service, source.baseUrlDigest, company);
	const isSame = stored?.service === service || stored?.service === `${source.baseUrlDigest} `;
	const former = isSame ? stored : undefined;
	const notes = stored === undefined || former !== undefined ? [] : [OTHER_SERVICE];
	const lists: Record<string, Known> = {};
	// Whether the records still belong to the company of this poll; false if nobody can tell. With the key of another one every
	// record would look deleted, and an empty list does not name its company.
	const isOurs = async () => {
		const [type] = [...readings].find(([, { records }]) => records.length > 0) ?? [];
		const sample = async () => (type === undefined ? [] : await source.readSome(type));
		const told = (await source.company()) ?? companyKeyOf((await sample())[0]);
		if (told !== undefined && told !== company) throw severalCompanies();
		return told !== undefined;
	};
	let events: RecordEvent[] = [];
	for (const [resource, read] of readings) {
		// From another service or company, nothing is known yet: the newest records are not enough.
		const reading = former === undefined ? await source.readAll(resource) : read;
		const known = former?.lists[resource.noun];
		const found = await compareList(resource, known, reading, task, { ...source, isOurs });
		lists[resource.noun] = found.known;
		events = events.concat(found.events);
		notes.push(...found.notes);
	}
	events.sort((a, b) => a.at - b.at);
	return { state: { service, lists }, events, notes };
}

/** Throws the error again. If only this list cannot be had, it says how to go on with the other records. */
function throwWithAdvice(error: unknown, { noun }: ListedResource, { kinds }: PollTask): never {
	// A wrong key, or a service that is busy or away, fails the other lists too.
	const isOfList = error instanceof NodeApiError && error.httpCode !== '401';
	if (isOfList && errorKindOf(error) !== 'temporary' && subjectsOf(kinds).length > 1)
		error.description = `${error.description ?? ''} If the other events are enough, remove those of ${noun}s under "Trigger On".`;
	throw error;
}

/**
 * Names the service and the company in the state. As long as nothing names the company, the stored one stays. A state
 * without a company holds no record, so it fits any company.
 */
function serviceOf(stored: string | undefined, digest: string, company: string | undefined) {
	const isSameService = stored?.startsWith(`${digest} `) === true;
	return company === undefined && isSameService ? stored : `${digest} ${company ?? ''}`;
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
	resource: ListedResource,
	known: Known | undefined,
	source: Source,
	{ kinds }: PollTask,
): Promise<ListReading> {
	const chosen = kinds.filter(({ subject }) => subject === resource);
	const isNewestEnough = chosen.every(
		({ change, value }) => change === 'created' && known?.kinds.includes(value),
	);
	return known !== undefined && resource.list.byAge !== undefined && isNewestEnough
		? await source.readNewest(resource, (record) => known.entries.has(recordKeyOf(record) ?? ''))
		: await source.readAll(resource);
}

/**
 * The company that the records belong to. Without a record, the service is asked.
 *
 * @returns undefined if nobody can tell
 * @throws Error if they belong to several: another credential was saved while the lists were read
 */
async function companyOf(source: Source, readings: readonly ListReading[]) {
	const companies = new Set<string>();
	for (const { records } of readings) {
		await forEachInSlices(records, (record) => {
			const company = companyKeyOf(record);
			if (company !== undefined) companies.add(company);
		});
	}
	if (companies.size > 1) throw severalCompanies();
	return [...companies][0] ?? (await source.company());
}

const severalCompanies = () =>
	new Error(
		'The records belong to several companies. The credential was probably changed during the poll. Nothing was reported; the next poll reads everything again',
	);

/** What happened to a record, whether or not it is to be reported. */
type Change = Omit<RecordEvent, 'kind'> & Pick<EventKind, 'change'>;

/** What a list shows, and what the next poll has to know about it. */
async function compareList(
	resource: ListedResource,
	stored: Known | undefined,
	{ records, complete }: ListReading,
	task: PollTask,
	source: ConfirmedSource,
) {
	const chosen = task.kinds.filter(({ subject }) => subject === resource);
	const edits = chosen.filter(({ change }) => change === 'edited');
	const fields = comparedFields(resource, edits.flatMap(task.watchedFields));
	const names = fields.map(({ name }) => name);
	const known = stored && withFields(stored, names);
	const { events, report } = eventCollector(known, chosen, task);
	const entries = new Map(known?.entries);
	const absent = new Set(entries.keys());
	await forEachInSlices(records, (record) => {
		const id = recordKeyOf(record);
		if (id === undefined) return;
		absent.delete(id);
		const before = known?.entries.get(id);
		const entry = entryOf(record, fields, before);
		entries.set(id, entry);
		const edit = !before || before === entry ? undefined : differs(before, entry, names);
		if (before && !edit) return;
		const about = { id, record, digest: () => contentDigest(entry) };
		for (const change of changesOf(about, edit, task.nowMs)) report(change, record.status);
	});
	const hidden = new Set([...(known?.hidden ?? [])].filter((id) => absent.has(id)));
	const missing = complete === true ? [...absent] : [];
	const { gone, notes } = await takeOutGone(resource, { entries, hidden }, missing, source);
	for (const [id, entry] of gone) {
		const { status, humanId } = keptIn(entry);
		const about = { id, record: null, humanId, digest: () => contentDigest(id) };
		report({ ...about, change: 'deleted', at: task.nowMs }, status);
	}
	if (complete === false) notes.push(incompleteNote(resource));
	const kinds = chosen.map(({ value }) => value);
	return { known: { kinds, fields: names, entries, hidden }, events, notes };
}

/**
 * Asks the service for records that a whole list lacks: no list is proof enough that a record was deleted. What proves it is in
 * http/verdicts.ts and http/aboutPath.ts. An answer that
 * fails says nothing, so the next poll asks again. Each record has its turn: a list may hide records for good, and about
 * some the service may never answer.
 *
 * @param known all records. Those that are gone are taken out, those that were asked for come last, and those that only the
 * list hides are marked as hidden
 * @param missing IDs, in the order of the records
 * @returns the entries of those that are gone, and what to note
 */
async function takeOutGone(
	resource: ListedResource,
	{ entries, hidden }: { entries: Map<string, Entry>; hidden: Set<string> },
	missing: readonly string[],
	source: ConfirmedSource,
) {
	const newly = missing.filter((id) => !hidden.has(id)).slice(0, MOST_NEWLY_MISSING);
	const again = missing.filter((id) => hidden.has(id)).slice(0, MOST_HIDDEN);
	const asked = await mapParallel([...newly, ...again], MOST_AT_ONCE, async (id) =>
		source.isInTime() ? [{ id, isDeleted: await source.isDeleted(resource, id) }] : [],
	);
	const answers = asked.flat();
	const having = (said?: boolean) => answers.filter(({ isDeleted }) => isDeleted === said);
	const isSure = having(true).length === 0 || (await source.isOurs());
	const gone = new Map<string, Entry>();
	for (const { id, isDeleted } of answers) {
		const entry = entries.get(id) ?? '';
		entries.delete(id);
		(isDeleted === true && isSure ? gone : entries).set(id, entry);
	}
	const newlyHidden = having(false).filter(({ id }) => !hidden.has(id));
	for (const { id } of newlyHidden) hidden.add(id);
	for (const id of gone.keys()) hidden.delete(id);
	const notes = isSure ? [] : [UNSURE_COMPANY];
	if (newlyHidden.length > 0) notes.push(hiddenNote(resource, newlyHidden.length));
	const unanswered = having(undefined).length;
	// The next poll may have no time either: then nobody else would say so.
	if (missing.length > 0 && answers.length === 0) notes.push(unaskedNote(resource, missing.length));
	if (unanswered > 0) notes.push(unansweredNote(resource, unanswered));
	return { gone, notes };
}

/**
 * Collects the events that the poll is to report. Of a kind that was not chosen at the last poll, only what happens from
 * now on is reported. With Emit Existing, the first poll reports what exists as created, however old its last edit is.
 */
function eventCollector(known: Known | undefined, chosen: readonly EventKind[], task: PollTask) {
	const kinds = chosen.filter(({ change, value }) =>
		known ? known.kinds.includes(value) : task.emitExisting && change === 'created',
	);
	const events: RecordEvent[] = [];
	const report = ({ change, ...event }: Change, status: unknown) => {
		const kind = kinds.find((one) => one.change === change);
		const text = typeof status === 'string' ? status : undefined;
		if (kind && task.passes({ kind, ...event }, text)) events.push({ kind, ...event });
	};
	return { events, report };
}

const incompleteNote = ({ noun }: ListedResource) =>
	`may not have read all ${noun}s, because they changed during the poll or the service counted them incorrectly: it reports no deletions this time`;
const hiddenNote = ({ noun }: ListedResource, count: number) =>
	`misses ${count} in the list of ${noun}s that the service still returns one by one: it asks for them again, ${MOST_HIDDEN} with each poll`;
const unansweredNote = ({ noun }: ListedResource, count: number) =>
	`got no clear answer about ${count} ${noun}s that the list no longer has: without one it reports no deletion, and the next poll asks again`;
const unaskedNote = ({ noun }: ListedResource, count: number) =>
	`had no time to ask about ${count} ${noun}s that the list no longer has, so it reports no deletion: poll when the service is less busy`;
const UNSURE_COMPANY =
	'reports deletions later: no project shows the company, and the account cannot be read, so another company could have the credential now';

/**
 * The events that a record in the list brings.
 *
 * @param edit how it differs from what the last poll saw; undefined if it is new
 */
function changesOf(
	about: Pick<RecordEvent, 'id' | 'digest'> & { readonly record: IDataObject },
	edit: Difference | undefined,
	nowMs: number,
): readonly Change[] {
	const edited = { ...about, change: 'edited', at: changedAtOf(about.record) ?? nowMs } as const;
	if (edit) return [{ ...edited, changedFields: edit.fields, isSameTime: edit.isSameTime }];
	const created = { ...about, change: 'created', at: createdAtOf(about.record) ?? nowMs } as const;
	// Nobody knows what it was before, so no field is said to have changed.
	return wasEdited(about.record) ? [created, { ...edited, changedFields: [] }] : [created];
}

/** Whether the times of a record say that it was edited after its creation. */
export function wasEdited(record: IDataObject): boolean {
	const [created, updated] = [createdAtOf(record), changedAtOf(record)];
	return created !== undefined && updated !== undefined && updated - created > CREATION_MS;
}
