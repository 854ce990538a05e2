/** Longer than any number, date, email address or ID. */
const LONGEST = 400;

/**
 * A value that can only be a short text, without surrounding blanks. Values come from strangers: whatever is longer
 * is never searched by an expression.
 *
 * @returns an empty text for anything else
 */
export function shortText(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	return text.length <= LONGEST ? text : '';
}
