import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../../service/endpoints';
import { isUnclear } from '../../http/errors';
import { difference } from '../../values/changes';
import { labelOf } from '../../service/field';
import type { RecordType } from '../../service/field';
import type { Run } from '../run';
import { MatchIndex, readMatch } from './match';
import type { Match } from './match';
import { completeForCreate, upsertBody, withoutCleared } from './body';

/** What a create-or-update needs to know about its resource. */
export interface Upsertable {
	readonly record: RecordType;
	/** Fields a record can be matched on, the default first. */
	readonly matchOn: readonly string[];
	/** Those of them that the service gives itself: an unknown value cannot become a new record. */
	readonly givenByService: readonly string[];
	/** All records there are; read at most once per execution. */
	readAll(run: Run, itemIndex: number): Promise<IDataObject[]>;
	/** One record by its ID, or undefined where there is none. */
	readOne(run: Run, itemIndex: number, id: string): Promise<IDataObject | undefined>;
	readonly create: Endpoint;
	readonly update: Endpoint;
	/** Name of the placeholder for the ID in the path of `update`. */
	readonly idName: string;
	/** A record in a word or two, for the error that lists several. */
	describe(record: IDataObject): string;
}

export type SyncResult = 'created' | 'updated' | 'unchanged';

/** Match On and Value to Match. */
export function matchParameters({ record, matchOn }: Upsertable): INodeProperties[] {
	const labels = record.fields
		.filter((field) => matchOn.includes(field.name))
		.map((field) => ({ name: labelOf(field), value: field.name }))
		.sort((a, b) => a.name.localeCompare(b.name));
	const [first] = matchOn;
	return [
		{
			displayName: 'Match On',
			name: 'matchOn',
			type: 'options',
			// The same for all items, so that there is one list to find them in.
			noDataExpression: true,
			options: labels,
			default: first,
			description: `The field that tells which ${record.noun} is meant. Where several match, nothing is changed and an error lists them.`,
		},
		{
			displayName: 'Value to Match',
			name: 'matchValue',
			type: 'string',
			required: true,
			default: '',
			description: `The value of that field. A new ${record.noun} gets it.`,
		},
	];
}

/**
 * Creates the record where none matches, updates the one that does, and sends nothing where nothing differs.
 * Items with the same value to match go one after the other, so that two of them never create two records.
 *
 * @returns the record with `syncResult`
 * @throws NodeOperationError where several match, or none does and it cannot be created
 */
export async function upsertItem(
	run: Run,
	itemIndex: number,
	target: Upsertable,
): Promise<IDataObject[]> {
	const match = readMatch(run, itemIndex, target.record);
	const given = upsertBody(run, itemIndex, target.record);
	if (given[match.on] === null) {
		throw run.inputError(
			itemIndex,
			`The ${match.on} cannot be cleared, since the ${target.record.noun} is matched on it`,
			'Remove it from "Fields to Clear", or match on another field.',
		);
	}
	// What a record is found by stays as it is, or the next run would not find it and create another one.
	const body = Object.fromEntries(Object.entries(given).filter(([name]) => name !== match.on));
	return await run.oneByOne(`${match.on}:${match.key}`, async () => {
		const index = await indexFor(run, itemIndex, target, match);
		if (index.isDoubtful(match)) await lookAgain(run, itemIndex, target, match, index);
		const found = index.find(match);
		if (found.length > 1) throw ambiguous(run, itemIndex, target, match, found);
		const [current] = found;
		const writing =
			current === undefined
				? createRecord(run, itemIndex, target, match, index, body)
				: updateRecord(run, itemIndex, target, current, body);
		const result = await writing.catch((error: unknown) => {
			if (isUnclear(error)) index.doubt(match);
			throw error;
		});
		index.settle(match, [result.record]);
		return [{ ...result.record, syncResult: result.syncResult }];
	});
}

