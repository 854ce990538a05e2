// What Create or Update knows of the records that its items can match: the list as it was read, and what the items did since.
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { isUnclear } from '../http/errors';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { customerNames } from '../lists/names';
import { readWholeList, readWholeListOnce } from '../run/readLists';
import type { Field } from '../service/field';
import { referredResource } from '../service/records/referredResource';
import { comparableId } from '../service/ids';
import type { MatchOn, StandardResource } from '../service/resource';
import { isMissing } from '../values/objects';
import { forEachInSlices, groupedBy } from '../values/slices';
import { folded, quoted } from '../values/text';
import { isMatch, matchedValues, matchKey, nameOf } from './matching';
import type { Matched } from './matching';
import type { Saving, Written } from './plan';
import { write } from './write';

const MATCHED_AGAIN: CollectedHint = {
	words: (_, count) =>
		`${count} ${count === 1 ? 'item' : 'items'} matched the record of an earlier item of this run. Check that ${count === 1 ? 'it means' : 'they mean'} the same one.`,
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
}

export interface KnownRecords extends Listed {
	readonly resource: StandardResource;
	/** What earlier items wrote. */
	readonly written: Set<IDataObject>;
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
export const knownRecords = async (
	item: Item,
	resource: StandardResource,
	way: MatchOn,
): Promise<KnownRecords> =>
	await item.run.once(`${resource.noun}s to match on ${way.value}`, async () => {
		const read = async (reader: Item) => {
			const { records, complete } = await readWholeList(reader, { resource });
			const byKey = await groupedBy(records, (json) => matchKey(resource, way, json));
			const names = new Set<string>();
			await forEachInSlices(records, (json) => names.add(folded(nameOf(resource, json))));
			return { byKey, names, complete };
		};
		const name = `${resource.noun} ${way.value}`;
		return {
			...(await read(item)),
			resource,
			written: new Set(),
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
	known: KnownRecords,
	item: Item,
	matched: Matched,
): Promise<IDataObject | undefined> {
	const { resource, byKey, complete, unclear, written } = known;
	const { key } = matched;
	// Until it is clear whether an earlier item has created the record, only the service can tell.
	if (unclear.has(key)) byKey.set(key, (await known.read(item)).byKey.get(key) ?? []);
	const found = (byKey.get(key) ?? []).filter((json) => isMatch(resource, matched, json));
	if (found.length > 1) throw await several(item, resource, matched, found);
	const [only] = found;
	if (only === undefined && (unclear.has(key) || !complete))
		throw uncertain(item, resource, matched, unclear.has(key));
	if (only !== undefined && written.has(only)) item.run.collect(MATCHED_AGAIN, String(item.index));
	return only;
}

/**
 * The record that was created meanwhile, if the list shows one. Without one under its value to match, the only new record is
 * taken for it: the service stored another value, and the next run would not find it.
 */
export async function findCreated(
	known: KnownRecords,
	item: Item,
	{ key }: Matched,
): Promise<IDataObject | undefined> {
	const recordsIn = (byKey: KnownRecords['byKey']) => [...byKey.values()].flat();
	const before = new Set(recordsIn(known.byKey).map(({ id }) => comparableId(id)));
	const isNew = ({ id }: IDataObject) => !before.has(comparableId(id));
	const { byKey } = await known.read(item);
	const found = (byKey.get(key) ?? []).filter(isNew);
	const created = found.length > 0 ? found : recordsIn(byKey).filter(isNew);
	return created.length === 1 ? created[0] : undefined;
}

/**
 * Carries out a plan, and learns from what comes of it.
 *
 * @param listed the record that matched; undefined if a new one is created
 * @throws the error of the write; NodeOperationError if the record would not be found again
 */
export async function writeAndLearn(
	known: KnownRecords,
	item: Item,
	matched: Matched,
	plan: Saving,
	listed?: IDataObject,
): Promise<Written> {
	const carryOut = async () => {
		const result = await write(item, known.resource, plan).catch((error: unknown) => {
			if (isUnclear(error)) known.unclear.add(matched.key);
			throw error;
		});
		learn(known, item, matched, result, listed);
		return result;
	};
	// What it learns, it learns before the next create begins.
	return listed === undefined ? await createInTurn(known, item, carryOut) : await carryOut();
}

/**
 * Until a create of the run has shown that the service keeps the value to match, one goes after the other.
 *
 * @throws NodeOperationError if the service did not keep that of another item: the next run would create the record again
 */
async function createInTurn(
	known: KnownRecords,
	item: Item,
	create: () => Promise<Written>,
): Promise<Written> {
	const go = async () => {
		if (known.closed.by === undefined) return await create();
		throw item.error(
			`Nothing was created for this item, because another item failed: ${known.closed.by}`,
			'Nothing was sent for it. First decide how the records are to be found.',
			'refused',
		);
	};
	const goAlone = async () => (known.keepsValue ? undefined : await go());
	return (await item.run.oneByOne('first create', goAlone)) ?? (await go());
}

function learn(
	known: KnownRecords,
	item: Item,
	matched: Matched,
	result: Written,
	listed?: IDataObject,
): void {
	const { resource, byKey, names, unclear, written } = known;
	const { key } = matched;
	const { after, syncResult, isUnseen = false } = result;
	const name = nameOf(resource, after);
	if (listed === undefined && name !== '' && names.has(folded(name)))
		item.run.collect(SAME_NAME, `${quoted(name)} (item ${item.index})`);
	names.add(folded(name));
	// An ID shows that the record exists.
	if (isUnseen && after.id === undefined) unclear.add(key);
	else unclear.delete(key);
	if (!isMatch(resource, matched, after)) {
		const error = notFoundAgain(item, resource, matched, result);
		known.closed.by ??= error.message;
		throw error;
	}
	if (listed === undefined && !isUnseen) known.keepsValue = true;
	const others = (byKey.get(key) ?? []).filter((one) => one !== listed);
	byKey.set(key, [...others, after]);
	if (syncResult !== 'unchanged') written.add(after);
}

function notFoundAgain(
	item: Item,
	{ noun }: StandardResource,
	{ way, shown }: Matched,
	{ after, syncResult }: Written,
): NodeOperationError {
	const id = isMissing(after.id) ? '' : ` (ID ${quoted(after.id)})`;
	const stored = quoted(matchedValues(way, after) || 'nothing');
	return item.error(
		`The ${noun} was ${syncResult}${id}, but the service stored "${stored}", not ${shown}. So the next run does not find it: running this item again would create another one`,
		'Nothing more is created in this run. Match on a field that the service stores as it is sent, or use "Update" with the ID.',
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
		[...namedBy.map((name) => json[name]), ownerOf?.(json), json.id]
			.filter((name) => !isMissing(name))
			.map(quoted)
			.join(' '),
	);
	const isOpen = narrowing !== undefined && isMissing(body[narrowing.name]);
	return item.error(
		`${found.length} ${noun}s have ${shown}: ${names.join('; ')}`,
		`Nothing was changed. ${isOpen ? `Add "${narrowing.label}", so that only its ${noun}s count. Or use` : 'Use'} "Update" with the ID, or clean up the duplicates in the service.`,
	);
}

/** Whose a record is, in brackets, by the field that refers to it; the ID if the list of them cannot be read. */
async function ownersBy(item: Item, field: Field): Promise<(json: IDataObject) => string> {
	const referred = referredResource(field);
	const reading = referred && readWholeListOnce(item, { resource: referred });
	const { records = [] } = (await reading?.catch(() => undefined)) ?? {};
	return (json) => {
		const id = json[field.name];
		const owner = records.find((one) => comparableId(one.id) === comparableId(id));
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
				`An earlier item may have created the ${noun} with ${shown}, but the service does not show it yet`,
				`Run this item again in a few minutes: if the ${noun} was created, it is found then and not created twice.`,
				'temporary',
			)
		: item.error(
				`The node cannot tell whether there is a ${noun} with ${shown}: the list that it read may be incomplete`,
				`Nothing was written, so no ${noun} is created twice. Run the item again when the service is less busy.`,
				'temporary',
			);
