// The index of the records that items of Create or Update can match: the list as it was read, and what the items did since.
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { isGone, isUnclear } from '../http/errors';
import { now } from '../http/throttle';
import { readRecord } from '../reading/get';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { customerNames } from '../lists/names';
import { readWholeList, readWholeListOnce } from '../run/readLists';
import type { Field } from '../service/field';
import { referredResource } from '../service/records/referredResource';
import { isSameId, recordIdIn, recordKeyOf } from '../service/ids';
import type { MatchOn, StandardResource } from '../service/resource';
import { isMissing } from '../values/objects';
import { forEachInSlices, groupedBy } from '../values/slices';
import { folded, quoted } from '../values/text';
import { isMatch, matchedValues, matchKey, nameOf } from './matching';
import type { Matched } from './matching';
import type { Saving, Written } from './plan';
import { checksOnly, write } from './write';

const MATCHED_AGAIN: CollectedHint = {
	words: (names, count) =>
		`${count} ${count === 1 ? 'item' : 'items'} matched the record of an earlier item of this run: ${names}. Check that ${count === 1 ? 'it means' : 'they mean'} the same one.`,
};

const SAME_NAME: CollectedHint = {
	type: 'warning',
	words: (names, count) =>
		`${count} new ${count === 1 ? 'record has' : 'records have'} the name of one that exists already: ${names}. Only what is matched on tells records apart: check that ${count === 1 ? 'it is' : 'they are'} not the same, such as somebody who has moved.`,
};

/** The records of a list by their value to match, and whether it was whole. */
interface Listed {
	readonly byKey: Map<string, IDataObject[]>;
	/** The names of all of them, folded. */
	readonly names: Set<string>;
	readonly complete: boolean;
	/** When reading it began, on the clock of `now`. */
	readonly readAt: number;
}

export interface MatchIndex extends Listed {
	readonly resource: StandardResource;
	/** What earlier items wrote. */
	readonly written: Set<IDataObject>;
	/** IDs of what other executions have created since the list was read. */
	readonly createdElsewhere: Set<string | undefined>;
	/** Whether a create of this run has shown that the service keeps the value to match. */
	keepsValue: boolean;
	/** The values of writes that got no clear answer, in any try of the node. */
	readonly unclear: Set<string>;
	/** The message of the item after which nothing more is created, in any try of the node. */
	readonly closed: { by?: string };
	/** Reads the list again. */
	read(item: Item): Promise<Listed>;
}

/** Read once per execution: each record and way to match has a list of its own. */
export const matchIndex = async (
	item: Item,
	resource: StandardResource,
	way: MatchOn,
): Promise<MatchIndex> =>
	await item.run.once(`${resource.noun}s to match on ${way.value}`, async () => {
		const read = async (reader: Item) => {
			const readAt = now();
			const { records, complete } = await readWholeList(reader, { resource });
			const byKey = await groupedBy(records, (json) => matchKey(resource, way, json));
			const names = new Set<string>();
			await forEachInSlices(records, (json) => names.add(folded(nameOf(resource, json))));
			return { byKey, names, complete, readAt };
		};
		const name = `${resource.noun} ${way.value}`;
		return {
			...(await read(item)),
			resource,
			written: new Set(),
			createdElsewhere: new Set(),
			keepsValue: false,
			unclear: item.run.remembered(`unclear ${name}`, () => new Set<string>()),
			closed: item.run.remembered(`closed ${name}`, () => ({})),
			read,
		};
	});

/**
 * The record that matches, or undefined if it is certain that there is none.
 *
 * @throws NodeOperationError if it is not certain, or if several match
 */
