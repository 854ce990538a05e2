import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isUnclear } from '../http/errors';
import { isSameId } from '../service/ids';
import type { StandardRecord } from '../service/record';
import { changesBetween, needsRecord } from '../values/changes';
import { syncedSchema, SYNC_RESULT } from '../values/output';
import { checked, checkOnlyOption, checksOnly } from './checkOnly';
import { upsertParameters } from './fields';
import { emptyValuesOption } from './input';
import type { Item } from './item';
import { matchParameters, readKnown, readMatched, theOnlyOne } from './match';
import type { Matched } from './match';
import { completeForCreate } from './newRecord';
import type { Operation } from './operation';
import { outputParameters, readOutput } from './output';
import type { Output } from './output';
import type { CollectedHint } from './run';
import { afterWrite, inTurn, readCurrent, updateRecord } from './write';

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
	options: [emptyValuesOption, ifFoundOption, checkOnlyOption],
	outputSchema: syncedSchema(record),
	async execute(item) {
		const output = readOutput(item, record);
		const matched = await inTurn(item, readMatched(item, record));
		const { way, key } = matched;
		return await item.run.oneByOne(`match ${key}`, async () => {
			const read = async () => await readKnown(item, record, way);
			const known = await item.run.once('records to match', read);
			const { byKey, unclear, written } = known;
			const findAll = async () => (await read()).byKey.get(key) ?? [];
			if (unclear.has(key)) byKey.set(key, await findAll());
			const before = byKey.get(key) ?? [];
			const findCreated = async () =>
				(await findAll()).filter(({ id }) => !before.some((one) => isSameId(one.id, id)));
			const current = theOnlyOne(item, record, matched, known);
			if (current !== undefined && written.has(current))
				item.run.collect(MATCHED_AGAIN, String(item.index));
			// Until a clear answer has come, the next item with this value reads the list again.
			unclear.add(key);
			const result = await (
				current === undefined
					? createRecord(item, record, output, matched, findCreated)
					: updateMatching(item, record, output, current, matched.body)
			).catch((error: unknown) => {
				if (!isUnclear(error)) unclear.delete(key);
				throw error;
			});
			if (result.known.id !== undefined || checksOnly(item)) unclear.delete(key);
			const others = before.filter((one) => one !== current);
			byKey.set(key, [...others, result.known]);
			if (result.syncResult !== 'unchanged') written.add(result.known);
			return [{ ...result.output, [SYNC_RESULT]: result.syncResult }];
		});
	},
});

const MATCHED_AGAIN: CollectedHint = {
	words: (_, count) =>
		`${count} ${count === 1 ? 'item' : 'items'} matched the record of an earlier item of this run. Check that ${count === 1 ? 'it means' : 'they mean'} the same one.`,
};

async function createRecord(
	item: Item,
	record: StandardRecord,
	output: Output,
	{ values, shown, body: given }: Matched,
	findCreated: () => Promise<IDataObject[]>,
) {
	const input = { body: { ...values, ...given }, problems: new Map() };
	const body = await completeForCreate(item, record, input).catch((error: unknown) => {
		if (error instanceof NodeOperationError)
			error.message = `No ${record.noun} has ${shown}, so it would be created. ${error.message}`;
		throw error;
	});
	if (checksOnly(item)) return { ...checked(record, 'created', body), syncResult: 'created' };
	// Run again, the item finds the record if it was created.
	const request = { body, expect: 'written', isRepeatable: true } as const;
	const answer = await item.send(record.endpoints.create, request);
	const find = async () => {
		const found = await findCreated();
		return found.length === 1 ? found[0] : undefined;
	};
	const written = await afterWrite(item, record, output, { sent: body, answer, find });
	return { ...written, syncResult: 'created' };
}

/** The list may be old by now: what completes an address or circuits is read just before the write. */
async function updateMatching(
	item: Item,
	record: StandardRecord,
	output: Output,
	current: IDataObject,
	body: IDataObject,
) {
	if (item.chosenOption(ifFoundOption) === 'leave')
		return await updateRecord(item, record, output, { current, changes: {} });
	const changes = changesBetween(record, current, body);
	const given = Object.fromEntries(Object.keys(changes).map((name) => [name, body[name]]));
	// What was only checked, not created, has no ID.
	if (!needsRecord(record, given) || current.id === undefined)
		return await updateRecord(item, record, output, { current, changes });
	const fresh = await readCurrent(item, record, String(current.id));
	const changed = { current: fresh, changes: changesBetween(record, fresh, body) };
	return await updateRecord(item, record, output, changed);
}
