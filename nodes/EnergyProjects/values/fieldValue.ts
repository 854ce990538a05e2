import { canBeBlank, fieldsInside, labelOf, writableValues } from '../service/field';
import type { Field } from '../service/field';
import { UUID_ALONE, UUID_EXAMPLE } from '../service/ids';
import { toCalendarDate } from './dates';
import { hasNoKeys, isMissing, isObject } from './objects';
import { isAmbiguousNumber, numberIn } from './numbers';
import { choiceIn, toBoolean, toEmail } from './parse';
import { quoted, quotedList, shortText } from './text';
import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Values that a person typed or mapped do not fit their fields. Each problem names its field. */
export class FieldError extends Error {
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.map((problem) => problem.replace(/\.$/, '')).join('; '));
		this.problems = problems;
	}
}

/** The error about one field. */
export const fieldError = (field: Field, problem: string): FieldError =>
	new FieldError([`${labelOf(field)} (${field.name}): ${problem}`]);

/** Calls `convert` with each entry, and goes on after a wrong value: one error names everything that is wrong. */
function convertAll<Entry>(entries: Iterable<Entry>, convert: (entry: Entry) => void): void {
	const problems: string[] = [];
	for (const entry of entries) {
		try {
			convert(entry);
		} catch (error) {
			problems.push(...(error instanceof FieldError ? error.problems : [String(error)]));
		}
	}
	if (problems.length > 0) throw new FieldError(problems);
}

/**
 * Converts a value of a field that is not an object, a list or a free text to the type that the service's document
 * gives the field.
 *
 * @param value neither null nor blank
 * @returns undefined if nothing is left of it
 * @throws FieldError if the value does not fit the field
 */
function toScalar(
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
			throw fieldError(field, 'this field cannot be written');
	}
}

/** A text, also from a number or a boolean. */
function toText(field: Field, value: unknown): string {
	const isText = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	if (!isText) throw fieldError(field, 'expected text');
	// The service may remove blanks around a text, and the next comparison would find a difference.
	const text = String(value).trim();
	if (field.pattern === undefined) return text;
	return matching(field, text, field.pattern.regex, field.pattern.words);
}

function toNumber(field: Field, value: unknown): number {
	// Coordinates have no thousands.
	const number = numberIn(value, field.addressRole === 'follows');
	const { most = Infinity } = field;
	if (number !== undefined && Math.abs(number) <= most) return number;
	if (number !== undefined)
		throw fieldError(field, `"${quoted(value)}" is not between -${most} and ${most}.`);
	const problem = isAmbiguousNumber(value)
		? 'can be read in two ways, with thousands or with decimals. Write thousands without a separator, such as 24500, and decimals with another number of digits than three, such as 24.5. If it comes from a database, use {{ Number($json.x) }} with its name for x'
		: `is not a number. Write it like 142.5, 142,5, 24500 or 24.500,00${field.unit === undefined ? ', without a unit' : `, without the unit (${field.unit})`}`;
	throw fieldError(field, `"${quoted(value)}" ${problem}.`);
}

function toEnumerationValue(field: Field, value: unknown): string {
	const values = writableValues(field);
	const text = shortText(value);
	const choice = choiceIn(values, value) ?? (field.valuesAreOpen === true ? text : '');
	if (choice !== '') return choice;
	const allowed = values.map((entry) => entry.name).join(', ');
	throw fieldError(field, `"${quoted(value)}" is not one of the values it can take: ${allowed}`);
}

function matching(field: Field, value: unknown, regex: RegExp, words: string): string {
	const text = shortText(value);
	if (regex.test(text)) return text;
	throw fieldError(field, `"${quoted(value)}" is not ${words}`);
}

function named<T>(field: Field, convert: () => T): T {
	try {
		return convert();
	} catch (error) {
		throw fieldError(field, (error as Error).message);
	}
}

/** Stands for an empty value, which is not sent. */
export const OMIT = Symbol('omit');

/** More heating circuits than any building has, and few enough to check in one go. */
const MOST_ENTRIES = 200;

