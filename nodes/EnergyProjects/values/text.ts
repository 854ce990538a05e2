import { UUID } from '../service/ids';

/** In characters: longer than any name, address or search. Longer texts are compared as they are, which is fast. */
const LONGEST_COMPARED = 10_000;
/** More accents on one letter than any language has. The time to sort them grows with the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** A text in one Unicode form (NFC): "ü" is the same text as one character and as "u" with two dots. */
export const normalized = (text: string): string =>
	text.length > LONGEST_COMPARED || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

/**
 * A text in the form in which names are compared: in one Unicode form and with plain apostrophes and quotation marks,
 * without surrounding blanks.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export const comparableName = (value: unknown): string =>
	withPlainMarks(normalized(plain(value).trim()));

/** Characters that nobody sees, such as a zero-width space or a soft hyphen; blanks and line breaks are not among them. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;

/** A text without the characters that nobody sees. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * A text in lower case and in one Unicode form, without what nobody sees, without surrounding blanks and with single
 * blanks between words.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export function smallText(value: unknown): string {
	const text = plain(value);
	if (text.length > LONGEST_COMPARED) return text.trim();
	const shown = PLAIN.test(text) ? text.trim() : normalized(visible(text).trim());
	return shown.replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Texts of plain characters: nothing in them is invisible or looks like another one, so they are compared as they are. Most
 * texts are, and a list has very many.
 */
const PLAIN = /^[ -_a-~]*$/;

/** Every character that looks like an apostrophe, and every quotation mark. */
const APOSTROPHES = /[`\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\u2035\uff07\uff40]/g;
const QUOTATION_MARKS =
	/[\u00ab\u00bb\u02ba\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f\uff02]/g;

/** A text in which every apostrophe is `'` and every quotation mark is `"`. */
export const withPlainMarks = (text: string): string =>
	PLAIN.test(text) ? text : text.replace(APOSTROPHES, "'").replace(QUOTATION_MARKS, '"');

/** Every character that looks like a hyphen, and an apostrophe in front, which spreadsheets put before a text. */
const HYPHENS = /[\p{Pd}\u2212]/gu;
const APOSTROPHE_IN_FRONT = /^' ?/;

/**
 * A text in the form in which values are matched and searched: two that look alike to a person are the same. "ß" is the
 * same as "ss", any hyphen the same as "-", and so are all apostrophes and all quotation marks.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export function comparableText(value: unknown): string {
	const text = withPlainMarks(smallText(value)).replace(APOSTROPHE_IN_FRONT, '');
	return PLAIN.test(text) ? text : text.replace(HYPHENS, '-').replace(/ß/g, 'ss');
}

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

const UUIDS = new RegExp(UUID, 'gi');
/** A longer word of the same characters is something else. */
const SEPARATE_UUID = new RegExp(`(?<![0-9a-z])${UUID}(?![0-9a-z])`, 'i');
/** A web address, also without its scheme, or the path of one. Two addresses in one text are none. */
const LINK =
	/^(?:[a-z][a-z\d+.-]*:\/\/|\/|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/|localhost[:/])(?!.*:\/\/)\S*$/i;

/**
 * The ID that a text names: the only one in it, or the last one in the path of a link. What follows `?` or `#` in a link
 * says how the page is shown, and not which record it is about.
 *
 * @returns undefined if there is none
 * @throws Error with a text for people if there are several
 */
export function idIn(text: string): string | undefined {
	const given = visible(text).trim();
	const isLink = given.length <= LONGEST_COMPARED && LINK.test(given);
	const [last = ''] = isLink
		? pathOf(given)
				.split('/')
				.filter((part) => part.match(UUIDS) !== null)
				.slice(-1)
		: [given];
	const ids = [...new Set(last.match(UUIDS)?.map((id) => id.toLowerCase()))];
	if (ids.length > 1)
		throw new Error(`"${quoted(text)}" contains several IDs (${quotedList(ids)}). Enter only one.`);
	return SEPARATE_UUID.exec(last)?.[0];
}

/** The path of a link, as the server reads it. */
function pathOf(link: string): string {
	const [path] = link.split(/[?#]/, 1);
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

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
