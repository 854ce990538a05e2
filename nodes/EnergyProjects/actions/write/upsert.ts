import type { IDataObject } from 'n8n-workflow';
import { isUnclear } from '../../http/errors/requestError';
import { pathTo, requiredFields, writableFields } from '../../service/record';
import type { WritableRecord } from '../../service/record';
import { isBlank } from '../../values/objects';
import { syncedSchema } from '../../values/output/schemas';
import { quoted } from '../../values/quoted';
import type { Item } from '../item';
import { namedRecords } from '../namedRecords';
import type { Operation } from '../operation';
import { inputOptions } from '../parameters/dataMode';
import { withCleared } from '../parameters/fieldsToClear';
import { undefinedIfNotFound } from '../parameters/record/ifNotFound';
import { matchParameters, readMatch } from '../parameters/match';
import type { Match } from '../parameters/match';
import { outputParameters, readOutput } from '../parameters/output';
import { createPlaces, upsertParameters } from '../parameters/recordFields';
import { readWholeList } from '../records';
import { completeForCreate } from './complete';
import { readInput } from './input';
import { MatchIndex } from './matchIndex';
import { updateRecord } from './update';
import type { Updated } from './update';
import { readWritten, shownWritten } from './written';
import type { Written } from './written';

/**
 * Creates the record where none matches, updates the one that does, and sends nothing where nothing differs. Made of
 * the service's list, create and update: it has no such operation itself. Items with the same value to match go one
 * after the other, so that two of them never create two records.
 */
export const upsertOperation = (record: WritableRecord): Operation => ({
	name: 'Create or Update',
	value: 'upsert',
	action: `Create or update ${record.noun}`,
	description: `Create a new ${record.noun}, or update the current one if it already exists (upsert)`,
	properties: [
		...matchParameters(record),
		...upsertParameters(record),
		...outputParameters(record),
	],
	options: inputOptions,
	outputSchema: syncedSchema(record),
	async execute(item) {
		const shape = readOutput(item, record);
		const match = readMatch(item, record);
		return await item.run.oneByOne(`${match.on}:${match.key}`, async () => {
			const body = await readBody(item, record, match);
			const { index, isComplete } = await knownFor(item, record, match);
			if (index.isDoubtful(match)) await lookAgain(item, record, match, index);
			const [current, ...others] = index.find(match);
			if (others.length > 0) throw ambiguous(item, record, match, index);
			if (current === undefined && !isComplete) throw unsure(item, record, match);
			const writing =
				current === undefined
					? createRecord(item, record, match, body)
					: updateRecord(item, record, current, body);
			const { syncResult, ...written } = await writing.catch((error: unknown) => {
				if (isUnclear(error)) index.doubt(match);
				throw error;
			});
			// Without its ID it cannot be updated: the next item must look for it, and not take it for missing.
			if (written.known.id === undefined) index.doubt(match);
			else index.settle(match, [written.known]);
			return [{ ...shownWritten(written, shape), syncResult }];
		});
	},
});

/** The fields as they were set, and null for what is to be cleared, without what the record is found by. */
async function readBody(item: Item, record: WritableRecord, match: Match): Promise<IDataObject> {
	const input = await readInput(item, record, createPlaces(record));
	// A required field that stands beside the match and was left empty was not set.
	for (const { name } of requiredFields(record)) if (isBlank(input[name])) delete input[name];
	// What it is matched on stays as it is, whatever the item calls it.
	delete input[match.on];
	const body = withCleared(item, record, input);
	if (!(match.on in body)) return body;
	// It stays as it is, or the next run would not find the record and create another one.
	throw item.error(
		`The ${match.on} cannot be cleared, since the ${record.noun} is matched on it`,
		'Remove it from "Fields to Clear", or match on another field.',
	);
}

/**
 * An earlier item's write of the same record got no clear answer: reads what has become of it.
 *
 * @throws NodeOperationError where there is no record: it may still be on its way, and creating it would double it
 */
async function lookAgain(item: Item, record: WritableRecord, match: Match, index: MatchIndex) {
	const fresh = (await readKnown(item, record, match)).index.find(match);
	if (fresh.length === 0) {
		throw item.error(
			`An earlier item may have created the ${record.noun} with the ${match.on} "${quoted(match.value)}", but it is not there (yet)`,
			'Look for it in the service before you run this item again, or it may be there twice.',
		);
	}
	index.settle(match, fresh);
}

/** What a create-or-update came to. */
type Synced = Updated | (Written & { readonly syncResult: 'created' });

async function createRecord(
	item: Item,
	record: WritableRecord,
	match: Match,
	body: IDataObject,
): Promise<Synced> {
	if (!writableFields(record).some(({ name }) => name === match.on)) {
		throw item.error(
			`No ${record.noun} has the ${match.on} "${quoted(match.value)}", and the service gives this value itself`,
			'Correct the value, or match on a field that a new record can be given.',
		);
	}
	const given = { [match.on]: match.value, ...body };
	const complete = await completeForCreate(item, record, given);
	const answer = await item.send(record.endpoints.create, { body: complete, expect: 'written' });
	const done = { answer, sent: complete, before: complete };
	const written = await readWritten(item, record, done, async () => {
		const found = (await readKnown(item, record, match)).index.find(match);
		// Of several, nobody can tell which one is new.
		return found.length === 1 ? found[0] : undefined;
	});
	return { ...written, syncResult: 'created' };
}

/** The records an item is compared with. */
interface Known {
	readonly index: MatchIndex;
	/** Whether it is certain that no other record of the service could match. */
	readonly isComplete: boolean;
}

async function knownFor(item: Item, record: WritableRecord, match: Match): Promise<Known> {
	const key = match.on === 'id' ? `record ${match.key}` : `records by ${match.on}`;
	return await item.run.once(key, async () => await readKnown(item, record, match));
}

/** By ID a single record is read, by anything else the whole list. */
async function readKnown(item: Item, record: WritableRecord, match: Match): Promise<Known> {
	if (match.on !== 'id') {
		const { records, complete } = await readWholeList(item, record);
		return { index: new MatchIndex(match.on, records), isComplete: complete };
	}
	const { get } = record.endpoints;
	const path = pathTo(record, match.key);
	const found = await undefinedIfNotFound(item.send(get, { path, expect: 'object' }));
	const records = found === undefined ? [] : [found as IDataObject];
	return { index: new MatchIndex('id', records), isComplete: true };
}

/** A record that was missed must not be created a second time. */
const unsure = (item: Item, { noun }: WritableRecord, { on, value }: Match) =>
	item.error(
		`It is not certain whether there is a ${noun} with the ${on} "${quoted(value)}": none was found, but the list of ${noun}s may have been read incompletely`,
		`Nothing was written, so that no ${noun} is there twice. Run the item again at a quieter time, or match on the ID.`,
	);

function ambiguous(item: Item, record: WritableRecord, match: Match, index: MatchIndex) {
	const found = index.find(match);
	return item.error(
		`${found.length} ${record.noun}s have the ${match.on} "${quoted(match.value)}": ${namedRecords(found, record.namedBy)}`,
		'Nothing was changed. Match on the ID, or clean up the duplicates in the service.',
	);
}
