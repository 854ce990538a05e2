import type { GenericValue, IDataObject } from 'n8n-workflow';
import { writableFields } from './fields/field';
import type { Field, RecordType } from './fields/field';

/**
 * What of `body` differs from the record as the service holds it: the only thing worth sending.
 *
 * An empty text equals null, letter case in an email address does not count, and of an address or a circuit only
 * the given parts are compared. An address that differs goes out complete, with the parts that were not given as
 * they are, since the document does not show whether the service merges or replaces it; so does a circuit with an ID.
 * The coordinates of another address are left out.
 */
export function difference(type: RecordType, record: IDataObject, body: IDataObject): IDataObject {
	const changes: IDataObject = {};
	for (const field of writableFields(type)) {
		if (!(field.name in body)) continue;
		const wanted = body[field.name];
		const current = record[field.name];
		if (isSame(field, current, wanted)) continue;
		changes[field.name] = complete(field, current, wanted);
	}
	return changes;
}

function complete(field: Field, current: unknown, wanted: GenericValue): GenericValue {
	if (field.type === 'list' && Array.isArray(current) && Array.isArray(wanted)) {
		return (wanted as IDataObject[]).map((entry) => {
			const former = sameEntry(current as IDataObject[], entry);
			return former === undefined ? entry : { ...partsOf(field, former), ...entry };
		});
	}
	if (field.type !== 'object' || !isObject(current) || !isObject(wanted)) return wanted;
	return { ...partsOf(field, current, isMoved(field, current, wanted)), ...wanted };
}

/** Whether a part differs that others follow. */
const isMoved = (field: Field, current: IDataObject, wanted: IDataObject) =>
	(field.fields ?? []).some(
		(part) =>
			part.followsOthers !== true &&
			part.name in wanted &&
			!isSame(part, current[part.name], wanted[part.name]),
	);

const sameEntry = (entries: readonly IDataObject[], entry: IDataObject) =>
	entries.find(({ id }) => !isEmpty(id) && id === entry.id);

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
		case 'number':
			return Number(current) === Number(wanted);
		default:
			// What is checked against a pattern, such as a country code, means the same in other letters.
			return field.pattern === undefined
				? current === wanted
				: String(current).toLowerCase() === String(wanted).toLowerCase();
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
	(wanted as IDataObject[]).every((entry, index) => {
		const entries = current as IDataObject[];
		return haveSameParts(field, sameEntry(entries, entry) ?? entries[index], entry);
	});

const partsOf = (field: Field, value: IDataObject, isElsewhere = false) =>
	Object.fromEntries(
		(field.fields ?? [])
			.filter((part) => !isEmpty(value[part.name]) && !(isElsewhere && part.followsOthers))
			.map((part) => [part.name, value[part.name] as GenericValue]),
	);

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
