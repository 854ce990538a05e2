import type { IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { isObject } from '../objects';
import { comparableText, normalized } from '../text';
import { pairEntries } from './pairing';
import { isEmpty } from './parts';

/**
 * Whether the record already holds a value, so that it need not be sent.
 *
 * An empty text equals null. Letter case in an email address and the Unicode form of a text do not count. Of an address
 * or a circuit only the given parts are compared. The order of circuits counts.
 *
 * @param current the value in the record, as the service returned it
 * @param wanted the given value, as it would be sent
 * @throws FieldError if circuits cannot be compared; see pairing.ts
 */
export function isSame(field: Field, current: unknown, wanted: unknown): boolean {
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
	if (current === wanted) return true;
	if (typeof current !== 'string' || typeof wanted !== 'string') return false;
	// A value with a fixed pattern, such as a country code, means the same in upper and lower case.
	return field.pattern === undefined
		? normalized(current) === normalized(wanted)
		: comparableText(current) === comparableText(wanted);
}

const haveSameParts = (field: Field, current: IDataObject, wanted: IDataObject) =>
	fieldsInside(field).every(
		(part) => !(part.name in wanted) || isSame(part, current[part.name], wanted[part.name]),
	);

/** Whether each given entry stands for the stored one at the same place, and changes nothing of it. */
function isSameList(field: Field, current: unknown, wanted: unknown): boolean {
	if (!Array.isArray(current)) return false;
	const stored = current.filter(isObject);
	const given = wanted as IDataObject[];
	if (stored.length !== given.length) return false;
	const partners = pairEntries(field, stored, given);
	return stored.every(
		(entry, place) => partners[place] === entry && haveSameParts(field, entry, given[place]),
	);
}
