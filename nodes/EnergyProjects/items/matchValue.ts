// By which value Create or Update finds the record that an item means.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, fieldNamed } from '../service/field';
import { fieldOf } from '../service/record';
import type { MatchOn, StandardRecord } from '../service/record';
import { OMIT, toFieldValue } from '../values/fieldValue';
import { hasOwn, isMissing, valueAt } from '../values/objects';
import { comparableEmail } from '../values/parse';
import { comparableText, quoted, quotedList } from '../values/text';
import { createPaths, isMapped } from './fields';
import { readInput, refuseProblems } from './input';
import type { Item } from './item';
import { enteredIn } from './locator';
import { checksOnly } from './options';

/**
 * Match On, and the value for each way of matching that takes one. n8n stops a run at a required parameter that is empty.
 * With "Map Automatically" it may be empty, so there is a second one of that name that is not required.
 */
export function matchParameters({ noun, fields, matchOn }: StandardRecord): INodeProperties[] {
	const [{ value: first }] = matchOn;
	const withoutValue = matchOn
		.filter((way) => !isTyped(way))
		.map(({ value, fields: parts }) => {
			const labels = parts.map((name) => fieldNamed(fields, name).label).join(' and ');
			return `. By ${value} there is no value to match: ${labels} count`;
		});
	const choice: INodeProperties = {
		displayName: 'Match On',
		name: 'matchOn',
		type: 'options',
		// The same for all items, so that one list is enough to find them all.
		noDataExpression: true,
		options: matchOn.map(({ value, label, meaning }) =>
			label === undefined
				? { ...choiceOf(fieldNamed(fields, value)), ...(meaning && { description: meaning }) }
				: { name: label, value, description: meaning },
		),
		default: first,
		description: `What to find the ${noun} by. If several match, nothing is changed, and the item fails${withoutValue.join('')}.`,
	};
	const valueParameter = (name: string, dataMode: string, more = ''): INodeProperties => ({
		displayName: matchLabel(fieldNamed(fields, name).label),
		name: 'matchValue',
		type: 'string',
		default: '',
		placeholder: fieldNamed(fields, name).placeholder,
		displayOptions: { show: { matchOn: [name], dataMode: [dataMode] } },
		description: `The value by which the ${noun} is found, and which a new ${noun} gets${more}`,
	});
	const typed = matchOn.filter(isTyped).map(({ value }) => value);
	return [
		choice,
		...typed.flatMap((name) => [
			{ ...valueParameter(name, 'defineBelow'), required: true },
			valueParameter(name, 'autoMapInputData', '; leave it empty to take it from the item'),
		]),
	];
}

const matchLabel = (label: string) => `${label} to Match`;

/** Whether the value to match has a parameter of its own: a single field. */
const isTyped = ({ fields }: MatchOn): boolean => fields.length === 1;

/** What an item asks for. */
export interface Matched {
	readonly way: MatchOn;
	/** The values to match, by the names of their fields. */
	readonly values: IDataObject;
	/** The same in the form in which they are compared. */
	readonly key: string;
	/** The same for people, with the name of what is matched. */
	readonly shown: string;
	/** What was set, and null for what is to be cleared, without the fields to match on. */
	readonly body: IDataObject;
	/** Fields in which only a record without a value can match. */
	readonly without: readonly string[];
}

/** @throws NodeOperationError naming everything that is wrong with the item's values */
export async function readMatched(item: Item, record: StandardRecord): Promise<Matched> {
	const chosen = item.parameter('matchOn', record.matchOn[0].value);
	const way = record.matchOn.find(({ value }) => value === chosen);
	if (way === undefined)
		throw item.error(
			`Match On has no choice "${quoted(chosen)}"`,
			`Choose one of ${quotedList(record.matchOn.map(({ value }) => value))}.`,
		);
	const own = isTyped(way) ? way.value : undefined;
	// A record keeps the value by which it is found: another value of the item for this field is not read.
	const { body: given, problems } = await readInput(item, record, createPaths(record), own);
	const values: IDataObject = {};
	for (const name of way.fields) {
		const value =
			own === undefined
				? namePart(item, record, name, given)
				: typedValue(item, record, own, given);
		if (typeof value === 'string') values[name] = value;
		else if (!problems.has(name)) problems.set(name, value);
	}
	const without = emptyReferences(item, record, way);
	for (const name of checksOnly(item) ? [] : without)
		problems.set(name, emptyReference(item, record, name));
	refuseProblems(item, { problems });
	const rest = Object.entries(given).filter(([name]) => !way.fields.includes(name));
	const label = way.label ?? fieldNamed(record.fields, way.value).label;
	return {
		way,
		values,
		key: matchKey(record, way, values),
		shown: `the ${label} "${quoted(Object.values(values).join(' '))}"`,
		body: Object.fromEntries(rest),
		without,
	};
}

