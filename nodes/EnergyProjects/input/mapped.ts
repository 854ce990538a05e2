// What an item says by itself, if its fields are mapped automatically.
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { isReadOnlyValue, labelOf } from '../service/field';
import type { Field } from '../service/field';
import { flatParts, objectFields, writableFields } from '../service/resource';
import type { Resource } from '../service/resource';
import { fieldError } from '../values/fieldError';
import { isBlank, isMissing, isNothing, isObject } from '../values/objects';
import { CHECK_ONLY, NOT_KEPT, SYNC_RESULT } from '../values/outputShape';
import { folded, quotedList } from '../values/text';
import { OTHER_FIELDS_LABEL } from './fields';

/** What to do about columns that are no field. */
export const RENAME_COLUMNS = `Rename such a column as its field is called ("firstName" or "First Name"), or choose "Define Below for Each Field" and fill the field in there; what only the service knows, under "${OTHER_FIELDS_LABEL}".`;

const UNRECOGNISED: CollectedHint = {
	words: (names) => `Not sent, because no field has these names: ${names}. ${RENAME_COLUMNS}`,
};

/** A record of the service, mapped back, may have them: it keeps what it has. */
const UNKNOWN_PARTS: CollectedHint = {
	words: (names) =>
		`This node does not know these parts: ${names}. It does not send them as the item has them.`,
};

/** What an item says: the values of its fields, and its columns that are no field. */
interface Mapped {
	readonly given: IDataObject;
	readonly unrecognised: readonly string[];
}

/** The field, or the part of a field, that a column means. */
interface Meaning {
	readonly field: Field;
	/** Of a circuit: its place in the list. */
	readonly place?: string;
	readonly part?: string;
}

type Meanings = Map<string, Meaning>;

interface Column extends Meaning {
	readonly name: string;
	readonly value: unknown;
}

/**
 * The values of an item's fields, as they are. What only the service sets, such as "notStarted", is left out.
 *
 * @param problems gets each field that several columns mean
 */
export function mappedValues(item: Item, resource: Resource, problems: Map<string, Error>): Mapped {
	const { json, run } = item;
	const meanings = run.remembered(`columns of a ${resource.noun}`, () => meaningsOf(resource));
	const columns = Object.entries(json).flatMap(([name, value]) => {
		// The record that Include Customer adds is called like the label of the field that refers to it.
		const isAdded = isObject(value) && isOwnKey(resource, name);
		const meant = isAdded ? undefined : meantBy(meanings, name);
		return meant === undefined ? [] : [{ name, value, ...meant }];
	});
	const given: IDataObject = {};
	for (const field of writableFields(resource)) {
		const ofField = columns.filter((column) => column.field === field);
		const twice = repeated(ofField);
		if (twice.length > 0) {
			const problem = `several columns mean it: ${quotedList(twice)}. Rename or remove all but one.`;
			problems.set(field.name, fieldError(field, problem));
		}
		// In the place of an object or a list, Odoo gives false. Then its parts may stand outside of it.
		const hasWhole = (value: unknown) =>
			!isBlank(value) && (field.fields === undefined || !isNothing(value));
		const whole = ofField.find(({ part, value }) => part === undefined && hasWhole(value));
		const parts = ofField.filter(({ part }) => part !== undefined);
		if (whole !== undefined) sayIgnored(item, whole, parts);
		const value = whole?.value ?? (parts.length > 0 ? together(field, parts) : ofField[0]?.value);
		const isLeftOut = field.createdWith !== undefined || isReadOnlyValue(field, value);
		if (ofField.length > 0 && !isLeftOut) given[field.name] = value as GenericValue;
	}
	const isKnown = (name: string) =>
		isOwnKey(resource, name) || columns.some((column) => column.name === name);
	const unrecognised = Object.keys(json).filter((name) => !isKnown(name));
	for (const name of unrecognised) run.collect(UNRECOGNISED, name);
	for (const name of unknownParts(resource, given)) run.collect(UNKNOWN_PARTS, name);
	return { given, unrecognised };
}

/** A name as it is compared: people, programs and files write "First Name", "first_name" and "firstName". */
const nameForm = (name: string) => folded(name).replace(/[\s_-]/g, '');

const namesOf = (field: Field) => [field.name, field.label, labelOf(field)].map(nameForm);

/** What each name means that a field or, as in the simplified output, a part of the address has. */
function meaningsOf(resource: Resource): Meanings {
	const meanings: Meanings = new Map();
	for (const field of objectFields(resource))
		for (const part of flatParts(resource, field))
			for (const name of namesOf(part)) meanings.set(name, { field, part: part.name });
	// A name that the record itself has is that field.
	for (const field of resource.fields)
		for (const name of namesOf(field)) meanings.set(name, { field });
	return meanings;
}

/** A column as n8n writes a record to a CSV file: `address.city`, `heatingCircuits.0.name`. */
const OF_FILE = /^([^.]+)\.(?:(\d{1,3})\.)?([^.]+)$/;

function meantBy(meanings: Meanings, name: string): Meaning | undefined {
	const [, whole, place, part] = OF_FILE.exec(name) ?? [];
	if (whole === undefined) return meanings.get(nameForm(name));
	const field = meanings.get(nameForm(whole))?.field;
	if (field?.fields === undefined || (field.type === 'list') !== (place !== undefined))
		return undefined;
	const own = field.fields.find((one) => namesOf(one).includes(nameForm(part)));
	return { field, part: own?.name ?? part, ...(place !== undefined && { place }) };
}

/** The names of the columns that mean the same and have a value. */
const repeated = (columns: readonly Column[]): string[] => {
	const filled = columns.filter(({ value }) => !isBlank(value));
	const isSame = (one: Column, other: Column) =>
		one.part === other.part && one.place === other.place;
	return filled
		.filter((one) => filled.filter((other) => isSame(one, other)).length > 1)
		.map(({ name }) => name);
};

/** The object or the list that columns of its parts make. Places that no column names are no entries. */
function together(field: Field, columns: readonly Column[]): IDataObject | IDataObject[] {
	const entries: IDataObject[] = [];
	for (const { place = '0', part = '', value } of columns) {
		const entry = (entries[Number(place)] ??= {});
		if (isMissing(entry[part])) entry[part] = value as GenericValue;
	}
	return field.type === 'list' ? entries.filter(isObject) : entries[0];
}

function sayIgnored({ run }: Item, { name, value }: Column, parts: readonly Column[]): void {
	const held = isObject(value) ? value : {};
	const ignored = parts.filter(({ part = '', value: own }) => !isBlank(own) && own !== held[part]);
	const names = quotedList(ignored.map((column) => column.name));
	const hint = `Not sent: ${names}. If an item also has "${name}", only that counts.`;
	if (ignored.length > 0) run.hint(hint, 'warning');
}

/** Whether the node itself hands out a key of this name, although it is no field. */
function isOwnKey(resource: Resource, name: string): boolean {
	const added = resource.fields.flatMap(({ refersTo = [] }) => refersTo);
	return (
		[SYNC_RESULT, NOT_KEPT, CHECK_ONLY, ...added].includes(name) ||
		added.some((one) => name.startsWith(`${one}.`))
	);
}

const unknownParts = (resource: Resource, given: IDataObject): string[] =>
	writableFields(resource).flatMap(({ name, fields }) =>
		[fields === undefined ? [] : given[name]]
			.flat()
			.filter(isObject)
			.flatMap(Object.keys)
			.filter((key) => fields?.every((part) => part.name !== key))
			.map((key) => `${name}.${key}`),
	);
