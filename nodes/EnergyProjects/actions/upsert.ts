import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isUnclear } from '../http/errors';
import { choiceOf, fieldNamed } from '../service/field';
import { pathTo } from '../service/record';
import type { StandardRecord } from '../service/record';
import { changesBetween, needsRecord } from '../values/changes';
import { isMissing } from '../values/objects';
import { syncedSchema, SYNC_RESULT } from '../values/output';
import { comparableEmail } from '../values/parse';
import { OMIT, toFieldValue } from '../values/fieldValue';
import { capitalised, comparableText, quoted } from '../values/text';
import { createPaths, isMapped, placeholderOf, upsertParameters } from './fields';
import { completeForCreate, emptyValuesOption, readInput, refuseProblems } from './input';
import type { Item } from './item';
import { groupedBy } from './locator';
import type { Operation } from './operation';
import { outputParameters, readOutput } from './output';
import type { Output } from './output';
import { readWholeList } from './records';
import { afterWrite, inTurn, updateRecord } from './write';
import type { Change } from './write';

/**
 * Match On, if there is a choice, and the value. n8n stops a run at a required parameter that is empty, hence two of
 * that name: with "Map Automatically" the item itself has the value.
 */
function matchParameters({ noun, fields, matchOn }: StandardRecord): INodeProperties[] {
	const [defaultField] = matchOn;
	const choice: INodeProperties = {
		displayName: 'Match On',
		name: 'matchOn',
		type: 'options',
		// The same for all items, so that one list is enough to find them all.
		noDataExpression: true,
		options: matchOn.map((name) => choiceOf(fieldNamed(fields, name))),
		default: defaultField,
		description: `The field to find the ${noun} by. If several match, nothing is changed, and the item fails.`,
	};
	const valueIn = (dataMode: string, more = ''): INodeProperties => ({
		displayName: matchLabel(matchOn),
		name: 'matchValue',
		type: 'string',
		default: '',
		placeholder: placeholderOf(fieldNamed(fields, defaultField)),
		displayOptions: { show: { dataMode: [dataMode] } },
		description: `The value by which the ${noun} is found, and which a new ${noun} gets${more}`,
	});
	return [
		...(matchOn.length > 1 ? [choice] : []),
		{ ...valueIn('defineBelow'), required: true },
		valueIn('autoMapInputData', '; leave it empty to take it from the item'),
	];
}

const matchLabel = (matchOn: readonly string[]) =>
	matchOn.length > 1 ? 'Value to Match' : `${capitalised(matchOn[0])} to Match`;

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
	options: [emptyValuesOption],
	outputSchema: syncedSchema(record),
	async execute(item) {
		const output = readOutput(item, record);
		const matched = await inTurn(item, readMatched(item, record));
		const { on, key } = matched;
		return await item.run.oneByOne(`match ${key}`, async () => {
			const readKnown = async () => await readRecordsBy(item, record, on);
			const known = await item.run.once('records to match', readKnown);
			const { byKey, unclear } = known;
			const findAll = async () => (await readKnown()).byKey.get(key) ?? [];
			if (unclear.has(key)) byKey.set(key, await findAll());
			const current = theOnlyOne(item, record, matched, known);
			// Until a clear answer has come, the next item with this value reads the list again.
			unclear.add(key);
			const result = await (
				current === undefined
					? createRecord(item, record, output, matched, findAll)
					: updateMatching(item, record, output, { current, body: matched.body })
			).catch((error: unknown) => {
				if (!isUnclear(error)) unclear.delete(key);
				throw error;
			});
			if (result.known.id !== undefined) unclear.delete(key);
			byKey.set(key, [result.known]);
			return [{ ...result.output, [SYNC_RESULT]: result.syncResult }];
		});
	},
});

/** What an item asks for. */
interface Matched {
	/** The field to match on, and its value, also in the form in which it is compared. */
	readonly on: string;
	readonly value: string;
	readonly key: string;
	/** What was set, and null for what is to be cleared, without the field to match on. */
	readonly body: IDataObject;
}

const UNSURE_HINT =
	'The list that was read may be incomplete. Records that were found in it are updated; nothing is created.';

/** The records by the values of the field to match on, and whether these are certainly all. */
async function readRecordsBy(item: Item, record: StandardRecord, on: string) {
	const { records, complete } = await readWholeList(item, record);
	if (!complete) item.run.hint(UNSURE_HINT, 'warning');
	const byKey = await groupedBy(records, (json) => matchKey(record, on, json[on]));
	/** The values whose create or update began and got no clear answer yet. */
	const unclear = new Set<string>();
	return { byKey, unclear, complete };
}

/**
 * The record that matches, or undefined if it is certain that there is none.
 *
 * @throws NodeOperationError if it is not certain, or if several match
 */
