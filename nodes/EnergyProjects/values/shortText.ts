/** In characters: longer than any number, date, email address or ID. */
const LONGEST = 400;

/**
 * A value that can only be a short text, without surrounding blanks. Values come from strangers, so no regular
 * expression ever has to search a longer one.
 *
 * @returns an empty text if the value is too long, or not a text
 */
export function shortText(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	return text.length <= LONGEST ? text : '';
}
