import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { FieldError } from './fieldError';
import { isBlank, isObject } from '../objects';
import { toScalar, toText } from './scalarValue';
import { quotedList, quoted } from '../quoted';

/** Marks a value that does not leave: an empty date, number, enumeration, uuid or e-mail. */
export const OMIT = Symbol('omit');

/** More than any building has, and few enough to be looked through at once. */
export const MOST_ENTRIES = 1_000;

/**
 * One value as the service's document types the field.
 *
 * @param timeZone the workflow's, for calendar dates
 * @param clearParts whether empty texts inside an object leave as such, to empty these parts; null where that leaves
 * nothing
 * @returns the value to send, or OMIT where it is empty
 * @throws FieldError
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
	if (!isObject(value)) throw new FieldError(field, 'an object with its parts is expected');
	refuseStrange(field, value);
	const { filled, empty } = convertParts(field, value, timeZone);
	if (!clearParts) return hasNoParts(filled) ? OMIT : filled;
	if (hasNoParts(filled) && hasNoPlace(field, empty)) return null;
	const result = { ...empty, ...filled };
	return hasNoParts(result) ? OMIT : result;
}

/** The parts that were filled in, each in its type, and the texts among them that are empty. */
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

/** Whether everything that tells where an address is was given as empty: then nothing is left of it. */
function hasNoPlace(field: Field, empty: IDataObject): boolean {
	const deciding = fieldsInside(field).filter(({ addressRole: place }) => place === 'decides');
	return field.nullable === true && deciding.length > 0 && deciding.every((p) => p.name in empty);
}

/** The whole list: entries in which nothing was filled in do not leave. */
function toList(field: Field, value: unknown, timeZone: string): IDataObject[] | typeof OMIT {
	if (!Array.isArray(value)) throw new FieldError(field, 'a list is expected');
	if (value.length > MOST_ENTRIES) {
		const problem = `${value.length} entries are more than can be sent (${MOST_ENTRIES})`;
		throw new FieldError(field, problem);
	}
	const entries = value.flatMap((entry: unknown, index) => {
		if (!isObject(entry)) throw new FieldError(field, 'an object with its parts is expected');
		refuseStrange(field, entry, ` in entry ${index + 1}`);
		const { filled } = convertParts(field, entry, timeZone);
		return hasNoParts(filled) ? [] : [filled];
	});
	refuseTwice(field, entries);
	// Only a list that is meant to be empty empties the list of the record.
	return value.length > 0 && entries.length === 0 ? OMIT : entries;
}

/** What has parts, but none that the service knows, would vanish without a word, and a circuit be deleted. */
function refuseStrange(field: Field, value: IDataObject, where = ''): void {
	const given = Object.keys(value);
	const known = fieldsInside(field).map(({ name }) => name);
	if (given.length === 0 || given.some((name) => known.includes(name))) return;
	const problem = `none of the parts${where} is known: ${quotedList(given)}. Known are ${known.join(', ')}.`;
	throw new FieldError(field, problem);
}

function refuseTwice(field: Field, entries: readonly IDataObject[]): void {
	const ids = new Set<string>();
	for (const { id } of entries) {
		const text = typeof id === 'string' ? id.trim() : '';
		if (ids.has(text)) {
			throw new FieldError(
				field,
				`the ID "${quoted(text)}" is there twice. Give each entry its own.`,
			);
		}
		if (text !== '') ids.add(text);
	}
}

const hasNoParts = (parts: IDataObject) => Object.keys(parts).length === 0;