function theOnlyOne(
	item: Item,
	{ noun, namedBy, fields }: StandardRecord,
	{ on, value, key }: Matched,
	{ byKey, unclear, complete }: Awaited<ReturnType<typeof readRecordsBy>>,
): IDataObject | undefined {
	const found = byKey.get(key) ?? [];
	const shown = `the ${fieldNamed(fields, on).label} "${quoted(value)}"`;
	if (found.length > 1) {
		const names = found.map((json) =>
			[...namedBy, 'id'].map((name) => quoted(json[name])).join(' '),
		);
		throw item.error(
			`${names.length} ${noun}s have ${shown}: ${names.slice(0, 10).join('; ')}`,
			'Nothing was changed. Use "Update" with the ID, or clean up the duplicates in the service.',
		);
	}
	if (found.length === 1) return found[0];
	if (unclear.has(key)) {
		throw item.error(
			`An earlier item may have created the ${noun} with ${shown}, but the service does not show it yet`,
			`Run this item again in a few minutes: if the ${noun} was created, it is found then and not created twice.`,
		);
	}
	if (complete) return undefined;
	throw item.error(
		`The node cannot tell whether there is a ${noun} with ${shown}: the list that it read may be incomplete`,
		`Nothing was written, so no ${noun} is created twice. Run the item again when the service is less busy.`,
	);
}

async function createRecord(
	item: Item,
	record: StandardRecord,
	output: Output,
	{ on, value, body: given }: Matched,
	findAll: () => Promise<IDataObject[]>,
) {
	const input = { body: { [on]: value, ...given }, problems: new Map() };
	const body = await completeForCreate(item, record, input);
	// Run again, the item finds the record if it was created.
	const request = { body, expect: 'written', looksFirst: true } as const;
	const answer = await item.send(record.endpoints.create, request);
	const find = async () => {
		const found = await findAll();
		return found.length === 1 ? found[0] : undefined;
	};
	const written = await afterWrite(item, record, output, { sent: body, answer, find });
	return { ...written, syncResult: 'created' };
}

/** The list may be old by now: what completes an address or circuits is read just before the write. */
async function updateMatching(item: Item, record: StandardRecord, output: Output, change: Change) {
	const { current, body } = change;
	const changes = changesBetween(record, current, body);
	const given = Object.fromEntries(Object.keys(changes).map((name) => [name, body[name]]));
	if (!needsRecord(record, given))
		return await updateRecord(item, record, output, { ...change, changes });
	const request = { path: pathTo(record, String(current.id)), expect: 'record' } as const;
	const fresh = (await item.send(record.endpoints.get, request)) as IDataObject;
	return await updateRecord(item, record, output, { current: fresh, body });
}

/** @throws NodeOperationError naming everything that is wrong with the item's values */
async function readMatched(item: Item, record: StandardRecord): Promise<Matched> {
	const { matchOn, noun } = record;
	const on = matchOn.length > 1 ? String(item.parameter('matchOn')) : matchOn[0];
	const { label } = fieldNamed(record.fields, on);
	// The field it is matched on stays as it is, even if the item has another value for it.
	const { body, problems } = await readInput(item, record, createPaths(record), on);
	const value = readMatch(item, record, on);
	if (typeof value !== 'string') problems.set(on, value);
	else if (on in body) {
		// If it were cleared, the next run would not find the record and would create another one.
		const message = `The ${label} cannot be cleared, because it is used to find the ${noun}`;
		problems.set(on, item.error(message, 'Remove it from "Fields to Clear".'));
	} else if (!isMapped(item) && hasOtherValue(item, record, on, value)) {
		item.run.hint(
			`A second value for the ${label} was not sent: a ${noun} keeps the ${label} by which it is found. To change it, use "Update".`,
			'warning',
		);
	}
	refuseProblems(item, { problems });
	return { on, value: String(value), key: matchKey(record, on, value), body };
}

/** A value to match in the form in which it is compared. */
const matchKey = ({ fields }: StandardRecord, on: string, value: unknown): string =>
	fieldNamed(fields, on).type === 'email' ? comparableEmail(value) : comparableText(value);

/** Whether another value was filled in for the field to match on, besides the value to match. */
function hasOtherValue(item: Item, record: StandardRecord, on: string, value: string): boolean {
	const other =
		item.parameter(on, '') || (item.parameter('additionalFields', {}) as IDataObject)[on];
	return !isMissing(other) && matchKey(record, on, other) !== matchKey(record, on, value);
}

/** The value to match, or what is wrong with it. */
function readMatch(item: Item, record: StandardRecord, on: string): string | Error {
	const entered = item.parameter('matchValue', '');
	const given = isMapped(item) && isMissing(entered) ? item.json[on] : entered;
	const field = fieldNamed(record.fields, on);
	try {
		const value = isMissing(given) ? OMIT : toFieldValue(field, given, item.run.timeZone);
		if (typeof value === 'string') return value.trim();
	} catch (error) {
		return error as Error;
	}
	return item.error(
		'The value to match is empty, so the node cannot tell which record is meant',
		`Fill in "${matchLabel(record.matchOn)}" with the ${field.label} of the record, or leave out the item.`,
	);
}
