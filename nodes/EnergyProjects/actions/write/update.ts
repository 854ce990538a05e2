import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pathTo } from '../../service/record';
import type { WritableRecord } from '../../service/record';
import { changesBetween, mayEmptyPlace } from '../../values/changes';
import { recordSchema } from '../../values/schemas';
import { comparableName } from '../../values/text';
import type { Item } from '../item';
import type { Operation } from '../operation';
import { inputOptions } from '../parameters/dataMode';
import { withCleared } from '../parameters/fieldsToClear';
import { chosenRecord } from '../parameters/chosenRecord';
import { locator } from '../parameters/locator';
import { updateParameters, updatePlaces } from '../parameters/recordFields';
import { readInput } from './input';

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
	action: `Update a ${record.noun}`,
	description: `Change some fields of a ${record.noun} and return it; all other fields stay as they are`,
	properties: [{ ...locator(record.noun), required: true }, ...updateParameters(record)],
	options: [...inputOptions, skipUnchangedOption],
	outputSchema: recordSchema(record),
	async execute(item) {
		const { id, name, body } = await inTurn(item, prepare(item, record));
		const on = { path: pathTo(record, id), about: name };
		return await item.run.oneByOne(id.toLowerCase(), async () => {
			const comparesFirst = item.switchOption(skipUnchangedOption);
			if (!comparesFirst && !mayEmptyPlace(record, body)) {
				const updated = await item.send(record.endpoints.update, {
					...on,
					body,
					expect: 'written',
				});
				return [(updated ?? {}) as IDataObject];
			}
			const current = await item.send(record.endpoints.get, { ...on, expect: 'object' });
			const written = await updateRecord(item, record, current as IDataObject, body, name);
			if (!comparesFirst) delete written.syncResult;
			return [written];
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
	throw item.error(
		`There is nothing to update: no field of the ${record.noun} was set or cleared`,
		'Add at least one field under "Update Fields" or choose one under "Fields to Clear".',
	);
}

/**
 * Sends what differs from `current`, or nothing.
 *
 * @param about what the person calls the record, where it is not its human ID
 * @returns the record with `syncResult`
 */
export async function updateRecord(
	item: Item,
	record: WritableRecord,
	current: IDataObject,
	body: IDataObject,
	about?: string,
): Promise<IDataObject> {
	const changes = changesBetween(record, current, body);
	if (Object.keys(changes).length === 0) return { ...current, syncResult: 'unchanged' };
	const { id, humanId } = current;
	if (typeof id !== 'string' || id === '') {
		throw item.error(`The service sent a ${record.noun} without an ID, so it cannot be updated`);
	}
	const updated = await item.send(record.endpoints.update, {
		path: pathTo(record, id),
		about: about ?? (comparableName(humanId) || id),
		body: changes,
		expect: 'written',
	});
	return { ...current, ...changes, ...(updated as IDataObject), syncResult: 'updated' };
}