/**
 * Converts one value to the type that the service's document gives the field.
 *
 * @param timeZone the time zone of the workflow, for calendar dates
 * @param clears whether an empty value empties what the service allows to be empty; otherwise it is not sent
 * @returns the value to send, or OMIT
 * @throws FieldError if the value does not fit the field
 */
export function toFieldValue(
	field: Field,
	value: unknown,
	timeZone: string,
	clears = false,
): GenericValue | IDataObject | IDataObject[] | typeof OMIT {
	if (isMissing(value)) return clears ? emptied(field) : OMIT;
	switch (field.type) {
		case 'string':
			return toText(field, value);
		case 'object':
			return toObject(field, value, timeZone, clears);
		case 'list':
			return toList(field, value, timeZone, clears);
		default:
			return toScalar(field, value, timeZone) ?? OMIT;
	}
}

/** What empties a field. Service document: nullable fields take null, a list can have no entry. */
const emptied = ({ nullable, type }: Field) =>
	nullable === true ? null : type === 'list' ? [] : OMIT;

/**
 * The parts that were filled in. If an empty value clears: a part that can be blank becomes an empty text, since the service
 * allows null for none of them, and the whole becomes null if every part is there and empty.
 */
function toObject(
	field: Field,
	value: unknown,
	timeZone: string,
	clears: boolean,
): IDataObject | null | typeof OMIT {
	if (!isObject(value)) throw fieldError(field, 'expected an object with its parts');
	refuseUnknownParts(field, value);
	const filled = filledParts(field, value, timeZone);
	const parts = fieldsInside(field);
	const empty = parts.filter(({ name }) => name in value && !(name in filled));
	if (clears && empty.length === parts.length) return null;
	if (clears) for (const { name } of empty.filter(canBeBlank)) filled[name] = '';
	return hasNoKeys(filled) ? OMIT : filled;
}

/** The parts that were filled in, each converted to its type. */
function filledParts(field: Field, value: IDataObject, timeZone: string): IDataObject {
	const filled: IDataObject = {};
	convertAll(fieldsInside(field), (part) => {
		const converted = toFieldValue(part, value[part.name], timeZone);
		if (converted !== OMIT) filled[part.name] = converted;
	});
	return filled;
}

/** The whole list, without the entries in which nothing was filled in. */
function toList(
	field: Field,
	value: unknown,
	timeZone: string,
	clears: boolean,
): IDataObject[] | typeof OMIT {
	if (!Array.isArray(value)) throw fieldError(field, 'expected a list');
	if (value.length > MOST_ENTRIES) {
		const problem = `it has ${value.length} entries, but at most ${MOST_ENTRIES} can be sent`;
		throw fieldError(field, problem);
	}
	const entries: IDataObject[] = [];
	convertAll(value.entries(), ([index, entry]: [number, unknown]) => {
		if (!isObject(entry)) throw fieldError(field, 'expected an object with its parts');
		refuseUnknownParts(field, entry, ` in entry ${index + 1}`);
		const filled = filledParts(field, entry, timeZone);
		if (!hasNoKeys(filled)) entries.push(filled);
	});
	refuseRepeatedIds(field, entries);
	return entries.length > 0 || clears ? entries : OMIT;
}

/** Otherwise an object without any known part would be left out silently, and a circuit would even be deleted. */
function refuseUnknownParts(field: Field, value: IDataObject, where = ''): void {
	const given = Object.keys(value);
	const known = fieldsInside(field).map(({ name }) => name);
	if (given.length === 0 || given.some((name) => known.includes(name))) return;
	const problem = `the service knows none of the parts${where}: ${quotedList(given)}. It knows ${known.join(', ')}.`;
	throw fieldError(field, problem);
}

function refuseRepeatedIds(field: Field, entries: readonly IDataObject[]): void {
	const ids = new Set<string>();
	for (const { id } of entries) {
		const text = typeof id === 'string' ? id.trim() : '';
		if (ids.has(text)) {
			throw fieldError(field, `the ID "${quoted(text)}" appears twice. Give each entry its own.`);
		}
		if (text !== '') ids.add(text);
	}
}
