import type { Field } from '../../service/field';
import { isObject } from '../../values/objects';

const MOST_LEVELS = 10;

/**
 * A value as text, so that equal values give the same text: keys come in the order of the service's document, and an
 * empty text, an empty list and an address without content count as null.
 *
 * @returns an empty text if there is no value
 */
export function canonicalText(field: Field, value: unknown): string {
	if (value === undefined || value === null || value === '') return '';
	if (Array.isArray(value)) {
		const entries = value.map((entry) =>
			isObject(entry) ? canonicalParts(field, entry) : bounded(entry, MOST_LEVELS),
		);
		// The service may send the entries in any order. If the order matters, one of their parts holds it.
		const texts = entries.map((entry) => JSON.stringify(entry));
		return texts.sort().join();
	}
	if (isObject(value)) {
		const parts = canonicalParts(field, value);
		return parts.every((part) => part === '') ? '' : JSON.stringify(parts);
	}
	if (field.type === 'date' && typeof value === 'string') return value.slice(0, 10);
	return String(value);
}

/** The same list without what is nested too deeply to be written as text: no field of the service is. */
const bounded = (value: unknown, levels: number): unknown => {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return '…';
	return Object.values(value).map((part: unknown) => bounded(part, levels - 1));
};

const canonicalParts = ({ fields = [] }: Field, value: object): string[] =>
	fields.map((part) => canonicalText(part, (value as Record<string, unknown>)[part.name]));
