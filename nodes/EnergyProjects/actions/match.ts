// What Create or Update knows of the records that its items can match.
import { sleep } from 'n8n-workflow';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { isUnclear } from '../http/errors';
import type { CollectedHint } from '../items/hints';
import type { Item } from '../items/item';
import { groupedBy } from '../items/locator';
import { isMatch, matchedValues, matchKey } from '../items/matchValue';
import type { Matched } from '../items/matchValue';
import { checksOnly } from '../items/options';
import { readWholeList } from '../items/readLists';
import { comparableId } from '../service/ids';
import type { MatchOn, StandardRecord } from '../service/record';
import { isMissing } from '../values/objects';
import { quoted } from '../values/text';
import type { Written } from './afterWrite';

const UNSURE_HINT =
	'The list that was read may be incomplete. Records that were found in it are updated; nothing is created.';

const MATCHED_AGAIN: CollectedHint = {
	words: (_, count) =>
		`${count} ${count === 1 ? 'item' : 'items'} matched the record of an earlier item of this run. Check that ${count === 1 ? 'it means' : 'they mean'} the same one.`,
};

/** The records of a list by their value to match, and whether it was whole. */
interface Listed {
	readonly byKey: Map<string, IDataObject[]>;
	readonly complete: boolean;
}

/** What Create or Update knows of the records: of the list as it was read, and of what the items did since. */
export interface KnownRecords extends Listed {
	readonly record: StandardRecord;
	/** The values whose create or update began and got no clear answer yet. */
	readonly unclear: Set<string>;
	/** What earlier items wrote. */
	readonly written: Set<IDataObject>;
	readonly creates: ReturnType<typeof createGate>;
	/** Reads the list again. */
	read(item: Item): Promise<Listed>;
}

/** Read once per execution: each record and way to match has a list of its own. */
export const knownRecords = async (
	item: Item,
	record: StandardRecord,
	way: MatchOn,
): Promise<KnownRecords> =>
	await item.run.once(`${record.noun}s to match on ${way.value}`, async () => {
		const read = async (reader: Item) => {
			const { records, complete } = await readWholeList(reader, { record });
			if (!complete) reader.run.hint(UNSURE_HINT, 'warning');
			return {
				byKey: await groupedBy(records, (json) => matchKey(record, way, json)),
				complete,
			};
		};
		const name = `${record.noun} ${way.value}`;
		const unclear = item.run.remembered(`unclear ${name}`, () => new Set<string>());
		const closing = item.run.remembered<Closing>(`closing ${name}`, () => ({}));
		const written = new Set<IDataObject>();
		const creates = createGate(closing);
		return { record, ...(await read(item)), unclear, written, creates, read };
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
	const { record, byKey, complete, unclear, written } = known;
	const { key } = matched;
	if (unclear.has(key)) byKey.set(key, (await known.read(item)).byKey.get(key) ?? []);
	const found = (byKey.get(key) ?? []).filter((json) => isMatch(record, matched, json));
	if (found.length > 1) throw several(item, record, matched, found);
	const [only] = found;
	if (only === undefined && (unclear.has(key) || !complete))
		throw uncertain(item, record, matched, unclear.has(key));
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
 * Writes a record, and learns from what comes of it.
 *
 * @param before the record that matched; undefined if a new one is created
 * @throws the error of the write; NodeOperationError if the record would not be found again
 */
export async function writeMatched(
	known: KnownRecords,
	item: Item,
	matched: Matched,
	before: IDataObject | undefined,
	write: () => Promise<Settled>,
): Promise<Settled> {
	const writeAndSettle = async () => {
		// Until a clear answer has come, the next item with this value reads the list again.
		known.unclear.add(matched.key);
		const result = await write().catch((error: unknown) => {
			if (!isUnclear(error)) known.unclear.delete(matched.key);
			throw error;
		});
		settle(known, item, matched, before, result);
		return result;
	};
	return before === undefined
		? await known.creates.pass(item, writeAndSettle)
		: await writeAndSettle();
}

function settle(
	{ record, byKey, unclear, written, creates }: KnownRecords,
	item: Item,
	matched: Matched,
	before: IDataObject | undefined,
	result: Settled,
): void {
	const { key } = matched;
	const { after, syncResult } = result;
	// An ID shows that the record exists. What was only checked has no ID, and nothing about it is unclear.
	if (after.id !== undefined || checksOnly(item)) unclear.delete(key);
	if (!isMatch(record, matched, after))
		throw creates.close(notFoundAgain(item, record, matched, result));
	const rest = (byKey.get(key) ?? []).filter((one) => one !== before);
	byKey.set(key, [...rest, after]);
	if (syncResult !== 'unchanged') written.add(after);
}

/** What came of an item. */
interface Settled extends Written {
	readonly syncResult: string;
}

/** The message of the item after which nothing more is created. */
interface Closing {
	by?: string;
}

/**
 * Until the first create of a run has shown that the service keeps the value to match, creates go one after the other. If
 * it does not, nothing more is created.
 */
function createGate(closing: Closing) {
	let isOpen = false;
	const go = async (item: Item, create: () => Promise<Settled>) => {
		if (closing.by !== undefined)
			throw item.error(
				`Nothing was created for this item, because another item failed: ${closing.by}`,
				'Nothing was sent for it. First decide how the records are to be found.',
				'refused',
			);
		const result = await create();
		if (result.isUnseen !== true) isOpen = true;
		return result;
	};
	return {
		async pass(item: Item, create: () => Promise<Settled>): Promise<Settled> {
			const goFirst = async () => {
				// If the create before this one failed, its item first gets the time to stop the run.
				await sleep(0);
				return isOpen ? undefined : await go(item, create);
			};
			const first = isOpen ? undefined : await item.run.oneByOne('first create', goFirst);
			return first ?? (await go(item, create));
		},
		close(error: NodeOperationError): NodeOperationError {
			closing.by ??= error.message;
			return error;
		},
	};
}

function notFoundAgain(
	item: Item,
	{ noun }: StandardRecord,
	{ way, shown }: Matched,
	{ after, syncResult }: Settled,
): NodeOperationError {
	const id = isMissing(after.id) ? '' : ` (ID ${quoted(after.id)})`;
	const stored = quoted(matchedValues(way, after) || 'nothing');
	return item.error(
		`The ${noun} was ${syncResult}${id}, but the service stored "${stored}", not ${shown}. So the next run does not find it: running this item again would create another one`,
		'Nothing more is created in this run. Match on a field that the service stores as it is sent, or use "Update" with the ID.',
		'refused',
	);
}

function several(
	item: Item,
	{ noun, namedBy }: StandardRecord,
	{ shown }: Matched,
	found: readonly IDataObject[],
): NodeOperationError {
	const names = found.map((json) =>
		[...namedBy, 'id']
			.filter((name) => !isMissing(json[name]))
			.map((name) => quoted(json[name]))
			.join(' '),
	);
	return item.error(
		`${names.length} ${noun}s have ${shown}: ${names.slice(0, 10).join('; ')}`,
		'Nothing was changed. Use "Update" with the ID, or clean up the duplicates in the service.',
	);
}

const uncertain = (
	item: Item,
	{ noun }: StandardRecord,
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
