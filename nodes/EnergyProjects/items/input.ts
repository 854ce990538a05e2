import { NodeOperationError } from 'n8n-workflow';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside, isReadOnlyValue, labelOf } from '../service/field';
import type { Field } from '../service/field';
import {
	clearableFields,
	fieldOf,
	flatParts,
	objectFields,
	writableFields,
} from '../service/record';
import type { StandardRecord, RecordType } from '../service/record';
import { referredRecord } from '../service/records/referredRecord';
import { FieldError, OMIT, toFieldValue } from '../values/fieldValue';
import { hasNoKeys, hasOwn, isEmpty, isMissing, isObject } from '../values/objects';
import { CHECK_ONLY, NOT_KEPT, SYNC_RESULT } from '../values/output';
import { choicesOf, toJsonObject } from '../values/parse';
import { comparableText, quoted, quotedList } from '../values/text';
import { groupOf, isMapped, OTHER_FIELDS_LABEL } from './fields';
import type { ParameterPaths } from './fields';
import type { CollectedHint } from './hints';
import { OTHER_FIELDS } from './item';
import type { Item } from './item';
import { enteredIn, recordId } from './locator';
import { clearsEmpty, keepsOtherCircuits } from './options';

/** The fields of one item in the form of the service, null for those that it empties, and what is wrong with others. */
export interface Input {
	readonly body: IDataObject;
	/** By the names of the fields. */
	readonly problems: Map<string, Error>;
}

/**
 * What was set, and what is to be cleared.
 *
 * @param except a field that counts as not set
 */
export async function readInput(
	item: Item,
	record: RecordType,
	paths: ParameterPaths,
	except?: string,
): Promise<Input> {
	const given = givenFields(item, record, paths);
	const clears = clearsEmpty(item);
	const input: Input = { body: {}, problems: new Map() };
	const { body, problems } = input;
	const lookUps = new Map<Field, StandardRecord>();
	for (const field of writableFields(record)) {
		const { name } = field;
		const value = given[name];
		if (!(name in given) || name === except || (isMapped(item) && isLeftOut(field, value)))
			continue;
		const referred = referredRecord(field);
		const isNamed = referred !== undefined && enteredIn(value) !== '';
		if (isNamed) lookUps.set(field, referred);
		try {
			const own = referred === undefined ? value : '';
			const isCleared = clears && !(field.type === 'list' && keepsOtherCircuits(item));
			const converted = isNamed ? value : toFieldValue(field, own, item.run.timeZone, isCleared);
			if (converted !== OMIT) body[name] = converted;
		} catch (error) {
			problems.set(name, error as Error);
		}
	}
	addOtherFields(item, record, paths, input);
	const wrong = problems.size;
	clearFields(item, record, input);
	// No request is sent if a field is both set and cleared.
	if (problems.size > wrong) return input;
	for (const [{ name, label }, referred] of lookUps) {
		try {
			body[name] = await recordId(item, referred, given[name]);
		} catch (error) {
			problems.set(name, item.errorAbout(`${label} (${name})`, error as Error));
		}
	}
	return input;
}

/**
 * One error for everything that is wrong with an item's values, so that people can correct all of it at once.
 *
 * @throws the problem itself if there is one alone, or if it is not about a value
 */
export function refuseProblems(item: Item, { problems }: Pick<Input, 'problems'>): void {
	const all = [...problems.values()];
	const isAboutValue = (error: Error) =>
		error instanceof FieldError || error instanceof NodeOperationError;
	const alone =
		all.find((error) => !isAboutValue(error)) ?? (all.length === 1 ? all[0] : undefined);
	if (alone !== undefined) throw alone;
	if (all.length === 0) return;
	const texts = all
		.flatMap((error) => (error instanceof FieldError ? error.problems : [error.message]))
		.map((text) => text.replace(/\.$/, ''));
	throw item.error(
		`${texts.length} values are wrong: ${texts.join('; ')}`,
		'Correct them, then run the item again.',
	);
}

const UNKNOWN_KEYS: CollectedHint = {
	words: (names) =>
		`Not sent, because this node does not know these fields: ${names}. If the service has them, choose "Define Below for Each Field" and add "${OTHER_FIELDS_LABEL}".`,
};

