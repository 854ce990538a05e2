import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { FieldError } from './fieldError';
import { isBlank, isObject } from '../objects';
import { toScalar, toText } from './scalarValue';
import { quotedList, quoted } from '../quoted';

/** Stands for a value that is not sent: an empty date, number, enumeration value, UUID or email address. */
export const OMIT = Symbol('omit');

/** More heating circuits than any building has, and few enough to check in one go. */
export const MOST_ENTRIES = 1_000;

/**
 * Converts one value to the type that the service's document gives the field.
 *
 * @param timeZone the time zone of the workflow, for calendar dates
 * @param clearParts whether empty texts inside an object are sent, to empty these parts; if nothing is left of the
 * object then, the value is null
 * @returns the value to send, or OMIT if it is empty
 * @throws FieldError if the value does not fit the field
 */
export function toFieldValue(
	field: Field,
	value: unknown,
	timeZone: string,
	clearParts = false,
): GenericValue | IDataObject | IDataObject[] | typeof OMIT {
	if (value === undefined || value === null) return OMIT;
	if (field.type === 'string') return toText(field, value) ?? OMIT;
	if (isBlank(value)) return OMIT;
	switch (field.type) {
		case 'object':
			return toObject(field, value, timeZone, clearParts);
		case 'list':
			return toList(field, value, timeZone);
		default:
			return toScalar(field, value, timeZone) ?? OMIT;
	}
}

function toObject(
	field: Field,
	value: unknown,
	timeZone: string,
	clearParts: boolean,
): IDataObject | null | typeof OMIT {
	if (!isObject(value)) throw new FieldError(field, 'expected an object with its parts');
	refuseUnknownParts(field, value);
	const { filled, empty } = convertParts(field, value, timeZone);
	if (!clearParts) return hasNoParts(filled) ? OMIT : filled;
	if (hasNoParts(filled) && hasNoPlace(field, empty)) return null;
	const result = { ...empty, ...filled };
	return hasNoParts(result) ? OMIT : result;
}

/** The parts that were filled in, each converted to its type, and the parts whose text was given as empty. */
function convertParts(field: Field, value: IDataObject, timeZone: string) {
	const filled: IDataObject = {};
	const empty: IDataObject = {};
	for (const part of fieldsInside(field)) {
		const own = value[part.name];
		if (own === null || isBlank(own)) {
			if (part.type === 'string' && part.pattern === undefined) empty[part.name] = '';
			continue;
		}
		const converted = toFieldValue(part, own, timeZone);
		if (converted !== OMIT) filled[part.name] = converted;
	}
	return { filled, empty };
}

/** Whether every part that says where an address is was given as empty: then nothing is left of the address. */
function hasNoPlace(field: Field, empty: IDataObject): boolean {
	const deciding = fieldsInside(field).filter(({ addressRole }) => addressRole === 'decides');
	return field.nullable === true && deciding.length > 0 && deciding.every((p) => p.name in empty);
}

/** The whole list, without the entries in which nothing was filled in. */
function toList(field: Field, value: unknown, timeZone: string): IDataObject[] | typeof OMIT {
	if (!Array.isArray(value)) throw new FieldError(field, 'expected a list');
	if (value.length > MOST_ENTRIES) {
		const problem = `it has ${value.length} entries, but at most ${MOST_ENTRIES} can be sent`;
		throw new FieldError(field, problem);
	}
	const entries = value.flatMap((entry: unknown, index) => {
		if (!isObject(entry)) throw new FieldError(field, 'expected an object with its parts');
		refuseUnknownParts(field, entry, ` in entry ${index + 1}`);
		const { filled } = convertParts(field, entry, timeZone);
		return hasNoParts(filled) ? [] : [filled];
	});
	refuseRepeatedIds(field, entries);
	// Only a list that was given as empty empties the list of the record.
	return value.length > 0 && entries.length === 0 ? OMIT : entries;
}

/** Otherwise an object without any known part would be left out silently, and a circuit would even be deleted. */
function refuseUnknownParts(field: Field, value: IDataObject, where = ''): void {
	const given = Object.keys(value);
	const known = fieldsInside(field).map(({ name }) => name);
	if (given.length === 0 || given.some((name) => known.includes(name))) return;
	const problem = `the service knows none of the parts${where}: ${quotedList(given)}. It knows ${known.join(', ')}.`;
	throw new FieldError(field, problem);
}

function refuseRepeatedIds(field: Field, entries: readonly IDataObject[]): void {
	const ids = new Set<string>();
	for (const { id } of entries) {
		const text = typeof id === 'string' ? id.trim() : '';
		if (ids.has(text)) {
			throw new FieldError(
				field,
				`the ID "${quoted(text)}" appears twice. Give each entry its own.`,
			);
		}
		if (text !== '') ids.add(text);
	}
}

const hasNoParts = (parts: IDataObject) => Object.keys(parts).length === 0;
