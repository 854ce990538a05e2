import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../service/field';
import { flatParts, objectFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { isMissing, isObject } from '../../values/objects';
import { quotedList } from '../../values/quoted';
import { comparableName } from '../../values/text';
import type { Item } from '../item';

/**
 * The values of a mapped item, with objects made of the parts that the item has outside of them: the simplified output
 * has `city` and no `address`. If the item has the object too, only the object counts, and a hint names the parts beside
 * it that differ.
 *
 * @param given the values of the record's fields in the item
 */
export function withFlatParts(item: Item, record: RecordType, given: IDataObject): IDataObject {
	const result = { ...given };
	for (const field of objectFields(record)) {
		const own = given[field.name];
		const parts = partsIn(item.json, flatParts(record, field));
		const filled = Object.keys(parts).filter((name) => !isMissing(parts[name]));
		if (hasContent(own)) {
			// A text cannot be sent as an address: that is an error of the field itself.
			if (isObject(own)) hintAtIgnored(item, field, own, parts, filled);
		} else if (own === undefined || filled.length > 0) {
			result[field.name] = parts;
		}
	}
	return result;
}

/** The parts that an item has outside of their objects, whether they have a value or not. */
export const flatPartsIn = (json: IDataObject, record: RecordType): readonly Field[] =>
	objectFields(record)
		.flatMap((field) => flatParts(record, field))
		.filter(({ name }) => name in json);

const partsIn = (json: IDataObject, parts: readonly Field[]): IDataObject =>
	Object.fromEntries(parts.flatMap(({ name }) => (name in json ? [[name, json[name]]] : [])));

/** Whether a value has to be sent or refused. An object in which nothing is filled in has no content. */
const hasContent = (value: unknown): boolean =>
	isObject(value) ? !Object.values(value).every(isMissing) : !isMissing(value);

function hintAtIgnored(
	item: Item,
	{ name: object }: Field,
	own: IDataObject,
	parts: IDataObject,
	filled: readonly string[],
): void {
	const ignored = filled.filter(
		(name) => comparableName(own[name]) !== comparableName(parts[name]),
	);
	if (ignored.length === 0) return;
	const names = quotedList(ignored);
	const them = ignored.length === 1 ? 'it' : 'them';
	item.run.hint(
		`Not sent: ${names}. The item also has "${object}", so only the parts inside it are used. To change ${names}, set ${them} inside "${object}", or remove "${object}" from the item.`,
		'warning',
	);
}
