import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { comparableId, isSameId, recordIdIn } from '../service/ids';
import { fieldOf, fieldsToAskFor, followsWrites, pathTo } from '../service/record';
import type { StandardRecord } from '../service/record';
import { isRefusedContent } from '../http/errors';
import {
	areAsBefore,
	changesBetween,
	completeBody,
	needsRecord,
	notKept,
	withoutUnknownParts,
} from '../values/changes';
import { isMissing, isObject } from '../values/objects';
import { NOT_KEPT, simplifiedSchema, SYNC_RESULT } from '../values/output';
import { quoted } from '../values/text';
import { checked, simulate, simulatedRecord } from './checkOnly';
import { createParameters, createPaths, updateParameters, updatePaths } from '../items/fields';
import type { CollectedHint } from '../items/hints';
import { readInput, refuseProblems } from '../items/input';
import { changeOptions, checkOnlyOption, checksOnly, completionOf } from '../items/options';
import type { Item } from '../items/item';
import { chosenRecord, locator } from '../items/locator';
import { completeForCreate } from './newRecord';
import type { Operation } from './operation';
import { outputParameters, readOutput } from '../items/output';
import type { Output } from '../items/output';

/** Service document, section Endpoints, "Create project" and "Create customer". */
export const createOperation = (record: StandardRecord): Operation => ({
	name: 'Create',
	value: 'create',
	action: `Create ${record.noun}`,
	description: `Create a new ${record.noun} and return it`,
	properties: [...createParameters(record), ...outputParameters(record)],
	options: [checkOnlyOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const output = readOutput(item, record);
		const input = await readInput(item, record, createPaths(record));
		const body = await completeForCreate(item, record, input);
		if (checksOnly(item)) return [checked(record, 'created', body).output];
		const answer = await item.send(record.endpoints.create, { body, expect: 'written' });
		return [(await afterWrite(item, record, output, { sent: body, answer })).output];
	},
});

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
	// Without what the write may have changed although nobody sent it: the earlier value would be out of date.
	const kept = Object.entries(before).filter(([name]) => !followsWrites(record, name));
	const after = { ...Object.fromEntries(kept), ...sent, ...(id && { id }), ...returned };
	if (returned === undefined) {
		item.run.hint(hintAbout(record, id), 'warning');
		return { after, output: { ...(id && { id }), ...withoutNulls(sent) } };
	}
	if (!isWhole) item.run.hint(hintAboutComputed(record), 'warning');
	const shown = output.show(after, returned);
	const lost = notKept(record, returned, sent);
	if (lost.length === 0) return { after, output: shown };
	for (const name of lost) item.run.collect(LOST, fieldOf(record, name)?.label ?? name);
	const isAsBefore = areAsBefore(record, before, returned, Object.keys(sent));
	return { after, output: { ...shown, [NOT_KEPT]: lost }, isAsBefore };
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
	const { answer, find } = write;
	const id = idOf(write);
	const answered = isRecord(record, answer, id) ? answer : undefined;
	const isWhole =
		alwaysThere(record).every((name) => answered !== undefined && name in answered) &&
		output.computed.every((name) => answered?.[name] !== undefined);
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

const withoutNulls = (sent: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));

/** Option of an update: compare first, then send only what differs. */
const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the record first and send only what differs, or nothing if nothing differs. The output then has "syncResult": "updated" or "unchanged". This stops two systems from updating each other endlessly.',
};

/**
 * Sends only the fields to change. A partial address and circuits that lack something are completed from the record
 * first, since the service may replace what it has. Items about the same record run one after the other, so the last
 * one counts. Service document, section Endpoints, "Update project" and "Update customer".
 */
export const updateOperation = (record: StandardRecord): Operation => ({
	name: 'Update',
	value: 'update',
	action: `Update ${record.noun}`,
	description: `Change some fields of a ${record.noun} and return it; all other fields stay as they are`,
	properties: [
		{ ...locator(record), required: true },
		...updateParameters(record),
		...outputParameters(record),
	],
	options: [...changeOptions(record), skipUnchangedOption, checkOnlyOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const output = readOutput(item, record);
		const { id, name: about, body } = await inTurn(item, prepare(item, record));
		return await item.run.oneByOne(`record ${comparableId(id)}`, async () => {
			const isCompared = item.isOn(skipUnchangedOption);
			const completion = completionOf(item);
			const isNeeded = isCompared || needsRecord(record, body, completion);
			const { get, update } = record.endpoints;
			const before =
				isNeeded || checksOnly(item)
					? await readRecord(item, record, id, about, isNeeded ? get : update)
					: { id };
			const changes = (isCompared ? changesBetween : completeBody)(
				record,
				before,
				body,
				completion,
			);
			const result = await updateRecord(item, record, output, { before, changes, about });
			if (!isCompared && !checksOnly(item)) return [result.output];
			return [{ ...result.output, [SYNC_RESULT]: result.syncResult }];
		});
	},
});

