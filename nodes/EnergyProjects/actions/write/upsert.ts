import type { IDataObject } from 'n8n-workflow';
import { isUnclear } from '../../http/errors/requestError';
import { pathTo, requiredFields, writableFields } from '../../service/record';
import type { MatchableRecord } from '../../service/record';
import { isCaseUnclear } from '../../values/humanId';
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
import { outputParameters, readWriteOutput } from '../parameters/output';
import { createPaths, upsertParameters } from '../parameters/recordFields';
import { readWholeList } from '../records';
import { completeForCreate } from './complete';
import { readInput } from './input';
import { MatchIndex } from './matchIndex';
import { sendCreate } from './sendCreate';
import { updateRecord } from './update';
import type { UpdateResult } from './update';
import { outputOfWrite, resultOfWrite } from './writeResult';
import type { WriteResult } from './writeResult';

/**
 * Creates the record if none matches, updates the one that does, and sends nothing if nothing differs. The service has no
 * such operation, so this uses its list, create and update. Items with the same value to match run one after the other,
 * so that two of them never create two records.
 */
export const upsertOperation = (record: MatchableRecord): Operation => ({
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
		const output = readWriteOutput(item, record);
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
			// It cannot be updated without its ID. So the next item must look for it, or would create it again.
			if (written.known.id === undefined) index.doubt(match);
			else index.settle(match, [written.known]);
			return [{ ...(await outputOfWrite(item, record, written, output)), syncResult }];
		});
	},
});

/** What was set, and null for what is to be cleared, without the field that the record is matched on. */
async function readBody(item: Item, record: MatchableRecord, match: Match): Promise<IDataObject> {
	const input = await readInput(item, record, createPaths(record));
	// A required field has its own parameter; if that was left empty, the field was not set.
	for (const { name } of requiredFields(record)) if (isBlank(input[name])) delete input[name];
	// The field it is matched on stays as it is, even if the item has another value for it.
	delete input[match.on];
	const body = withCleared(item, record, input);
	if (!(match.on in body)) return body;
	// If it were cleared, the next run would not find the record and would create another one.
	throw item.error(
		`The ${match.on} cannot be cleared, because it is used to find the ${record.noun}`,
		'Remove it from "Fields to Clear", or match on another field.',
	);
}

/**
 * Reads the record again after an earlier item's write of it got no clear answer.
 *
 * @throws NodeOperationError if there is no record: it may still be on its way, and would then be created twice
 */
async function lookAgain(item: Item, record: MatchableRecord, match: Match, index: MatchIndex) {
	const fresh = (await readKnown(item, record, match)).index.find(match);
	if (fresh.length === 0) {
		throw item.error(
			`An earlier item may have created the ${record.noun} with the ${match.on} "${quoted(match.value)}", but the service does not show it yet`,
			'Look for it in the service before you run this item again. Otherwise it may be created twice.',
		);
	}
	index.settle(match, fresh);
}

/** The result of a create-or-update. */
type UpsertResult = UpdateResult | (WriteResult & { readonly syncResult: 'created' });

async function createRecord(
	item: Item,
	record: MatchableRecord,
	match: Match,
	body: IDataObject,
): Promise<UpsertResult> {
	if (!writableFields(record).some(({ name }) => name === match.on)) {
		throw item.error(
			`No ${record.noun} has the ${match.on} "${quoted(match.value)}". The service assigns this value itself, so the node cannot create one with it`,
			'Correct the value, or choose another field under "Match On".',
		);
	}
	const given = { [match.on]: match.value, ...body };
	const complete = await completeForCreate(item, record, given);
	const answer = await sendCreate(item, record, complete);
	const write = { answer, sent: complete, before: complete };
	const written = await resultOfWrite(item, record, write, async () => {
		const found = (await readKnown(item, record, match)).index.find(match);
		// If there are several, the node cannot tell which one is new.
		return found.length === 1 ? found[0] : undefined;
	});
	return { ...written, syncResult: 'created' };
}

/** The records in which an item looks for its match. */
interface Known {
	readonly index: MatchIndex;
	/** Whether it is certain that no other record of the service could match. */
	readonly isComplete: boolean;
}

async function knownFor(item: Item, record: MatchableRecord, match: Match): Promise<Known> {
	const key = match.on === 'id' ? `record ${match.key}` : `records by ${match.on}`;
	return await item.run.once(key, async () => await readKnown(item, record, match));
}

/** To match on the ID, a single record is read; to match on anything else, the whole list. */
async function readKnown(item: Item, record: MatchableRecord, match: Match): Promise<Known> {
	if (match.on !== 'id') {
		const { records, complete } = await readWholeList(item, record);
		return { index: await MatchIndex.of(match.on, records), isComplete: complete };
	}
	const { get } = record.endpoints;
	const path = pathTo(record, match.key);
	const found = await undefinedIfNotFound(item.send(get, { path, expect: 'record' }));
	const records = found === undefined ? [] : [found as IDataObject];
	return { index: await MatchIndex.of('id', records), isComplete: true };
}

/** A record that is missing from the list only because the list is incomplete must not be created again. */
const unsure = (item: Item, { noun }: MatchableRecord, { on, value }: Match) =>
	item.error(
		`The node cannot tell whether there is a ${noun} with the ${on} "${quoted(value)}": it found none, but the list of ${noun}s that it read may be incomplete`,
		`Nothing was written, so no ${noun} is created twice. Run the item again when the service is less busy, or match on the ID.`,
	);

function ambiguous(item: Item, record: MatchableRecord, match: Match, index: MatchIndex) {
	const { noun, namedBy } = record;
	const { on, value } = match;
	const found = index.find(match);
	const isUnclearCase = on === 'humanId' && isCaseUnclear(value, found);
	const how = isUnclearCase ? ' in different upper and lower case' : '';
	return item.error(
		`${found.length} ${noun}s have the ${on} "${quoted(value)}"${how}: ${namedRecords(found, namedBy)}`,
		isUnclearCase
			? `Nothing was changed. Match with exactly the same upper and lower case as the ${noun} you mean, or match on the ID.`
			: 'Nothing was changed. Match on the ID, or clean up the duplicates in the service.',
	);
}
