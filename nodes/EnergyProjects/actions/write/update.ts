import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pathTo } from '../../service/record';
import type { RecordWith } from '../../service/record';
import { changesBetween, completeBody, needsRecord } from '../../values/changes/changes';
import { simplifiedSchema } from '../../values/output/schemas';
import { quotedList } from '../../values/quoted';
import { comparableName } from '../../values/text';
import type { Item } from '../item';
import type { Operation } from '../operation';
import { inputOptions, isMapped } from '../parameters/dataMode';
import { withCleared } from '../parameters/fieldsToClear';
import { chosenRecord } from '../parameters/record/chosenRecord';
import { locator } from '../parameters/record/locator';
import { outputParameters, readWriteOutput } from '../parameters/output';
import { updateParameters, updatePaths } from '../parameters/recordFields';
import { leftEmpty, readInput } from './input';
import { outputOfWrite, resultOfWrite } from './writeResult';
import type { WriteResult } from './writeResult';

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
export const updateOperation = (record: RecordWith<'update'>): Operation => ({
	name: 'Update',
	value: 'update',
	action: `Update ${record.noun}`,
	description: `Change some fields of a ${record.noun} and return it; all other fields stay as they are`,
	properties: [
		{ ...locator(record), required: true },
		...updateParameters(record),
		...outputParameters(record),
	],
	options: [...inputOptions, skipUnchangedOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const output = readWriteOutput(item, record);
		const { id, name, body } = await inTurn(item, prepare(item, record));
		const on = { path: pathTo(record, id), about: name };
		return await item.run.oneByOne(id.toLowerCase(), async () => {
			const read = async () =>
				(await item.send(record.endpoints.get, { ...on, expect: 'record' })) as IDataObject;
			if (item.isOptionOn(skipUnchangedOption)) {
				const result = await updateRecord(item, record, await read(), body, name);
				const { syncResult, ...written } = result;
				return [{ ...(await outputOfWrite(item, record, written, output)), syncResult }];
			}
			const sent = needsRecord(record, body) ? completeBody(record, await read(), body) : body;
			const request = { ...on, body: sent, expect: 'written' } as const;
			const answer = await item.send(record.endpoints.update, request);
			const written = await resultOfWrite(item, record, { answer, sent, id });
			return [await outputOfWrite(item, record, written, output)];
		});
	},
});

/** Reads the changes first and looks up the record afterwards, so that no request is sent if there is nothing to change. */
async function prepare(item: Item, record: RecordWith<'update'>) {
	const body = await readChanges(item, record);
	return { body, ...(await chosenRecord(item, record)) };
}

/** All items look up human IDs at the same time but continue in turn, so that items about one record keep their order. */
async function inTurn<Prepared>(item: Item, preparing: Promise<Prepared>): Promise<Prepared> {
	// If it fails before its turn comes, the error waits for its turn too.
	preparing.catch(() => undefined);
	return await item.run.oneByOne('updates', async () => await preparing);
}

/**
 * What was set, and null for what is to be cleared.
 *
 * @throws NodeOperationError if there is nothing to update, or if a field is both set and cleared
 */
async function readChanges(item: Item, record: RecordWith<'update'>): Promise<IDataObject> {
	const body = withCleared(item, record, await readInput(item, record, updatePaths));
	if (Object.keys(body).length > 0) return body;
	const empty = leftEmpty(item, record, updatePaths);
	if (empty.length > 0) throw onlyEmpty(item, empty);
	throw item.error(
		`There is nothing to update: no field of the ${record.noun} was set or cleared`,
		isMapped(item)
			? `Add a field to the item that has the same name as a field of the ${record.noun}, or choose one under "Fields to Clear".`
			: 'Add at least one field under "Update Fields", or choose one under "Fields to Clear".',
	);
}

/** @param names of the fields, as the person knows them */
function onlyEmpty(item: Item, names: readonly string[]) {
	const isOne = names.length === 1;
	const what = isMapped(item)
		? `${quotedList(names)} ${isOne ? 'is' : 'are'} empty in the item`
		: `${quotedList(names)} ${isOne ? 'was' : 'were'} added but left empty`;
	return item.error(
		`There is nothing to update: ${what}`,
		'Fill in a value, or correct the expression. To empty a field of the record, choose it under "Fields to Clear".',
	);
}

/** The result of an update. */
export interface UpdateResult extends WriteResult {
	readonly syncResult: 'updated' | 'unchanged';
}

/**
 * Sends what differs from `current`, or nothing.
 *
 * @param about what the person called the record; without it, errors use the human ID or the ID
 */
export async function updateRecord(
	item: Item,
	record: RecordWith<'update'>,
	current: IDataObject,
	body: IDataObject,
	about?: string,
): Promise<UpdateResult> {
	const changes = changesBetween(record, current, body);
	if (Object.keys(changes).length === 0) return { known: current, syncResult: 'unchanged' };
	const { humanId } = current;
	// Every record that was read has an ID, or reading it fails.
	const id = String(current.id);
	const answer = await item.send(record.endpoints.update, {
		path: pathTo(record, id),
		about: about ?? (comparableName(humanId) || id),
		body: changes,
		expect: 'written',
	});
	const before = { ...current, ...changes };
	const written = await resultOfWrite(item, record, { answer, sent: changes, id, before });
	return { ...written, syncResult: 'updated' };
}
