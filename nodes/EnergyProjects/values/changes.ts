import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../service/field';
import type { Field } from '../service/field';
import { writableFields } from '../service/record';
import type { RecordType } from '../service/record';
import { isObject } from './objects';
import { comparableText, normalized } from './text';

/**
 * The fields of `body` that differ from the record as the service holds it: only these have to be sent.
 *
 * An empty text equals null. Letter case in an email address and the Unicode form of a text do not count. Of an address
 * or a circuit only the given parts are compared.
 *
 * An address that differs is sent complete, with its present values for the parts that were not given: the document
 * does not show whether the service merges or replaces it. The same goes for a circuit with an ID. If the place of the
 * address changes, its old coordinates are left out. If what is given empties the place, the address is null.
 */
export function changesBetween(
	type: RecordType,
	record: IDataObject,
	body: IDataObject,
): IDataObject {
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
	if (Array.isArray(current) && Array.isArray(wanted)) {
		const formerById = byId(current.filter(isObject));
		return (wanted as IDataObject[]).map((entry) => {
			const former = formerById.get(entry.id);
			return former === undefined ? entry : { ...partsToKeep(field, former), ...entry };
		});
	}
	if (!isObject(wanted)) return wanted;
	const before = isObject(current) ? current : {};
	const after = { ...before, ...wanted };
	const isGone = !hasPlace(field, after) && emptiesPlace(field, wanted);
	if (isGone && field.nullable === true && Object.values(wanted).every(isEmpty)) return null;
	return { ...partsToKeep(field, before, isGone || isMoved(field, before, wanted)), ...wanted };
}

/** Whether a body empties parts of an address and fills none: then only the record shows whether a place is left. */
export const mayEmptyAddress = (type: RecordType, body: IDataObject): boolean =>
	writableFields(type).some((field) => {
		const value = body[field.name];
		return isObject(value) && emptiesPlace(field, value) && Object.values(value).every(isEmpty);
	});

/** Whether the address is another place now. Completing an address, or spelling it differently, does not move it. */
const isMoved = (field: Field, current: IDataObject, wanted: IDataObject) =>
	decidingParts(field).some(({ name }) => {
		const [from, to] = [current, wanted].map((value) => comparableText(value[name]));
		return from !== '' && to !== '' && from !== to;
	});

/** Whether an address says where it is: country or coordinates alone do not. */
const hasPlace = (field: Field, value: IDataObject) =>
	decidingParts(field).some(({ name }) => comparableText(value[name]) !== '');

const emptiesPlace = (field: Field, wanted: IDataObject) =>
	decidingParts(field).some(({ name }) => name in wanted && isEmpty(wanted[name]));

const decidingParts = (field: Field) =>
	fieldsInside(field).filter(({ addressRole }) => addressRole === 'decides');

/** The entries by their ID. If several have the same ID, the first counts. */
function byId(entries: readonly IDataObject[]): ReadonlyMap<unknown, IDataObject> {
	const found = new Map<unknown, IDataObject>();
	for (const entry of entries) {
		if (!isEmpty(entry.id) && !found.has(entry.id)) found.set(entry.id, entry);
	}
	return found;
}

function isSame(field: Field, current: unknown, wanted: unknown): boolean {
	if (isObject(wanted)) {
		return haveSameParts(field, isObject(current) ? current : {}, wanted);
	}
	// A service may store an emptied address as an object without content.
	if (isObject(current) && isEmpty(wanted)) {
		return Object.values(current).every(isEmpty);
	}
	if (isEmpty(current) || isEmpty(wanted)) return isEmpty(current) && isEmpty(wanted);
	switch (field.type) {
		case 'email':
		case 'uuid':
			return comparableText(current) === comparableText(wanted);
		case 'date':
			return comparableText(current).slice(0, 10) === wanted;
		case 'list':
			return isSameList(field, current, wanted);
		case 'number':
			return Number(current) === Number(wanted);
		default:
			return isSameText(field, current, wanted);
	}
}

function isSameText(field: Field, current: unknown, wanted: unknown): boolean {
	if (typeof current !== 'string' || typeof wanted !== 'string') return current === wanted;
	// A value with a fixed pattern, such as a country code, means the same in upper and lower case.
	return field.pattern === undefined
		? normalized(current) === normalized(wanted)
		: comparableText(current) === comparableText(wanted);
}

const haveSameParts = (field: Field, current: IDataObject, wanted: IDataObject) =>
	fieldsInside(field).every(
		(part) => !(part.name in wanted) || isSame(part, current[part.name], wanted[part.name]),
	);

function isSameList(field: Field, current: unknown, wanted: unknown): boolean {
	if (!Array.isArray(current)) return false;
	const entries = current.filter(isObject);
	const asked = wanted as IDataObject[];
	if (entries.length !== asked.length) return false;
	const entryById = byId(entries);
	const askedById = byId(asked);
	// Entries without an ID are compared with the remaining entries of the record, in their order.
	const others = entries.filter(({ id }) => !askedById.has(id)).values();
	return asked.every((entry) => {
		const own = entryById.get(entry.id) ?? (others.next().value as IDataObject | undefined);
		return own !== undefined && haveSameParts(field, own, entry);
	});
}

const partsToKeep = (field: Field, value: IDataObject, isElsewhere?: boolean) =>
	Object.fromEntries(
		fieldsInside(field)
			.filter(
				(part) => !isEmpty(value[part.name]) && !(isElsewhere && part.addressRole === 'follows'),
			)
			.map((part) => [part.name, value[part.name] as GenericValue]),
	);

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);
