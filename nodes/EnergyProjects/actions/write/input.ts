import type { IDataObject } from 'n8n-workflow';
import { isReadOnlyValue, labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { OMIT, toFieldValue } from '../../values/fieldValue';
import { isBlank } from '../../values/objects';
import type { Item } from '../item';
import { entryOf } from '../parameters/fieldParameter';
import { idFromLocator } from '../parameters/locator';
import type { FieldPlaces } from '../parameters/recordFields';

/**
 * The fields of one item as the service takes them; null for those that an empty text clears.
 *
 * @throws FieldError naming a field that does not fit; NodeOperationError naming unknown fields, where refused
 */
export function readInput(item: Item, record: RecordType, places: FieldPlaces): IDataObject {
	const isMapped = item.parameter('dataMode', '') === 'autoMapInputData';
	// What a CRM exports is full of empty texts that mean "not known"; what a person typed is meant as typed.
	const emptyText = item.option('emptyText') ?? (isMapped ? 'leave' : undefined);
	const given = isMapped ? item.json : givenInParameters(item, places);
	if (isMapped && item.option('unknownFields') === 'refuse') refuseUnknown(item, record);

	const body: IDataObject = {};
	for (const field of writableFields(record)) {
		if (!(field.name in given) || (isMapped && field.createdWith !== undefined)) continue;
		const plain = plainValue(field, given[field.name], isMapped);
		// A record that came from the service holds values that only it sets, such as "notStarted".
		if (isMapped && isReadOnlyValue(field, plain)) continue;
		if ((plain === null || isBlank(plain)) && emptyText !== undefined) {
			if (emptyText === 'clear' && field.nullable === true) body[field.name] = null;
			continue;
		}
		const clearParts = isMapped && emptyText === 'clear';
		const value = toFieldValue(field, plain, item.run.timeZone, clearParts);
		if (value !== OMIT) body[field.name] = value;
	}
	return body;
}

function givenInParameters(item: Item, { parameters, collection }: FieldPlaces): IDataObject {
	const given = { ...(item.parameter(collection, {}) as IDataObject) };
	for (const { name } of parameters) {
		const value = item.parameter(name, '');
		// Parameters of their own that were left empty were not set at all.
		if (value !== '') given[name] = value as IDataObject;
	}
	return given;
}

function refuseUnknown(item: Item, record: RecordType) {
	const known = record.fields.map(({ name }) => name);
	const unknown = Object.keys(item.json).filter((name) => !known.includes(name));
	if (unknown.length === 0) return;
	throw item.error(
		`The service has no such field of a ${record.noun}: ${unknown.join(', ')}`,
		`Remove or rename them before this node, or set the option "Unknown Fields" to "Ignore". Known fields: ${writableFields(record).map(labelOf).join(', ')}.`,
	);
}

/** Out of the editor's wrappings: fixed collections and locators. */
function plainValue(field: Field, value: unknown, isMapped: boolean): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const wrapped = value as Record<string, unknown>;
	if (field.type === 'object') return 'value' in wrapped ? wrapped.value : value;
	if (field.type === 'list') {
		// Of a list that was added in the editor and left without an entry, nothing leaves; it does not empty the list.
		if (Array.isArray(value)) return value;
		return wrapped[entryOf(field).name] ?? (isMapped ? value : undefined);
	}
	return field.refersTo !== undefined ? idFromLocator(value) : value;
}