function givenFields(item: Item, record: RecordType, paths: ParameterPaths): IDataObject {
	if (!isMapped(item)) return withBlankParts(record, givenInParameters(item, paths));
	for (const name of Object.keys(item.json))
		if (!isKnownKey(record, name)) item.run.collect(UNKNOWN_KEYS, name);
	const given = plainValues(record, withColumns(record, item.json));
	for (const { name, fields = [] } of writableFields(record)) {
		const entries = fields.length === 0 ? [] : [given[name]].flat().filter(isObject);
		for (const key of entries.flatMap(Object.keys))
			if (!fields.some((part) => part.name === key))
				item.run.collect(UNKNOWN_KEYS, `${name}.${key}`);
	}
	return withFlatParts(item, record, given);
}

/** A key of an item that the node itself hands out, or that is a field of the record. */
const isKnownKey = (record: RecordType, name: string): boolean =>
	fieldOf(record, name) !== undefined ||
	name === SYNC_RESULT ||
	name === NOT_KEPT ||
	name === CHECK_ONLY ||
	record.fields.some(({ refersTo }) => refersTo === name) ||
	isColumn(record, name) ||
	objectFields(record).some((field) => fieldsInside(field).some((part) => part.name === name));

/** The column of a part, as n8n writes a record to a CSV file: `address.city`, `heatingCircuits.0.name`. */
const COLUMN = /^(\w+)\.(?:(\d{1,3})\.)?(\w+)$/;

/** Whether a key is such a column of an object or list that the node hands out. Its part may be unknown: that is checked later. */
const isColumn = ({ fields }: RecordType, name: string): boolean => {
	const [, whole] = COLUMN.exec(name) ?? [];
	const isWhole = (field: Field) => field.name === whole && field.fields !== undefined;
	return whole !== undefined && fields.some((field) => field.refersTo === whole || isWhole(field));
};

/** An item with its columns put together again; if it has the whole too, only the whole counts. */
function withColumns(record: RecordType, json: IDataObject): IDataObject {
	const wholes: IDataObject = {};
	for (const key of Object.keys(json)) {
		const [, name = '', place, part] = COLUMN.exec(key) ?? [];
		const field = fieldOf(record, name);
		if (field?.fields === undefined || !isMissing(json[name])) continue;
		const isList = field.type === 'list';
		if (isList !== (place !== undefined)) continue;
		const whole = (wholes[name] ??= isList ? [] : {}) as IDataObject;
		const entry = isList ? ((whole[place] ??= {}) as IDataObject) : whole;
		entry[part] = json[key];
	}
	// Places that no column names are no entries.
	const lists = Object.entries(wholes).map(([name, whole]) => [name, compact(whole)]);
	return { ...json, ...Object.fromEntries(lists) };
}

const compact = (whole: unknown) => (Array.isArray(whole) ? whole.filter(isObject) : whole);

/** A record that came from the service has values that only the service sets, such as "notStarted". */
const isLeftOut = (field: Field, value: unknown): boolean =>
	field.createdWith !== undefined || isReadOnlyValue(field, value);

function givenInParameters(item: Item, { parameters, collection }: ParameterPaths): IDataObject {
	const given = { ...(item.parameter(collection, {}) as IDataObject) };
	for (const { name } of parameters) {
		const value = item.parameter(name, '');
		// A parameter that was left empty was not set at all.
		if (value !== '') given[name] = value as IDataObject;
	}
	// Nor was a group of parameters that was added in the editor, but has no entry.
	return Object.fromEntries(
		Object.entries(given).filter(([, value]) => !(isObject(value) && hasNoKeys(value))),
	);
}

/** The values of the writable fields, taken out of the objects that the editor puts around them. */
const plainValues = (record: RecordType, given: IDataObject): IDataObject =>
	Object.fromEntries(
		writableFields(record)
			.filter(({ name }) => hasOwn(given, name))
			.map((field) => [field.name, plainValue(field, given[field.name])]),
	);

/** A value, taken out of the fixed collection that the editor puts around it. */
function plainValue(field: Field, value: GenericValue): GenericValue {
	if (field.fields === undefined || !isObject(value)) return value;
	const { name } = groupOf(field);
	// `in` first: a value from an expression can have very many keys.
	return name in value && Object.keys(value).length === 1 ? value[name] : value;
}

