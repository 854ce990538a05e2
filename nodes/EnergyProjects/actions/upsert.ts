import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { upsertParameters } from '../items/fields';
import type { Item } from '../items/item';
import { isMatch, matchParameters, readMatched } from '../items/matchValue';
import type { Matched } from '../items/matchValue';
import { changeOptions, checkOnlyOption, checksOnly, keepsOtherCircuits } from '../items/options';
import { outputParameters, readOutput } from '../items/output';
import type { Output } from '../items/output';
import type { StandardRecord } from '../service/record';
import { changesBetween, needsRecord } from '../values/changes';
import { syncedSchema, SYNC_RESULT } from '../values/output';
import { afterWrite } from './afterWrite';
import { checked } from './checkOnly';
import { findCreated, findMatch, knownRecords, writeMatched } from './match';
import type { KnownRecords } from './match';
import { completeForCreate } from './newRecord';
import type { Operation } from './operation';
import { inTurn, readRecord, updateRecord } from './write';

const ifFoundOption: INodeProperties = {
	displayName: 'If Found',
	name: 'ifFound',
	type: 'options',
	options: [
		{ name: 'Update', value: 'update' },
		{ name: 'Leave as It Is', value: 'leave' },
	],
	default: 'update',
	description:
		'What to do with a record that matches: update it, or only return it (find or create)',
};

/**
 * Creates the record if none matches, updates the one that does, and sends nothing if nothing differs. The service has no
 * such operation, so this uses its list, create and update. Items with the same value to match run one after the other,
 * so that two of them never create two records.
 */
export const upsertOperation = (record: StandardRecord): Operation => ({
	name: 'Create or Update',
	value: 'upsert',
	action: `Create or update ${record.noun}`,
	description: `Create a new ${record.noun}, or update the current one if it already exists (upsert)`,
	properties: [
		...matchParameters(record),
		...upsertParameters(record),
		...outputParameters(record),
	],
	options: [...changeOptions(record), ifFoundOption, checkOnlyOption],
	outputSchema: syncedSchema(record),
	execute: async (item) => await createOrUpdate(item, record),
});

async function createOrUpdate(item: Item, record: StandardRecord): Promise<IDataObject[]> {
	const output = readOutput(item, record);
	const matched = await inTurn(item, readMatched(item, record));
	return await item.run.oneByOne(`match ${matched.key}`, async () => {
		const known = await knownRecords(item, record, matched.way);
		const before = await findMatch(known, item, matched);
		const write = async () =>
			before === undefined
				? await createRecord(item, record, output, matched, known)
				: await updateMatching(item, record, output, before, matched);
		const { output: shown, syncResult } = await writeMatched(known, item, matched, before, write);
		return [{ ...shown, [SYNC_RESULT]: syncResult }];
	});
}

async function createRecord(
	item: Item,
	record: StandardRecord,
	output: Output,
	matched: Matched,
	known: KnownRecords,
) {
	const { values, shown, body: given } = matched;
	const input = { body: { ...values, ...given }, problems: new Map() };
	const body = await completeForCreate(item, record, input).catch((error: unknown) => {
		if (error instanceof NodeOperationError)
			error.message = `No ${record.noun} has ${shown}, so it would be created. ${error.message}`;
		throw error;
	});
	if (checksOnly(item)) return { ...checked(record, 'created', body), syncResult: 'created' };
	// For the words of an error: running this item again is safe, since it finds the record if it was created.
	const request = { body, expect: 'written', isRepeatable: true } as const;
	const answer = await item.send(record.endpoints.create, request);
	const find = async () => await findCreated(known, item, matched);
	const written = await afterWrite(item, record, output, { sent: body, answer, find });
	return { ...written, syncResult: 'created' };
}

/** The list may be old by now: what completes an address or circuits is read just before the write. */
async function updateMatching(
	item: Item,
	record: StandardRecord,
	output: Output,
	before: IDataObject,
	matched: Matched,
) {
	const { body, shown } = matched;
	if (item.choice(ifFoundOption) === 'leave')
		return await updateRecord(item, record, output, { before, changes: {} });
	const keepsOthers = keepsOtherCircuits(item);
	const changes = changesBetween(record, before, body, keepsOthers);
	const given = Object.fromEntries(Object.keys(changes).map((name) => [name, body[name]]));
	// With Check Only, an earlier item may "create" what this one updates: it has no ID and cannot be read.
	if (!needsRecord(record, given, keepsOthers) || before.id === undefined)
		return await updateRecord(item, record, output, { before, changes });
	const fresh = await readRecord(item, record, String(before.id));
	if (!isMatch(record, matched, fresh))
		throw item.error(
			`The ${record.noun} with ${shown} has changed since the list was read, and no longer matches`,
			'Nothing was written. Run the item again.',
			'temporary',
		);
	const changed = { before: fresh, changes: changesBetween(record, fresh, body, keepsOthers) };
	return await updateRecord(item, record, output, changed);
}