export async function findMatch(
	matchable: MatchIndex,
	item: Item,
	matched: Matched,
): Promise<IDataObject | undefined> {
	const { resource, byKey, complete, readAt, unclear, written } = matchable;
	const { key } = matched;
	const elsewhere = item.run.neighbours.createdSince(turnOfMatch(resource, matched), readAt);
	if (elsewhere.some(({ id }) => id === undefined)) unclear.add(key);
	// Until it is clear whether a record was created, only the service can tell.
	if (unclear.has(key)) byKey.set(key, (await matchable.read(item)).byKey.get(key) ?? []);
	else for (const { id = '' } of elsewhere) await addCreated(matchable, item, key, id);
	const found = (byKey.get(key) ?? []).filter((json) => isMatch(resource, matched, json));
	if (found.length > 1) throw await several(item, resource, matched, found);
	const [only] = found;
	if (only === undefined && (unclear.has(key) || !complete))
		throw uncertain(item, resource, matched, unclear.has(key));
	if (only !== undefined && written.has(only))
		item.run.collect(MATCHED_AGAIN, `${nameOf(resource, only)} [item ${item.index}]`);
	else if (only !== undefined && matchable.createdElsewhere.has(recordKeyOf(only)))
		item.run.collect(CREATED_ELSEWHERE, String(item.index));
	return only;
}

/** The key of the turns of Create or Update with one value to match. */
export const turnOfMatch = ({ noun }: StandardResource, { way, key }: Matched): string =>
	`${noun} ${way.value} ${key}`;

const CREATED_ELSEWHERE: CollectedHint = {
	words: (_, count) =>
		`${count} ${count === 1 ? 'item' : 'items'} matched a record that another execution has created meanwhile.`,
};

/** Adds a record that another execution has created since the list was read. It may have been deleted again. */
async function addCreated(
	{ resource, byKey, createdElsewhere }: MatchIndex,
	item: Item,
	key: string,
	id: string,
): Promise<void> {
	const listed = byKey.get(key) ?? [];
	if (listed.some((json) => isSameId(recordIdIn(json), id))) return;
	const json = await readRecord(item, resource, id).catch((error: unknown) => {
		if (!isGone(error)) throw error;
	});
	if (json === undefined) return;
	byKey.set(key, [...listed, json]);
	createdElsewhere.add(recordKeyOf(json));
}

/**
 * Carries out a plan, and learns from what comes of it.
 *
 * @param listed the record that matched; undefined if a new one is created
 * @throws the error of the write; NodeOperationError if the record would not be found again
 */
export async function writeAndLearn(
	matchable: MatchIndex,
	item: Item,
	matched: Matched,
	plan: Saving,
	listed?: IDataObject,
): Promise<Written> {
	const carryOut = async () => {
		const result = await write(item, matchable.resource, plan).catch((error: unknown) => {
			if (!isUnclear(error)) throw error;
			matchable.unclear.add(matched.key);
			if (listed === undefined) noteCreated(matchable, item, matched);
			throw error;
		});
		learn(matchable, item, matched, result, listed);
		return result;
	};
	// What it learns, it learns before the next create begins.
	return listed === undefined ? await createInTurn(matchable, item, carryOut) : await carryOut();
}

/**
 * Until a create of the run has shown that the service keeps the value to match, one goes after the other.
 *
 * @throws NodeOperationError if the service did not keep that of another item: the next run would create the record again
 */
async function createInTurn(
	matchable: MatchIndex,
	item: Item,
	create: () => Promise<Written>,
): Promise<Written> {
	const go = async () => {
		if (matchable.closed.by === undefined) return await create();
		throw item.error(
			`Nothing was created for this item, because another item failed: ${matchable.closed.by}`,
			'First decide how the records are to be found.',
			'refused',
		);
	};
	const goAlone = async () => (matchable.keepsValue ? undefined : await go());
	return (await item.run.oneByOne('first create', goAlone)) ?? (await go());
}

