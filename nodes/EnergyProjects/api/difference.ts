import type { GenericValue, IDataObject } from 'n8n-workflow';
import { writableFields } from './fields/field';
import type { Field, RecordType } from './fields/field';

/**
 * What of `body` differs from the record as the service holds it: the only thing worth sending.
 *
 * An empty text equals null, letter case in an email address does not count, and of an address or a circuit only
 * the given parts are compared. An address that differs goes out complete, with the parts that were not given as
 * they are, since the document does not show whether the service merges or replaces it.
 */
export function difference(type: RecordType, record: IDataObject, body: IDataObject): IDataObject {
	const changes: IDataObject = {};
	for (const field of writableFields(type)) {
		if (!(field.name in body)) continue;
		const wanted = body[field.name];
		const current = record[field.name];
		if (isSame(field, current, wanted)) continue;
		changes[field.name] =
			field.type === 'object' && isObject(wanted) && isObject(current)
				? { ...partsOf(field, current), ...wanted }
				: wanted;
	}
	return changes;
}

function isSame(field: Field, current: unknown, wanted: unknown): boolean {
	if (isEmpty(current) || isEmpty(wanted)) return isEmpty(current) && isEmpty(wanted);
	switch (field.type) {
		case 'email':
		case 'uuid':
			return String(current).trim().toLowerCase() === String(wanted).trim().toLowerCase();
		case 'date':
			return String(current).slice(0, 10) === String(wanted).slice(0, 10);
		case 'object':
			return isObject(current) && isObject(wanted) && haveSameParts(field, current, wanted);
		case 'list':
			return isSameList(field, current, wanted);
		default:
			return current === wanted;
	}
}

const haveSameParts = (field: Field, current: IDataObject, wanted: IDataObject) =>
	(field.fields ?? []).every(
		(part) => !(part.name in wanted) || isSame(part, current[part.name], wanted[part.name]),
	);

const isSameList = (field: Field, current: unknown, wanted: unknown) =>
	Array.isArray(current) &&
	Array.isArray(wanted) &&
	current.length === wanted.length &&
	wanted.every((entry, index) =>
		haveSameParts(field, current[index] as IDataObject, entry as IDataObject),
	);

const partsOf = (field: Field, value: IDataObject) =>
	Object.fromEntries(
		(field.fields ?? [])
			.filter((part) => !isEmpty(value[part.name]))
			.map((part) => [part.name, value[part.name] as GenericValue]),
	);

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