/** The plain values of what the editor saved. It does not save parts that were left blank: they are added as empty texts. */
function withBlankParts(record: RecordType, given: IDataObject): IDataObject {
	const values = plainValues(record, given);
	for (const field of writableFields(record)) {
		const value = values[field.name];
		// Nothing was taken out: the value is one expression in the place of the group, so no part was left blank.
		if (value === given[field.name]) continue;
		const blank = Object.fromEntries(fieldsInside(field).map(({ name }) => [name, '']));
		const filled = <Entry>(entry: Entry) => (isObject(entry) ? { ...blank, ...entry } : entry);
		values[field.name] = Array.isArray(value) ? value.map(filled) : filled(value);
	}
	return values;
}

/**
 * The values of a mapped item, with objects made of the parts that the item has outside of them: the simplified output
 * has `city` and no `address`. If the item has the object too, only the object counts.
 */
function withFlatParts({ json, run }: Item, record: RecordType, given: IDataObject): IDataObject {
	const result = { ...given };
	for (const field of objectFields(record)) {
		const own = given[field.name];
		const parts = flatParts(record, field).filter(({ name }) => name in json);
		if (parts.length === 0) continue;
		if (isObject(own) ? !Object.values(own).every(isMissing) : !isMissing(own)) {
			const inside = isObject(own) ? own : {};
			const names = parts.map(({ name }) => name).filter((name) => json[name] !== inside[name]);
			const hint = `Not sent: ${quotedList(names)}. If an item also has "${field.name}", only that counts.`;
			if (names.length > 0) run.hint(hint, 'warning');
			continue;
		}
		result[field.name] = Object.fromEntries(parts.map(({ name }) => [name, json[name]]));
	}
	return result;
}

/** Adds to an input the fields that only the service knows, as they are. */
function addOtherFields(
	item: Item,
	record: RecordType,
	{ collection }: ParameterPaths,
	{ body, problems }: Input,
): void {
	if (isMapped(item)) return;
	try {
		const given = item.parameter(collection, {}) as IDataObject;
		for (const [name, value] of Object.entries(toJsonObject(given[OTHER_FIELDS]))) {
			const problem = problemWithOther(record, name);
			if (problem !== undefined) throw new Error(problem);
			body[name] = value;
		}
	} catch (error) {
		problems.set(OTHER_FIELDS, item.errorAbout(OTHER_FIELDS_LABEL, error as Error));
	}
}

/** Why a name does not belong under Other Fields: what the node knows, it checks and compares in its own input. */
function problemWithOther(record: RecordType, name: string): string | undefined {
	const isMeant = (field: Field) => comparableText(field.name) === comparableText(name);
	const shown = `"${quoted(name)}"`;
	// It would become the prototype of the body.
	if (name === '__proto__') return `${shown} cannot be the name of a field`;
	const known = record.fields.find(isMeant);
	if (known?.access === 'readOnly')
		return `${shown} cannot be written: only the service sets ${labelOf(known)}`;
	if (known?.createdWith !== undefined)
		return `${shown} is "${known.createdWith}" in every new ${record.noun}, and "Update" has an input for it`;
	if (known !== undefined) return `${shown} has its own input: set it under ${labelOf(known)}`;
	const holder = objectFields(record).find((field) => fieldsInside(field).some(isMeant));
	return holder && `${shown} is a part of ${labelOf(holder)}: set it there`;
}

/** Adds to an input what "Fields to Clear" names, and what is wrong with that. */
function clearFields(item: Item, record: RecordType, { body, problems }: Input): void {
	const names = choicesOf(item.parameter('fieldsToClear', []));
	for (const name of names) {
		const field = clearableFields(record).find((candidate) => candidate.name === name);
		if (field === undefined) {
			const message = `"${quoted(name)}" is not a field that can be cleared`;
			const advice = 'Choose fields from the list under "Fields to Clear" only.';
			problems.set(name, item.error(message, advice));
			continue;
		}
		const object = objectFields(record).find((one) => flatParts(record, one).includes(field));
		// Without the object, its parts are empty too.
		if (object !== undefined && (names.includes(object.name) || body[object.name] === null))
			continue;
		if (object !== undefined) body[object.name] = { ...(body[object.name] as IDataObject | null) };
		const holder = object === undefined ? body : (body[object.name] as IDataObject);
		if (isEmpty(holder[name])) {
			const empty = field.type === 'list' ? [] : null;
			holder[name] = object === undefined ? empty : '';
			continue;
		}
		const message = `${labelOf(field)} (${name}) is both set and cleared`;
		const advice = 'Either do not set it, or remove it from "Fields to Clear".';
		problems.set(name, item.error(message, advice));
	}
}
