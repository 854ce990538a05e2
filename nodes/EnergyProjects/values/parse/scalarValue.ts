import { writableValues } from '../../service/field';
import type { Field } from '../../service/field';
import { toCalendarDate } from './dates';
import { toEmail } from './email';
import { FieldError, inField } from './fieldError';
import { shortText } from '../shortText';
import { quoted } from '../quoted';
import { toBoolean } from './boolean';
import { UUID_ALONE, UUID_EXAMPLE } from '../uuid';

// It can match a text in only one way, so a text that does not match is refused in one pass.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Converts a value of a field that is not an object, a list or a free text to the type that the service's document
 * gives the field.
 *
 * @param value neither null nor blank
 * @returns undefined if nothing is left of it
 * @throws FieldError if the value does not fit the field
 */
export function toScalar(
	field: Field,
	value: unknown,
	timeZone: string,
): string | number | boolean | undefined {
	switch (field.type) {
		case 'number':
			return toNumber(field, value);
		case 'boolean':
			return named(field, () => toBoolean(value));
		case 'enumeration':
			return toEnumerationValue(field, value);
		case 'uuid':
			return matching(field, value, UUID_ALONE, `an ID such as ${UUID_EXAMPLE}`);
		case 'email':
			return named(field, () => toEmail(value));
		case 'date':
			return named(field, () => toCalendarDate(value, timeZone));
		default:
			throw new FieldError(field, 'this field cannot be written');
	}
}

/** A text, also from a number or a boolean; undefined if the field has a pattern and the text is blank. */
export function toText(field: Field, value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	if (!isText) throw new FieldError(field, 'expected text');
	const text = String(value);
	if (field.pattern === undefined) return text;
	if (text.trim() === '') return undefined;
	return matching(field, text, field.pattern.regex, field.pattern.words);
}

/** The number in a value, written with a point and without a unit; undefined if it is not a number. */
export function numberIn(value: unknown): number | undefined {
	const text = shortText(value);
	const number = DECIMAL.test(text) ? Number(text) : value;
	return Number.isFinite(number) ? (number as number) : undefined;
}

function toNumber(field: Field, value: unknown): number {
	const number = numberIn(value);
	if (number !== undefined) return number;
	throw new FieldError(
		field,
		`"${quoted(value)}" is not a number. Write it with a point and without a unit, such as 142.5.`,
	);
}

function toEnumerationValue(field: Field, value: unknown): string {
	const text = shortText(value);
	const allowed = writableValues(field).map((entry) => entry.value);
	const isAllowed = allowed.includes(text) || (field.valuesAreOpen === true && text !== '');
	if (isAllowed) return text;
	throw new FieldError(
		field,
		`"${quoted(value)}" is not one of the values it can take: ${allowed.join(', ')}`,
	);
}

function matching(field: Field, value: unknown, regex: RegExp, words: string): string {
	const text = shortText(value);
	if (regex.test(text)) return text;
	throw new FieldError(field, `"${quoted(value)}" is not ${words}`);
}

function named<T>(field: Field, convert: () => T): T {
	try {
		return convert();
	} catch (error) {
		throw inField(field, error);
	}
}
