import type { IDataObject } from 'n8n-workflow';
import type { CollectedHint } from '../items/hints';
import type { Item } from '../items/item';
import type { Output } from '../items/output';
import { isSameId, recordIdIn } from '../service/ids';
import { fieldOf, fieldsToAskFor, followsWrites, pathTo } from '../service/record';
import type { StandardRecord } from '../service/record';
import { areAsBefore, notKept } from '../values/changes';
import { hasOwn, isEmpty, isObject } from '../values/objects';
import { NOT_KEPT } from '../values/output';

/** A write that the service has carried out. */
interface CompletedWrite {
	/** The body of the request. */
	readonly sent: IDataObject;
	/** What the service answered; undefined if nothing. */
	readonly answer: unknown;
	/** The record as it was before; its ID alone if it was not read, undefined if there was none. */
	readonly before?: IDataObject;
	/** Reads a new record if the answer does not tell its ID. */
	readonly find?: () => Promise<unknown>;
}

/** A record after a write. */
export interface Written {
	/** What is known of it: the next write of the record is compared with this. */
	readonly after: IDataObject;
	readonly output: IDataObject;
	/** Whether nothing of what the service has was seen. */
	readonly isUnseen?: boolean;
	/** The service kept nothing of what was sent: all of it is as it was before. */
	readonly isAsBefore?: boolean;
}

/**
 * The record after a write, and what the person is shown of it. Never throws, since people would then run the item again
 * and write twice.
 */
export async function afterWrite(
	item: Item,
	record: StandardRecord,
	output: Output,
	write: CompletedWrite,
): Promise<Written> {
	const { sent, before = {} } = write;
	const { returned, isWhole } = await returnedAfter(item, record, output, write);
	const id = idOf(write);
	// Computed fields and the time of the change follow from a write: their earlier values are out of date.
	const kept = Object.entries(before).filter(([name]) => !followsWrites(record, name));
	// What the whole record leaves out is empty.
	const emptied = isWhole ? Object.fromEntries(Object.keys(sent).map((name) => [name, null])) : {};
	const held = returned && { ...emptied, ...returned };
	const after = { ...Object.fromEntries(kept), ...sent, ...(id && { id }), ...held };
	if (held === undefined) {
		item.run.hint(hintAbout(record, id), 'warning');
		return { after, output: { ...(id && { id }), ...withoutNulls(sent) }, isUnseen: true };
	}
	if (!isWhole) item.run.hint(hintAboutComputed(record), 'warning');
	const unknown = alwaysThere(record).filter((name) => !(name in after));
	const shown = without(unknown, output.show(after, returned));
	const lost = notKept(record, held, sent);
	for (const name of lost) item.run.collect(LOST, fieldOf(record, name)?.label ?? name);
	const isAsBefore = areAsBefore(record, before, held, Object.keys(sent));
	return { after, output: { ...shown, ...(lost.length > 0 && { [NOT_KEPT]: lost }) }, isAsBefore };
}

const idOf = ({ answer, before }: CompletedWrite) => recordIdIn(before) ?? recordIdIn(answer);

/**
 * What counts as the service's record after a write: its answer or, if that is not the whole record or lacks computed
 * fields that were chosen, the record read once. Undefined if neither is a record.
 */
async function returnedAfter(
	item: Item,
	record: StandardRecord,
	output: Output,
	write: CompletedWrite,
): Promise<{ readonly returned?: IDataObject; readonly isWhole: boolean }> {
	const { sent, answer, find } = write;
	const id = idOf(write);
	const answered = isRecord(record, answer, id) ? answer : undefined;
	// A service may leave out what it does not hold: whether it has kept a value, only the whole record shows.
	const expected = Object.keys(sent).filter((name) => !isEmpty(sent[name]));
	const isWhole =
		[...alwaysThere(record), ...expected].every(
			(name) => answered !== undefined && hasOwn(answered, name),
		) && output.computed.every((name) => answered?.[name] !== undefined);
	if (answered !== undefined && isWhole) return { returned: answered, isWhole };
	const request = { path: pathTo(record, id ?? ''), expect: 'record' } as const;
	const read = async () =>
		id === undefined ? await find?.() : await item.send(record.endpoints.get, request);
	const found = await read().catch(() => undefined);
	return isRecord(record, found, id ?? recordIdIn(found))
		? { returned: found, isWhole: true }
		: { ...(answered && { returned: answered }), isWhole: false };
}

const LOST: CollectedHint = {
	type: 'warning',
	words: (names) =>
		`The service did not keep everything as it was sent: ${names}. The items name these fields in "${NOT_KEPT}", and show what the service has instead.`,
};

/** The fields of the simplified output without which an answer is only a part of the record. */
const alwaysThere = (record: StandardRecord): string[] =>
	record.simplified.filter((name) => {
		const field = fieldOf(record, name);
		return field !== undefined && field.nullable !== true;
	});

/** Whether an answer is the record with this ID, and not only its ID or a message. */
const isRecord = (
	record: StandardRecord,
	answer: unknown,
	id: string | undefined,
): answer is IDataObject =>
	isObject(answer) &&
	isSameId(recordIdIn(answer), id) &&
	fieldsToAskFor(record).every(({ name, nullable }) => nullable === true || name in answer);

const hintAbout = ({ noun }: StandardRecord, id: string | undefined) =>
	id === undefined
		? `A ${noun} was created, but the service returned neither the ${noun} nor its ID. The output shows what was sent.`
		: `A ${noun} was written, but the service did not return it, and the node could not read it afterwards. The output shows its ID and what was sent.`;

const hintAboutComputed = ({ noun }: StandardRecord) =>
	`A ${noun} was written, but the node could not read it afterwards. The output does not include the fields that the service computes and does not return with a write. To get them, read the ${noun} with "Get".`;

/** A field that the record always has and that nobody knows would come out as null. */
const without = (names: readonly string[], shown: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name)));

const withoutNulls = (sent: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
