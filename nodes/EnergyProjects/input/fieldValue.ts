import type { GenericValue, IDataObject } from 'n8n-workflow';
import { canBeBlank, fieldsInside, writableValues } from '../service/field';
import type { Field } from '../service/field';
import { recordKeyOf, UUID_ALONE, UUID_EXAMPLE } from '../service/ids';
import { toCalendarDate } from '../values/dates';
import { fieldError, FieldError } from '../values/fieldError';
import { isAmbiguousNumber, numberIn } from '../values/numbers';
import { hasNoKeys, isMissing, isNothing, isObject } from '../values/objects';
import { choiceIn, chosenFrom, toBoolean, toEmail } from '../values/parse';
import { quoted, quotedList, refuseUnmeant, visible } from '../values/text';

/** Stands for an empty value, which is not sent. */
export const OMIT = Symbol('omit');

/**
 * Converts one value to the type that the service's document gives the field.
 *
 * @param timeZone the time zone of the workflow, for calendar dates
 * @param clears whether an empty value empties what the service allows to be empty; otherwise it is not sent. Where no switch
 * is meant, false is empty too
 * @returns the value to send, or OMIT
 * @throws FieldError if the value does not fit the field
 */
export function toFieldValue(
	field: Field,
	value: unknown,
	timeZone: string,
	clears = false,
): GenericValue | IDataObject | IDataObject[] | typeof OMIT {
	if ((field.type === 'boolean' ? isMissing : isNothing)(value))
		return clears ? emptied(field) : OMIT;
	try {
		refuseUnmeant(value);
		if (field.fields === undefined) return toScalar(field, value, timeZone);
	} catch (error) {
		throw fieldError(field, (error as Error).message);
	}
	const toWhole = field.type === 'list' ? toList : toObject;
	return toWhole(field, value, timeZone, clears);
}

/** What empties a field. Service document: nullable fields take null, a list can have no entry. */
const emptied = ({ nullable, type }: Field) =>
	nullable === true ? null : type === 'list' ? [] : OMIT;

/** A value of a field that is neither an object nor a list. @throws Error with a text for people if it does not fit the field */
function toScalar(field: Field, value: unknown, timeZone: string): GenericValue {
	switch (field.type) {
		case 'string':
			return toText(field, value);
		case 'number':
			return toNumber(field, value);
		case 'boolean':
			return toBoolean(value) ?? null;
		case 'enumeration':
			return toEnumerationValue(field, value);
		case 'uuid':
			return matching(value, UUID_ALONE, `an ID such as ${UUID_EXAMPLE}`).toLowerCase();
		case 'email':
			return toEmail(value);
		case 'date':
			return toCalendarDate(value, timeZone);
		default:
			throw new Error('this field cannot be written');
	}
}

/** A text, also from a number. */
function toText({ pattern }: Field, value: unknown): string {
	const isText = typeof value === 'string' || Number.isFinite(value);
	if (!isText) throw new Error(`"${quoted(value)}" is not a text`);
	// The service may remove blanks around a text, and the next comparison would find a difference.
	const text = String(value).trim();
	return pattern === undefined ? text : matching(text, pattern.regex, pattern.words);
}

function toNumber({ addressRole, most = Infinity, unit }: Field, value: unknown): number {
	// Coordinates have no thousands.
	const number = numberIn(value, addressRole === 'follows');
	if (number !== undefined && Math.abs(number) <= most) return number;
	if (number !== undefined)
		throw new Error(`"${quoted(value)}" is not between -${most} and ${most}.`);
	const problem = isAmbiguousNumber(value)
		? 'can be read in two ways. If you mean thousands, write it like 24500. If you mean decimals, write it like 24.5. If it comes from a database, use {{ Number($json.x) }} with its name for x'
		: `is not a number. Write it like 142.5, 142,5, 24500 or 24.500,00${unit === undefined ? ', without a unit' : `, without the unit (${unit})`}`;
	throw new Error(`"${quoted(value)}" ${problem}.`);
}

function toEnumerationValue(field: Field, value: unknown): string {
	const values = writableValues(field);
	const isOwn = field.valuesAreOpen === true && choiceIn(values, value) === undefined;
	return isOwn && typeof value === 'string' ? visible(value) : chosenFrom(values, value);
}

function matching(value: unknown, regex: RegExp, words: string): string {
	const text = visible(value);
	if (regex.test(text)) return text;
	throw new Error(`"${quoted(value)}" is not ${words}`);
}

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
	const filled = filledParts(field, value, timeZone);
	const parts = fieldsInside(field);
	const empty = parts.filter(({ name }) => name in (value as IDataObject) && !(name in filled));
	if (clears && empty.length === parts.length) return null;
	if (clears) for (const { name } of empty.filter(canBeBlank)) filled[name] = '';
	return hasNoKeys(filled) ? OMIT : filled;
}

/** The whole list, without the entries in which nothing was filled in. */
function toList(
	field: Field,
	value: unknown,
	timeZone: string,
	clears: boolean,
): IDataObject[] | typeof OMIT {
	if (!Array.isArray(value)) throw fieldError(field, 'expected a list');
	const entries: IDataObject[] = [];
	convertAll(value.entries(), ([index, entry]: [number, unknown]) => {
		const filled = filledParts(field, entry, timeZone, ` in entry ${index + 1}`);
		if (!hasNoKeys(filled)) entries.push(filled);
	});
	refuseRepeatedIds(field, entries);
	return entries.length > 0 || clears ? entries : OMIT;
}

/** The parts of an object or an entry that were filled in, each converted to its type. */
function filledParts(field: Field, value: unknown, timeZone: string, where = ''): IDataObject {
	if (!isObject(value)) throw fieldError(field, 'expected an object with its parts');
	refuseUnknownParts(field, value, where);
	const filled: IDataObject = {};
	convertAll(fieldsInside(field), (part) => {
		const converted = toFieldValue(part, value[part.name], timeZone);
		if (converted !== OMIT) filled[part.name] = converted;
	});
	return filled;
}

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

/** Otherwise an object without any known part would be left out silently, and a circuit would even be deleted. */
function refuseUnknownParts(field: Field, value: IDataObject, where: string): void {
	const given = Object.keys(value);
	const known = fieldsInside(field).map(({ name }) => name);
	if (given.length === 0 || given.some((name) => known.includes(name))) return;
	const problem = `the service knows none of the parts${where}: ${quotedList(given)}. It knows ${known.join(', ')}.`;
	throw fieldError(field, problem);
}

function refuseRepeatedIds(field: Field, entries: readonly IDataObject[]): void {
	const ids = entries.map(recordKeyOf).filter((id) => id !== undefined);
	const twice = ids.find((id, at) => ids.indexOf(id) !== at);
	if (twice !== undefined)
		throw fieldError(field, `the ID "${quoted(twice)}" appears twice. Give each entry its own.`);
}
