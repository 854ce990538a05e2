import type { IDataObject } from 'n8n-workflow';
import { isReadOnlyValue, labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { inField } from '../../values/parse/fieldError';
import { OMIT, toFieldValue } from '../../values/parse/fieldValue';
import { isBlank, isObject } from '../../values/objects';
import { SYNC_RESULT } from '../../values/output/schemas';
import { quotedList } from '../../values/quoted';
import { unknownIn } from '../../values/parse/unknownFields';
import type { Item } from '../item';
import { withHumanIdsResolved } from '../parameters/record/chosenRecord';
import { isMapped } from '../parameters/dataMode';
import { entryOf } from '../parameters/fieldParameter';
import { idFromLocator } from '../parameters/record/locator';
import type { ParameterPaths } from '../parameters/recordFields';
import { flatPartsIn, withFlatParts } from './flatParts';

/**
 * The fields of one item in the form of the service; null for those that an empty text clears.
 *
 * @throws FieldError naming a field with a wrong value; NodeOperationError naming unknown fields if they are refused
 */
export async function readInput(
	item: Item,
	record: RecordType,
	paths: ParameterPaths,
): Promise<IDataObject> {
	const mapped = isMapped(item);
	// Exports from a CRM are full of empty texts that mean "not known". What a person typed is meant as typed.
	const emptyText = item.option('emptyText') ?? (mapped ? 'leave' : undefined);
	const asGiven = mapped ? item.json : givenInParameters(item, record, paths);
	const source = await withHumanIdsResolved(item, record, asGiven);
	const plain = plainValues(record, source);
	if (mapped && item.option('unknownFields') === 'refuse') {
		refuseUnknown(item, record, asGiven, { ...source, ...plain });
	}
	const given = mapped ? withFlatParts(item, record, plain) : plain;

	const body: IDataObject = {};
	for (const field of writableFields(record)) {
		const value = given[field.name];
		if (mapped && isLeftOut(field, value)) continue;
		if ((value === null || isBlank(value)) && emptyText !== undefined) {
			if (emptyText === 'clear' && field.nullable === true) body[field.name] = null;
			continue;
		}
		const clearParts = mapped && emptyText === 'clear';
		const converted = toFieldValue(field, value, item.run.timeZone, clearParts);
		if (converted !== OMIT) body[field.name] = converted;
	}
	return body;
}

/**
 * What was added or mapped but has no value, for the error about an update without input: named as in the editor, or as
 * in the item if it is mapped.
 */
export function leftEmpty(
	item: Item,
	record: RecordType,
	{ collection }: ParameterPaths,
): readonly string[] {
	const fields = writableFields(record);
	if (!isMapped(item)) {
		const added = item.parameter(collection, {}) as IDataObject;
		return fields.filter(({ name }) => name in added).map(labelOf);
	}
	const { json } = item;
	const own = fields.filter((field) => field.name in json && !isLeftOut(field, json[field.name]));
	return [...own, ...flatPartsIn(json, record)].map(({ name }) => name);
}

/** A record that came from the service has values that only the service sets, such as "notStarted". */
const isLeftOut = (field: Field, value: unknown): boolean =>
	field.createdWith !== undefined || isReadOnlyValue(field, value);

function givenInParameters(
	item: Item,
	record: RecordType,
	{ parameters, collection }: ParameterPaths,
): IDataObject {
	const given = { ...(item.parameter(collection, {}) as IDataObject) };
	for (const { name } of parameters) {
		const value = item.parameter(name, '');
		// A parameter that was left empty was not set at all.
		if (value !== '') given[name] = value as IDataObject;
	}
	for (const [name, value] of Object.entries(given)) {
		// A list that was added in the editor but has no entry does not empty the list of the record.
		if (isListWithoutEntry(record, name, value)) delete given[name];
	}
	return given;
}

const isListWithoutEntry = (record: RecordType, name: string, value: unknown) =>
	record.fields.find((field) => field.name === name)?.type === 'list' &&
	isObject(value) &&
	Object.keys(value).length === 0;

function refuseUnknown(item: Item, record: RecordType, given: IDataObject, plain: IDataObject) {
	const known = [...record.fields, ...flatPartsIn(given, record)];
	const unknown = unknownIn(known, given, plain).filter(
		(name) => !isHandedOut(record, name, given[name]),
	);
	if (unknown.length === 0) return;
	throw item.error(
		`A ${record.noun} has no such field: ${quotedList(unknown)}`,
		`Remove or rename them before this node, or set the option "Unknown Fields" to "Ignore". Known fields: ${writableFields(record).map(labelOf).join(', ')}.`,
	);
}

/** Whether it is in outputs of this node beside the fields: what a write did, or the record that a field refers to. */
const isHandedOut = ({ fields }: RecordType, name: string, value: unknown): boolean =>
	name === SYNC_RESULT ||
	(fields.some(({ refersTo }) => refersTo === name) && (value === null || isObject(value)));

/** The values of the writable fields, taken out of the objects that the editor puts around them. */
function plainValues(record: RecordType, given: IDataObject): IDataObject {
	const plain: IDataObject = {};
	for (const field of writableFields(record)) {
		plain[field.name] = plainValue(field, given[field.name]) as IDataObject;
	}
	return plain;
}

/** A value, taken out of the fixed collection or locator that the editor puts around it. */
function plainValue(field: Field, value: unknown): unknown {
	if (field.refersTo !== undefined) return idOf(field, value);
	if (!isObject(value)) return value;
	if (field.type === 'object') return isWrapping(value, 'value') ? value.value : value;
	if (field.type !== 'list') return value;
	const { name } = entryOf(field);
	return isWrapping(value, name) ? value[name] : value;
}

const isWrapping = (value: IDataObject, name: string) => {
	// Only then are the keys counted: there can be very many.
	return name in value && Object.keys(value).length === 1;
};

/** A locator that was left empty means the same as an empty text, and so does null. */
function idOf(field: Field, value: unknown): unknown {
	// Without a locator, only a text can be an ID of the service.
	if (typeof value !== 'object') return value;
	try {
		return idFromLocator(value);
	} catch (error) {
		throw inField(field, error);
	}
}
