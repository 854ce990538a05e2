/** Longer than any name, address or search: compared as it is, so that no text keeps the process busy. */
const LONGEST = 10_000;
/** More accents on one letter than any writing has: to bring them in order takes time that grows with their square. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** One Unicode form (NFC): an "ü" typed as one character or as "u" with two dots is the same text. */
export const normalized = (text: string): string =>
	text.length > LONGEST || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

/**
 * A text as names are compared: in one Unicode form, without surrounding blanks.
 *
 * @returns an empty text for what is neither text, number nor boolean
 */
export const comparableName = (value: unknown): string => normalized(plain(value).trim());

/**
 * A text as people search for it and as email addresses are compared: in one Unicode form, in lower case, without
 * surrounding blanks and with single ones between words.
 *
 * @returns an empty text for what is neither text, number nor boolean
 */
export function comparableText(value: unknown): string {
	const text = comparableName(value);
	return text.length > LONGEST ? text : text.replace(/\s+/g, ' ').toLowerCase();
}

/** A word as a heading starts with it. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const plain = (value: unknown): string =>
	['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