/**
 * The references that narrow down the match, such as the customer of a project, and that were added but come out empty. That
 * is an error: the record of another customer could be changed. With Check Only it means a customer that an earlier node
 * has yet to create, so only records without a customer can match.
 */
const emptyReferences = (item: Item, record: StandardRecord, { and = [] }: MatchOn): string[] => {
	if (isMapped(item)) return [];
	const given = item.parameter('additionalFields', {}) as IDataObject;
	return and.filter(
		(name) =>
			fieldOf(record, name)?.refersTo !== undefined &&
			hasOwn(given, name) &&
			enteredIn(given[name]) === '' &&
			!item.isFilledInByModel('additionalFields', name),
	);
};

const emptyReference = (item: Item, { noun, fields }: StandardRecord, name: string) => {
	const { label } = fieldNamed(fields, name);
	return item.error(
		`${label} (${name}) was added but is empty, so the ${noun} of another ${label.toLowerCase()} could be changed`,
		`Fill it in, correct its expression, or remove "${label}".`,
	);
};

/** A part of a name that was filled in, or what is wrong with it. */
const namePart = (item: Item, record: StandardRecord, name: string, given: IDataObject) =>
	isMissing(given[name])
		? item.error(
				`${fieldNamed(record.fields, name).label} (${name}) is empty, so the node cannot tell which ${record.noun} is meant`,
				'Fill it in, or leave out the item.',
			)
		: String(given[name]);

/** The value to match of a single field, or what is wrong with it. */
function typedValue(item: Item, record: StandardRecord, on: string, given: IDataObject) {
	const { label } = fieldNamed(record.fields, on);
	// If it were cleared, the next run would not find the record and would create another one.
	if (on in given)
		return item.error(
			`The ${label} cannot be cleared, because it is used to find the ${record.noun}`,
			'Remove it from "Fields to Clear".',
		);
	const value = readMatch(item, record, on);
	if (typeof value === 'string' && hasOtherValue(item, record, on, value))
		item.run.hint(
			`A second value for the ${label} was not sent: a ${record.noun} keeps the ${label} by which it is found. To change it, use "Update".`,
			'warning',
		);
	return value;
}

/** Whether another value was filled in for the field to match on, besides the value to match. */
function hasOtherValue(item: Item, record: StandardRecord, on: string, value: string): boolean {
	const other = isMapped(item)
		? item.json[on]
		: item.parameter(on, '') || (item.parameter('additionalFields', {}) as IDataObject)[on];
	const isOther = comparable(record, on, other) !== comparable(record, on, value);
	return !isMissing(other) && isOther;
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
		`Fill in "${matchLabel(field.label)}" with the ${field.label} of the record, or leave out the item.`,
	);
}

const comparable = ({ fields }: StandardRecord, name: string, value: unknown): string =>
	fieldNamed(fields, name).type === 'email' ? comparableEmail(value) : comparableText(value);

/** The values to match of a record or an item in the form in which they are compared; empty if one is missing. */
export function matchKey(record: StandardRecord, { fields }: MatchOn, json: IDataObject): string {
	const keys = fields.map((name) => comparable(record, name, json[name]));
	return keys.includes('') ? '' : keys.join('\n');
}

/** Whether what an item asks for finds a record. Further values have to be the same only if both sides have them. */
export const isMatch = (
	record: StandardRecord,
	{ way, key, body, without }: Matched,
	json: IDataObject,
): boolean =>
	matchKey(record, way, json) === key &&
	(way.and ?? []).every((path) =>
		isSameOrMissing(valuesAt([path], json), valuesAt([path], body)),
	) &&
	without.every((name) => isMissing(json[name]));

const isSameOrMissing = (one: string, other: string): boolean =>
	one === '' || other === '' || comparableText(one) === comparableText(other);

/** What a record holds of all that is matched. */
export const matchedValues = ({ fields, and = [] }: MatchOn, json: IDataObject): string =>
	valuesAt([...fields, ...and], json);

const valuesAt = (paths: readonly string[], json: IDataObject): string =>
	paths
		.map((path) => valueAt(json, path.split('.')))
		.filter((value) => !isMissing(value))
		.map(String)
		.join(' ');
