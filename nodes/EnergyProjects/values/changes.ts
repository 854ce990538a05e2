import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../service/field';
import type { Field } from '../service/field';
import { writableFields } from '../service/record';
import type { RecordType } from '../service/record';
import { isObject } from './objects';
import { comparableText, normalized } from './text';

/**
 * What of `body` differs from the record as the service holds it: the only thing worth sending.
 *
 * An empty text equals null, letter case in an email address does not count, nor does the Unicode form of a text, and
 * of an address or a circuit only the given parts are compared. An address that differs goes out complete, with the
 * parts that were not given as they are, since the document does not show whether the service merges or replaces it; so
 * does a circuit with an ID. The coordinates of another address are left out, and an address is null where what is
 * given empties its place.
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

/** Whether a body empties parts of an address and fills none: only the record tells whether a place is left. */
export const mayEmptyAddress = (type: RecordType, body: IDataObject): boolean =>
	writableFields(type).some((field) => {
		const value = body[field.name];
		return isObject(value) && emptiesPlace(field, value) && Object.values(value).every(isEmpty);
	});

/** Whether it is another place now; to complete an address, or to write it differently, is not to move. */
const isMoved = (field: Field, current: IDataObject, wanted: IDataObject) =>
	decidingParts(field).some(({ name }) => {
		const [from, to] = [current, wanted].map((value) => comparableText(value[name]));
		return from !== '' && to !== '' && from !== to;
	});

/** Whether anything in an address tells where it is. */
const hasPlace = (field: Field, value: IDataObject) =>
	decidingParts(field).some(({ name }) => comparableText(value[name]) !== '');

const emptiesPlace = (field: Field, wanted: IDataObject) =>
	decidingParts(field).some(({ name }) => name in wanted && isEmpty(wanted[name]));

const decidingParts = (field: Field) =>
	fieldsInside(field).filter(({ addressRole }) => addressRole === 'decides');

/** The entries that have an ID; of several with the same the first. */
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
	// A service may hold an address that was emptied as one without content.
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
	// What is checked against a pattern, such as a country code, means the same in other letters.
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
	// Those without an ID stand for the ones that no ID stands for, in their order.
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
