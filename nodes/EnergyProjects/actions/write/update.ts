import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import { pathTo } from '../../service/record';
import type { WritableRecord } from '../../service/record';
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
import { outputParameters, readOutput } from '../parameters/output';
import { updateParameters, updatePlaces } from '../parameters/recordFields';
import { leftEmpty, readInput } from './input';
import { readWritten, shownWritten } from './written';
import type { Written } from './written';

/** Option of an update: compare first, send only what differs. */
const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the record first and send only what differs, or nothing where nothing does. The output then tells in "syncResult" whether it was updated or unchanged. This stops two systems from updating each other for ever.',
};

/**
 * Only what changes is sent. Items about the same record go one after the other: the last one counts.
 * Service document, section Endpoints, "Update project" and "Update customer".
 */
export const updateOperation = (record: WritableRecord): Operation => ({
	name: 'Update',
	value: 'update',
	action: `Update ${record.noun}`,
	description: `Change some fields of a ${record.noun} and return it; all other fields stay as they are`,
	properties: [
		{ ...locator(record.noun), required: true },
		...updateParameters(record),
		...outputParameters(record),
	],
	options: [...inputOptions, skipUnchangedOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const shape = readOutput(item, record);
		const { id, name, body } = await inTurn(item, prepare(item, record));
		const on = { path: pathTo(record, id), about: name };
		return await item.run.oneByOne(id.toLowerCase(), async () => {
			const comparesFirst = item.switchOption(skipUnchangedOption);
			const read = async () =>
				(await item.send(record.endpoints.get, { ...on, expect: 'object' })) as IDataObject;
			if (comparesFirst) {
				const updated = await updateRecord(item, record, await read(), body, name);
				const { syncResult, ...written } = updated;
				return [{ ...shownWritten(written, shape), syncResult }];
			}
			const sent = needsRecord(record, body) ? completeBody(record, await read(), body) : body;
			const request = { ...on, body: sent, expect: 'written' } as const;
			const answer = await item.send(record.endpoints.update, request);
			return [shownWritten(await readWritten(item, record, { answer, sent, id }), shape)];
		});
	},
});

/** What is to be changed, read before the record is looked for: where nothing is, no request leaves. */
async function prepare(item: Item, record: WritableRecord) {
	const body = await readChanges(item, record);
	return { body, ...(await chosenRecord(item, record)) };
}

/** All items look up human IDs at once, but go on in turn: those about the same record are to keep their order. */
async function inTurn<Prepared>(item: Item, preparing: Promise<Prepared>): Promise<Prepared> {
	// It may fail before its turn comes.
	preparing.catch(() => undefined);
	return await item.run.oneByOne('updates', async () => await preparing);
}

/**
 * What was set, and null for what is to be cleared.
 *
 * @throws NodeOperationError where there is nothing to update, or a field is both set and cleared
 */
async function readChanges(item: Item, record: WritableRecord): Promise<IDataObject> {
	const body = withCleared(item, record, await readInput(item, record, updatePlaces));
	if (Object.keys(body).length > 0) return body;
	const empty = leftEmpty(item, record, updatePlaces);
	if (empty.length > 0) throw onlyEmpty(item, empty);
	throw item.error(
		`There is nothing to update: no field of the ${record.noun} was set or cleared`,
		isMapped(item)
			? `Give the item a field that is named like one of the ${record.noun}, or choose one under "Fields to Clear".`
			: 'Add at least one field under "Update Fields", or choose one under "Fields to Clear".',
	);
}

/** In the words of the editor, or in those of the item. */
function onlyEmpty(item: Item, empty: readonly Field[]) {
	const isOne = empty.length === 1;
	const what = isMapped(item)
		? `${quotedList(empty.map(({ name }) => name))} ${isOne ? 'is' : 'are'} empty in the item`
		: `${quotedList(empty.map(labelOf))} ${isOne ? 'was' : 'were'} added but left empty`;
	return item.error(
		`There is nothing to update: ${what}`,
		'Fill in a value, or correct its expression. To empty a field of the record, choose it under "Fields to Clear".',
	);
}

/** What an update came to. */
export interface Updated extends Written {
	readonly syncResult: 'updated' | 'unchanged';
}

/**
 * Sends what differs from `current`, or nothing.
 *
 * @param about what the person calls the record, where it is not its human ID
 */
export async function updateRecord(
	item: Item,
	record: WritableRecord,
	current: IDataObject,
	body: IDataObject,
	about?: string,
): Promise<Updated> {
	const changes = changesBetween(record, current, body);
	if (Object.keys(changes).length === 0) return { known: current, syncResult: 'unchanged' };
	const { id, humanId } = current;
	if (typeof id !== 'string' || id === '') {
		throw item.error(`The service sent a ${record.noun} without an ID, so it cannot be updated`);
	}
	const answer = await item.send(record.endpoints.update, {
		path: pathTo(record, id),
		about: about ?? (comparableName(humanId) || id),
		body: changes,
		expect: 'written',
	});
	const before = { ...current, ...changes };
	const written = await readWritten(item, record, { answer, sent: changes, id, before });
	return { ...written, syncResult: 'updated' };
}
