import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRefusedContent } from '../http/errors';
import { createParameters, createPaths, updateParameters, updatePaths } from '../items/fields';
import { readInput, refuseProblems } from '../items/input';
import type { Item } from '../items/item';
import { chosenRecord, locator } from '../items/locator';
import { changeOptions, checkOnlyOption, checksOnly, keepsOtherCircuits } from '../items/options';
import { outputParameters, readOutput } from '../items/output';
import type { Output } from '../items/output';
import type { Endpoint } from '../service/endpoints';
import { comparableId } from '../service/ids';
import { pathTo } from '../service/record';
import type { StandardRecord } from '../service/record';
import {
	changesBetween,
	completeBody,
	needsRecord,
	renamedCircuit,
	withoutUnknownParts,
} from '../values/changes';
import { simplifiedSchema, SYNC_RESULT } from '../values/output';
import { isMissing } from '../values/objects';
import { quoted } from '../values/text';
import { afterWrite } from './afterWrite';
import type { Written } from './afterWrite';
import { checked, simulate, simulatedRecord } from './checkOnly';
import { completeForCreate } from './newRecord';
import type { Operation } from './operation';

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
			const keepsOthers = keepsOtherCircuits(item);
			const isNeeded = isCompared || needsRecord(record, body, keepsOthers);
			const { get, update } = record.endpoints;
			const before =
				isNeeded || checksOnly(item)
					? await readRecord(item, record, id, about, isNeeded ? get : update)
					: { id };
			const changes = (isCompared ? changesBetween : completeBody)(
				record,
				before,
				body,
				keepsOthers,
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
	// All prepare at once, and `await` below throws the error of one that failed in its turn. Until then Node.js would take the
	// error for one that nobody handles.
	preparing.catch(() => undefined);
	return await item.run.oneByOne('turn', async () => await preparing);
}

/**
 * The record as it is now, or as the items checked before would leave it.
 *
 * @param endpoint the one whose words an error uses: "Could not update …" although it was read
 */
export async function readRecord(
	item: Item,
	{ endpoints, noun }: StandardRecord,
	id: string,
	about?: string,
	endpoint: Endpoint = endpoints.get,
): Promise<IDataObject> {
	const known = await simulatedRecord(item, id);
	if (known) return known;
	const request = { path: pathTo({ noun }, id), about, expect: 'record' } as const;
	const { operation, operationOn } = endpoint;
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
		// An earlier try of the node may have changed it.
		const syncResult = item.run.unclear.has(item.index) ? 'updated' : 'unchanged';
		return { after: before, output: shown, syncResult };
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
	const renamed = renamedCircuit(record, written.after, write.sent);
	if (renamed !== undefined && keepsOtherCircuits(item))
		throw item.error(
			`The ${record.noun} ${name} was updated, but the service stored another name than "${renamed}" for a circuit. So running this item again would add that circuit again`,
			'Name the circuit as the service does ("Get" returns it), or give it its ID.',
			'refused',
		);
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