/**
 * An earlier item's write of the same record got no clear answer: reads what has become of it.
 *
 * @throws NodeOperationError where there is no record: it may still be on its way, and creating it would double it
 */
async function lookAgain(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
	index: MatchIndex,
): Promise<void> {
	const fresh = (await freshIndex(run, itemIndex, target, match)).find(match);
	if (fresh.length === 0) {
		throw run.inputError(
			itemIndex,
			`An earlier item may have created the ${target.record.noun} with the ${match.on} "${match.value}", but it is not there (yet)`,
			'Look for it in the service before you run this item again, or it may be there twice.',
		);
	}
	index.settle(match, fresh);
}

/** Sends what differs from `current`, or nothing. */
export async function updateRecord(
	run: Run,
	itemIndex: number,
	target: Pick<Upsertable, 'record' | 'update' | 'idName'>,
	current: IDataObject,
	body: IDataObject,
): Promise<{ record: IDataObject; syncResult: SyncResult }> {
	const changes = difference(target.record, current, body);
	if (Object.keys(changes).length === 0) return { record: current, syncResult: 'unchanged' };
	const updated = await run.client.send(target.update, {
		path: { [target.idName]: String(current.id) },
		body: changes,
		itemIndex,
	});
	return { record: { ...current, ...changes, ...(updated as IDataObject) }, syncResult: 'updated' };
}

async function createRecord(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
	index: MatchIndex,
	body: IDataObject,
): Promise<{ record: IDataObject; syncResult: SyncResult }> {
	if (target.givenByService.includes(match.on)) {
		throw run.inputError(
			itemIndex,
			`No ${target.record.noun} has the ${match.on} "${match.value}", and the service gives this value itself`,
			'Correct the value, or match on a field that a new record can be given.',
		);
	}
	const given = { [match.on]: match.value, ...withoutCleared(body) };
	const complete = await completeForCreate(run, itemIndex, target.record, given);
	const answer = (await run.client.send(target.create, { body: complete, itemIndex })) as
		| IDataObject
		| undefined;
	if (answer?.id !== undefined) {
		return { record: { ...complete, ...answer }, syncResult: 'created' };
	}
	// Should the list not bring it, the next item must not take it for missing.
	index.doubt(match);
	return { record: await findCreated(run, itemIndex, target, match), syncResult: 'created' };
}

/** Where the service does not return what it created, the list does: without its ID it could not be found again. */
async function findCreated(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
): Promise<IDataObject> {
	const [found] = (await freshIndex(run, itemIndex, target, match)).find(match);
	if (found !== undefined) return found;
	throw run.inputError(
		itemIndex,
		`The service did not return the ${target.record.noun} it created`,
		`Look for "${match.value}" in the service before you run this item again, or it may be there twice.`,
	);
}

async function indexFor(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
): Promise<MatchIndex> {
	const key = match.on === 'id' ? `record ${match.key}` : `records by ${match.on}`;
	return await run.once(key, async () => await freshIndex(run, itemIndex, target, match));
}

async function freshIndex(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
): Promise<MatchIndex> {
	if (match.on !== 'id') return new MatchIndex(match.on, await target.readAll(run, itemIndex));
	const record = await target.readOne(run, itemIndex, match.key);
	return new MatchIndex('id', record === undefined ? [] : [record]);
}

function ambiguous(
	run: Run,
	itemIndex: number,
	target: Upsertable,
	match: Match,
	found: readonly IDataObject[],
) {
	const list = found
		.slice(0, 10)
		.map((record) => `${target.describe(record)} (${String(record.id)})`);
	const more = found.length > list.length ? ` and ${found.length - list.length} more` : '';
	return run.inputError(
		itemIndex,
		`${found.length} ${target.record.noun}s have the ${match.on} "${match.value}": ${list.join('; ')}${more}`,
		'Nothing was changed. Match on the ID, or clean up the duplicates in the service.',
	);
}