/**
 * The record, and what was set, null for what is to be cleared. It looks up the record last, so that no request is sent
 * if there is nothing to change.
 *
 * @throws NodeOperationError if there is nothing to update, or naming everything that is wrong with the values
 */
async function prepare(item: Item, record: StandardRecord) {
	const input = await readInput(item, record, updatePaths);
	refuseProblems(item, input);
	if (Object.keys(input.body).length === 0) {
		throw item.error(
			`There is nothing to update: no field of the ${record.noun} was set or cleared`,
			'Fill in at least one field, or choose one under "Fields to Clear". An empty value leaves a field as it is, unless the option "Empty Values" says otherwise.',
		);
	}
	return { body: input.body, ...(await chosenRecord(item, record)) };
}

/** All items look up human IDs at the same time but continue in turn, so that items about one record keep their order. */
export async function inTurn<Prepared>(
	item: Item,
	preparing: Promise<Prepared>,
): Promise<Prepared> {
	// All prepare at once. If one fails, `await` below throws that in its turn.
	preparing.catch(() => undefined);
	return await item.run.oneByOne('turn', async () => await preparing);
}

/**
 * The record as it is now, or as the items checked before would leave it.
 *
 * The last parameter is the endpoint whose words an error uses.
 */
export async function readRecord(
	item: Item,
	{ endpoints, noun }: StandardRecord,
	id: string,
	about?: string,
	{ operation, operationOn }: Endpoint = endpoints.get,
): Promise<IDataObject> {
	const known = await simulatedRecord(item, id);
	if (known) return known;
	const request = { path: pathTo({ noun }, id), about, expect: 'record' } as const;
	return (await item.send({ ...endpoints.get, operation, operationOn }, request)) as IDataObject;
}

/** A change of a record. */
interface Change {
	/** The record as it is; its ID alone if it was not read. */
	readonly before: IDataObject;
	/** What to send. */
	readonly changes: IDataObject;
	/** What the person called the record; without it, errors use the human ID or the ID. */
	readonly about?: string;
}

/** Sends a change, if there is anything to send. */
export async function updateRecord(
	item: Item,
	record: StandardRecord,
	output: Output,
	{ before, changes, about }: Change,
): Promise<Written & { syncResult: string }> {
	if (Object.keys(changes).length === 0) {
		const shown = checksOnly(item)
			? checked(record, 'unchanged', {}, before).output
			: output.show(before);
		return { after: before, output: shown, syncResult: 'unchanged' };
	}
	if (checksOnly(item)) {
		const result = checked(record, 'updated', changes, before);
		await simulate(item, before.id, result.after);
		return { ...result, syncResult: 'updated' };
	}
	// Every record that was read has an ID, or reading it fails.
	const id = String(before.id);
	const name = about ?? (isMissing(before.humanId) ? id : quoted(before.humanId).trim());
	const write = { ...(await sendUpdate(item, record, id, name, changes)), before };
	const written = await afterWrite(item, record, output, write);
	return { ...written, syncResult: written.isAsBefore === true ? 'unchanged' : 'updated' };
}

/** A service may refuse parts of an address or circuit that it has itself and this package does not know: once more without them. */
async function sendUpdate(
	item: Item,
	record: StandardRecord,
	id: string,
	about: string,
	changes: IDataObject,
) {
	const send = async (body: IDataObject) => {
		const request = { path: pathTo(record, id), about, body, expect: 'written' } as const;
		return { sent: body, answer: await item.send(record.endpoints.update, request) };
	};
	return await send(changes).catch(async (error: unknown) => {
		const known = withoutUnknownParts(record, changes);
		const isWhole = JSON.stringify(known) === JSON.stringify(changes);
		if (isWhole || !isRefusedContent(error)) throw error;
		return await send(known);
	});
}
