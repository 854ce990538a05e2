/** In characters: longer than any name, address or search. Longer texts are compared as they are, which is fast. */
const LONGEST = 10_000;
/** More accents on one letter than any language has. The time to sort them grows with the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** A text in one Unicode form (NFC): "ü" is the same text as one character and as "u" with two dots. */
export const normalized = (text: string): string =>
	text.length > LONGEST || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

/**
 * A text in the form in which names are compared: in one Unicode form, without surrounding blanks.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export const comparableName = (value: unknown): string => normalized(plain(value).trim());

/**
 * A text in the form in which it is searched, and in which email addresses are compared: in one Unicode form and in
 * lower case, without surrounding blanks and with single blanks between words.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export function comparableText(value: unknown): string {
	const text = comparableName(value);
	return text.length > LONGEST ? text : text.replace(/\s+/g, ' ').toLowerCase();
}

/** A word with a capital first letter, for the beginning of a heading. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const plain = (value: unknown): string =>
	['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
