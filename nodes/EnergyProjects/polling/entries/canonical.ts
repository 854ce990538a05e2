import type { Field } from '../../service/field';
import { isObject } from '../../values/objects';

/**
 * A value in a form in which the same value is always the same text: keys in the order of the service's document, an
 * empty text or list and an address without content like null.
 *
 * @returns an empty text where there is no value
 */
export function canonicalText(field: Field, value: unknown): string {
	if (value === undefined || value === null || value === '') return '';
	if (Array.isArray(value)) {
		if (value.length === 0) return '';
		const entries = value.map((entry) => (isObject(entry) ? canonicalParts(field, entry) : entry));
		// A service may hand them over in any order; where it counts, it is one of the parts.
		return entries
			.map((entry) => JSON.stringify(entry))
			.sort()
			.join();
	}
	if (isObject(value)) {
		const parts = canonicalParts(field, value);
		return parts.every((part) => part === '') ? '' : JSON.stringify(parts);
	}
	if (field.type === 'date' && typeof value === 'string') return value.slice(0, 10);
	return String(value);
}

const canonicalParts = ({ fields = [] }: Field, value: object): string[] =>
	fields.map((part) => canonicalText(part, (value as Record<string, unknown>)[part.name]));
