/** In characters: longer than any name, address or search. Longer texts are compared as they are, which is fast. */
const LONGEST_COMPARED = 10_000;
/** More accents on one letter than any language has. The time to sort them grows with the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** A text in one Unicode form (NFC): "ü" is the same text as one character and as "u" with two dots. */
export const normalized = (text: string): string =>
	text.length > LONGEST_COMPARED || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

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
	return text.length > LONGEST_COMPARED ? text : text.replace(/\s+/g, ' ').toLowerCase();
}

/** A word with a capital first letter, for the beginning of a heading. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const plain = (value: unknown): string =>
	['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';

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

// With a fixed language the order does not depend on the machine. English has no special rules, unlike others.
const collator = new Intl.Collator('en', { numeric: true });

/** Orders two texts as in a phone book: "ä" next to "a", and the number 9 before 10. */
export const compareTexts = (a: string, b: string): number =>
	collator.compare(a.slice(0, LONGEST), b.slice(0, LONGEST));

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Matches a text that is one UUID and nothing else. */
export const UUID_ALONE = new RegExp(`^${UUID}$`, 'i');

/** The last UUID in a text, such as a link; undefined if there is none. */
export const lastUuidIn = (text: string): string | undefined =>
	text.match(new RegExp(UUID, 'gi'))?.pop();

/** An example of an ID, for messages and placeholders. */
export const UUID_EXAMPLE = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

/** In characters: as much of a value as an error shows. */
const LONGEST_SHOWN = 60;
const MOST_NAMES = 10;

/** The beginning of a value, for an error: enough to recognise it. */
export function quoted(value: unknown): string {
	const text = typeof value === 'object' ? writtenOut(value) : String(value);
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text;
}

/** The first few of a list of names, for an error, and how many more there are. */
export function quotedList(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	const first = names.slice(0, MOST_NAMES).map(quoted).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}

function writtenOut(value: object | null): string {
	try {
		return JSON.stringify(value);
	} catch {
		return 'an object';
	}
}