function learn(
	matchable: MatchIndex,
	item: Item,
	matched: Matched,
	result: Written,
	listed?: IDataObject,
): void {
	const { resource, byKey, names, unclear, written } = matchable;
	const { key } = matched;
	const { after, syncResult } = result;
	const id = recordKeyOf(after);
	const name = nameOf(resource, after);
	if (listed === undefined && name !== '' && names.has(folded(name)))
		item.run.collect(SAME_NAME, `${quoted(name)} (item ${item.index})`);
	names.add(folded(name));
	const isNews = (syncResult === 'created' || unclear.has(key)) && !checksOnly(item);
	if (isNews) noteCreated(matchable, item, matched, id);
	// Without an ID only the service can tell which record it is. With Check Only there is none.
	if (id === undefined && isNews) unclear.add(key);
	else unclear.delete(key);
	if (!isMatch(resource, matched, after)) {
		const error = notFoundAgain(item, resource, matched, result);
		matchable.closed.by ??= error.message;
		throw error;
	}
	if (listed === undefined && id !== undefined) matchable.keepsValue = true;
	const others = (byKey.get(key) ?? []).filter((one) => one !== listed);
	byKey.set(key, [...others, after]);
	if (syncResult !== 'unchanged' || (listed && written.has(listed))) written.add(after);
}

/** Tells the other executions of a create; without an ID, of one that may have been carried out. */
const noteCreated = ({ resource }: MatchIndex, item: Item, matched: Matched, id?: string): void =>
	item.run.neighbours.noteCreated(turnOfMatch(resource, matched), id);

function notFoundAgain(
	item: Item,
	{ noun }: StandardResource,
	{ way, shown }: Matched,
	{ after, syncResult }: Written,
): NodeOperationError {
	const id = recordIdIn(after);
	const named = id === undefined ? '' : ` (ID ${quoted(id)})`;
	const stored = quoted(matchedValues(way, after) || 'nothing');
	return item.error(
		`The ${noun} was ${syncResult}${named}, but the service stored "${stored}", not ${shown}. So the next run does not find it: running this item again would create another one`,
		'No further create begins in this run. Match on a field that the service stores as it is sent, or use "Update" with the ID.',
		'refused',
	);
}

async function several(
	item: Item,
	resource: StandardResource,
	{ shown, way, body }: Matched,
	found: readonly IDataObject[],
): Promise<NodeOperationError> {
	const { noun, namedBy, fields } = resource;
	const narrowing = fields.find(({ name, refersTo }) => refersTo && way.and?.includes(name));
	const ownerOf = narrowing && (await ownersBy(item, narrowing));
	const names = found.slice(0, 10).map((json) =>
		[...namedBy.map((name) => json[name]), ownerOf?.(json), recordIdIn(json)]
			.filter((name) => !isMissing(name))
			.map(quoted)
			.join(' '),
	);
	const isOpen = narrowing !== undefined && isMissing(body[narrowing.name]);
	return item.error(
		`${found.length} ${noun}s have ${shown}: ${names.join('; ')}`,
		`Nothing was changed. ${isOpen ? `Add "${narrowing.label}": then only its ${noun}s and those without one count. Or use` : 'Use'} "Update" with the ID, or clean up the duplicates in the service.`,
	);
}

/** Whose a record is, in brackets, by the field that refers to it; the ID if the list of them cannot be read. */
async function ownersBy(item: Item, field: Field): Promise<(json: IDataObject) => string> {
	const referred = referredResource(field);
	const reading = referred && readWholeListOnce(item, { resource: referred });
	const { records = [] } = (await reading?.catch(() => undefined)) ?? {};
	return (json) => {
		const id = json[field.name];
		const owner = records.find((one) => isSameId(recordIdIn(one), id));
		const name = owner && customerNames(owner).find((one) => !isMissing(one));
		return isMissing(id) ? '' : `(${field.label} ${quoted(name ?? id)})`;
	};
}

const uncertain = (
	item: Item,
	{ noun }: StandardResource,
	{ shown }: Matched,
	isUnclear: boolean,
): NodeOperationError =>
	isUnclear
		? item.error(
				`The ${noun} with ${shown} may have been created already, but the service does not show it yet`,
				`Run this item again in a few minutes: if the ${noun} was created, it is found then and not created twice.`,
				'temporary',
			)
		: item.error(
				`The node cannot tell whether there is a ${noun} with ${shown}: the list that it read may be incomplete`,
				`Nothing was written, so no ${noun} is created twice. Run the item again when the service is less busy.`,
				'temporary',
			);
