import type { IDataObject } from 'n8n-workflow';
import { isSameId, recordIdIn } from '../../http/answers/recordId';
import { fieldsToAskFor, followsWrites, pathTo } from '../../service/record';
import type { ReadableRecord } from '../../service/record';
import { isObject } from '../../values/objects';
import type { Item } from '../item';
import type { WriteOutput } from '../parameters/output';

/** A write that the service has completed. */
export interface CompletedWrite {
	/** The answer of the service; undefined if it was empty. */
	readonly answer: unknown;
	/** The body of the request. */
	readonly sent: IDataObject;
	/** The ID of the record, if it was known before the write. */
	readonly id?: string;
	/** What else is known of the record. If the answer of the service differs, the answer counts. */
	readonly before?: IDataObject;
}

/** What is known of a record after a write. */
export interface WriteResult {
	/** To compare the next write of the record with. */
	readonly known: IDataObject;
	/** The record as the service sent it after the write. */
	readonly returned?: IDataObject;
	/** The output in place of the record, if the service did not return the record. */
	readonly instead?: IDataObject;
}

/**
 * The record after a write. If the answer is not the record, the record is read once. If that fails too, the write still
 * counts as done: the output is the ID, if it is known, and what was sent, and a hint says so. Never throws, since people
 * would then run the item again and write twice.
 *
 * @param find reads the record if its ID is unknown
 */
export async function resultOfWrite(
	item: Item,
	record: ReadableRecord,
	{ answer, sent, before, ...write }: CompletedWrite,
	find: () => Promise<unknown> = async () => undefined,
): Promise<WriteResult> {
	const kept = stillTrue(record, before);
	if (isRecord(record, answer, write.id)) {
		return { known: { ...kept, ...answer }, returned: answer };
	}
	const id = write.id ?? recordIdIn(answer);
	const reading = id === undefined ? find() : readById(item, record, id);
	const found = await reading.catch(() => undefined);
	if (isRecord(record, found)) return { known: { ...kept, ...found }, returned: found };
	item.run.hint(hintAbout(record, id), 'warning');
	const given = id === undefined ? {} : { id };
	return {
		known: { ...kept, ...given },
		instead: { ...given, ...withoutNulls(sent) },
	};
}

/**
 * The output of an item after a write. If it asks for computed fields that are not known, the record is read once. If
 * that fails, the output lacks them, and a hint says so. Never throws, since the write is done.
 */
export async function outputOfWrite(
	item: Item,
	record: ReadableRecord,
	{ known, returned, instead }: WriteResult,
	{ toOutput, computed }: WriteOutput,
): Promise<IDataObject> {
	if (instead !== undefined) return instead;
	const id = recordIdIn(known);
	const isKnown = computed.every((name) => known[name] !== undefined);
	if (isKnown || id === undefined) return toOutput(known, returned);
	const read = await readById(item, record, id).catch(() => undefined);
	if (isRecord(record, read, id)) return toOutput({ ...known, ...read });
	item.run.hint(hintAboutComputed(record), 'warning');
	return toOutput(known, returned);
}

/** Leaves out what the write may have changed although nobody sent it: the earlier value would be out of date. */
const stillTrue = (record: ReadableRecord, before: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(before).filter(([name]) => !followsWrites(record, name)));

const readById = async (item: Item, record: ReadableRecord, id: string) =>
	await item.send(record.endpoints.get, { path: pathTo(record, id), expect: 'record' });

/**
 * Whether an answer is the record, and not only its ID or a message.
 *
 * @param id of the record; undefined if it is not known yet
 */
const isRecord = (
	record: ReadableRecord,
	answer: unknown,
	id: string | undefined = recordIdIn(answer),
): answer is IDataObject =>
	isObject(answer) &&
	isSameId(recordIdIn(answer), id) &&
	fieldsToAskFor(record).every(({ name, nullable }) => nullable === true || name in answer);

const hintAbout = ({ noun }: ReadableRecord, id: string | undefined) =>
	id === undefined
		? `A ${noun} was created, but the service returned neither the ${noun} nor its ID. The output shows what was sent.`
		: `A ${noun} was written, but the service did not return it, and the node could not read it afterwards. The output shows its ID and what was sent.`;

const hintAboutComputed = ({ noun }: ReadableRecord) =>
	`A ${noun} was written, but the node could not read it afterwards. The output does not include the fields that the service computes and does not return with a write. To get them, read the ${noun} with "Get".`;

const withoutNulls = (sent: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
