import { fieldsInside } from '../service/field';
import type { Field } from '../service/field';
import { isObject } from './objects';
import { comparableEmail } from './parse';
import { asSeen, folded } from './text';

/**
 * A value that the service holds, as a text: two values of a field say the same exactly if their texts are the same. Different
 * spellings have one text: a number as text, a day as a moment, what `asSeen` leaves out. So have circuits in another order or
 * with other IDs, since a service may give new ones with each write.
 *
 * @returns an empty text for no value, also for an object without content, and for what a new record starts with
 */
export function canonicalText(field: Field, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) {
		const entries = value.map((entry) => canonicalText(field, entry));
		return entries.length === 0 ? '' : JSON.stringify(entries.sort());
	}
	if (isObject(value)) {
		const parts = fieldsInside(field).filter(({ name }) => name !== 'id');
		const texts = parts.map((part) => canonicalText(part, value[part.name]));
		return texts.every((text) => text === '') ? '' : JSON.stringify(texts);
	}
	const text = canonicalScalar(field, value);
	return field.startsAs === false && text === 'false' ? '' : text;
}

function canonicalScalar({ type, pattern }: Field, value: unknown): string {
	if (type === 'email') return comparableEmail(value);
	const text = type === 'string' && pattern === undefined ? asSeen(value) : folded(value);
	if (type === 'date') return text.slice(0, 'YYYY-MM-DD'.length);
	const number = type === 'number' && text !== '' ? Number(text) : NaN;
	return Number.isNaN(number) ? text : String(number);
}
