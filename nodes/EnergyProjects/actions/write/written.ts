import type { IDataObject } from 'n8n-workflow';
import { fieldsToAskFor, pathTo } from '../../service/record';
import type { WritableRecord } from '../../service/record';
import { isBlank, isObject } from '../../values/objects';
import type { Item } from '../item';
import type { Shape } from '../parameters/output';

/** A write that the service has carried out. */
export interface Done {
	/** What it answered; undefined where that was empty. */
	readonly answer: unknown;
	/** The body of the request. */
	readonly sent: IDataObject;
	/** Which record was written, where that was known before. */
	readonly id?: string;
	/** What else is known of the record; what the service says of it counts more. */
	readonly before?: IDataObject;
}

/** What is known of a record after a write. */
export interface Written {
	/** To compare the next write of the record with. */
	readonly known: IDataObject;
	/** Goes out in place of the record where the service did not show it. */
	readonly instead?: IDataObject;
}

/**
 * The record after a write. Where the answer is none, the record is read once. It is written all the same where that
 * fails: then its ID, as far as it is known, and what was sent go out, and a hint says so. Never throws, since the item
 * would be run again and written twice.
 *
 * @param find reads the record where nobody knows its ID
 */
export async function readWritten(
	item: Item,
	record: WritableRecord,
	{ answer, sent, before, ...done }: Done,
	find: () => Promise<unknown> = async () => undefined,
): Promise<Written> {
	if (isRecord(record, answer)) return { known: { ...before, ...answer } };
	const id = done.id ?? idInAnswer(answer);
	const reading = id === undefined ? find() : readById(item, record, id);
	const found = await reading.catch(() => undefined);
	if (isRecord(record, found)) return { known: { ...before, ...found } };
	item.run.hint(hintAbout(record, id), 'warning');
	const given = id === undefined ? {} : { id };
	return {
		known: { ...before, ...given },
		instead: { ...given, ...withoutNulls(sent) },
	};
}

/** What an item puts out of a write. */
export const shownWritten = ({ known, instead }: Written, shape: Shape): IDataObject =>
	instead ?? shape(known);

const readById = async (item: Item, record: WritableRecord, id: string) =>
	await item.send(record.endpoints.get, { path: pathTo(record, id), expect: 'object' });

/** Whether it is the record, and not only its ID or a message. */
const isRecord = (record: WritableRecord, answer: unknown): answer is IDataObject =>
	isObject(answer) &&
	idInAnswer(answer) !== undefined &&
	fieldsToAskFor(record).every(({ name, nullable }) => nullable === true || name in answer);

function idInAnswer(answer: unknown): string | undefined {
	const id = isObject(answer) ? answer.id : undefined;
	return (typeof id === 'string' && !isBlank(id)) || Number.isFinite(id) ? String(id) : undefined;
}

const hintAbout = ({ noun }: WritableRecord, id: string | undefined) =>
	id === undefined
		? `A ${noun} was created, but the service returned neither the ${noun} nor its ID. The output shows what was sent.`
		: `A ${noun} was written, but the service did not return it, and it could not be read afterwards. The output shows its ID and what was sent.`;

const withoutNulls = (sent: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
