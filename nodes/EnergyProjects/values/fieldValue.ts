import type { GenericValue, IDataObject } from 'n8n-workflow';
import { labelOf, writableValues } from '../service/field';
import type { Field } from '../service/field';
import { toCalendarDate } from './dates';
import { isBlank, isObject } from './objects';
import { UUID_ALONE, UUID_EXAMPLE } from './uuid';

/** Something a person typed or mapped in does not fit the field. The message names the field. */
export class FieldError extends Error {
	constructor(field: Field, problem: string) {
		super(`${labelOf(field)} (${field.name}): ${problem}`);
	}
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Marks a value that does not leave: an empty date, number, enumeration, uuid or e-mail. */
export const OMIT = Symbol('omit');

/**
 * One value as the service's document types the field.
 *
 * @param timeZone the workflow's, for calendar dates
 * @param clearParts whether empty texts inside an object leave as such, to empty these parts
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
	if (field.type === 'string') return toText(field, value);
	if (isBlank(value)) return OMIT;
	switch (field.type) {
		case 'number':
			return toNumber(field, value);
		case 'boolean':
			return toBoolean(field, value);
		case 'enumeration':
			return toEnumerationValue(field, value);
		case 'uuid':
			return matching(field, value, UUID_ALONE, `an ID such as ${UUID_EXAMPLE}`);
		case 'email':
			return matching(field, value, EMAIL, 'an email address');
		case 'date':
			return toDate(field, value, timeZone);
		case 'object':
			return toObject(field, value, timeZone, clearParts);
		case 'list':
			return toList(field, value, timeZone);
		default:
			throw new FieldError(field, 'this field cannot be written');
	}
}

function toText(field: Field, value: unknown): string | typeof OMIT {
	if (typeof value === 'object') throw new FieldError(field, 'a text is expected');
	const text = String(value);
	if (field.pattern === undefined) return text;
	if (text.trim() === '') return OMIT;
	return matching(field, text, field.pattern.regex, field.pattern.words);
}

function matching(field: Field, value: unknown, regex: RegExp, words: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!regex.test(text)) throw new FieldError(field, `"${show(value)}" is not ${words}`);
	return text;
}

function toNumber(field: Field, value: unknown): number {
	const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new FieldError(
			field,
			`"${show(value)}" is not a number. Write it with a point and without a unit, such as 142.5.`,
		);
	}
	return number;
}

function toBoolean(field: Field, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === 'true' || text === 1) return true;
	if (text === 'false' || text === 0) return false;
	throw new FieldError(field, `"${show(value)}" is neither true nor false`);
}

function toEnumerationValue(field: Field, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const allowed = writableValues(field).map((entry) => entry.value);
	const isAllowed = allowed.includes(text) || (field.valuesAreOpen === true && text !== '');
	if (isAllowed) return text;
	throw new FieldError(
		field,
		`"${show(value)}" is not one of the values it can take: ${allowed.join(', ')}`,
	);
}

function toDate(field: Field, value: unknown, timeZone: string): string {
	try {
		return toCalendarDate(value, timeZone);
	} catch (error) {
		throw named(field, error as Error);
	}
}

/** Only what was filled in: empty parts of an address do not leave, or leave empty. Nothing filled in: OMIT. */
function toObject(
	field: Field,
	value: unknown,
	timeZone: string,
	clearParts = false,
): IDataObject | typeof OMIT {
	if (!isObject(value)) throw new FieldError(field, 'an object with its parts is expected');
	const filled: IDataObject = {};
	const empty: IDataObject = {};
	for (const part of field.fields ?? []) {
		const own = value[part.name];
		const isEmpty = own === null || isBlank(own);
		if (isEmpty && part.type === 'string' && part.pattern === undefined) empty[part.name] = '';
		const converted = isEmpty ? OMIT : toFieldValue(part, own, timeZone);
		if (converted !== OMIT) filled[part.name] = converted;
	}
	const result = clearParts ? { ...empty, ...filled } : filled;
	return Object.keys(result).length === 0 ? OMIT : result;
}

function toList(field: Field, value: unknown, timeZone: string): IDataObject[] | typeof OMIT {
	if (!Array.isArray(value)) throw new FieldError(field, 'a list is expected');
	const entries = value
		.map((entry) => toObject(field, entry, timeZone))
		.filter((entry) => entry !== OMIT);
	// Only a list that is meant to be empty empties the list of the record.
	if (value.length === 0 || entries.length > 0) return entries;
	const known = (field.fields ?? []).map(({ name }) => name);
	const unknown = value.flatMap((entry) => Object.keys(entry as object));
	if (unknown.every((name) => known.includes(name))) return OMIT;
	throw new FieldError(field, `no entry has one of the fields ${known.join(', ')}`);
}

const named = (field: Field, error: Error) => new FieldError(field, error.message);

function show(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
