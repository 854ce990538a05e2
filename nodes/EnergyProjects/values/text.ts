import { UUID } from '../service/ids';

/** In characters: longer than any name, address or search. Of a longer text nothing is folded, since that would take too long. */
export const LONGEST_COMPARED = 10_000;
/**
 * Words with one blank between them, of letters of western Europe and of signs that do not look like others: they are seen as
 * they are. Most texts are so, and a list has very many.
 */
const PLAIN = /^(?![' ])[!-_a-~\u00c0-\u00ff]*(?: [!-_a-~\u00c0-\u00ff]+)*$/;
const isPlain = (text: string) => text.length <= LONGEST_COMPARED && PLAIN.test(text);

/** Characters that nobody sees, such as a zero-width space or a soft hyphen; blanks and line breaks are not among them. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;

/**
 * What a person sees of a text: without blanks around it, and without invisible characters, which contacts apps and PDFs put
 * into texts. A number is its text.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export function visible(value: unknown): string {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
	const text = String(value);
	return isPlain(text) ? text : text.replace(INVISIBLE, '').trim();
}

/** More accents on one letter than any language has. The time to sort them grows with the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Every character that looks like an apostrophe, every quotation mark, and every character that looks like a hyphen. */
const APOSTROPHES = /[`\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\u2035\uff07\uff40]/g;
const QUOTATION_MARKS =
	/[\u00ab\u00bb\u02ba\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f\uff02]/g;
const HYPHENS = /[\p{Pd}\u2212]/gu;
/** What has a plain form of the same meaning: letters such as those joined in PDFs, digits, and wide or narrow signs. */
const LETTERS_AND_DIGITS = /[\p{L}\p{M}\p{Nd}\uff00-\uffef]+/gu;

/**
 * A text as a person sees it: two texts that look the same have the same form. What does not count: composed or decomposed,
 * wide or narrow letters, the form of hyphens, apostrophes and quotation marks, how wide blanks are, what nobody sees, and an
 * apostrophe in front, which spreadsheets put there.
 *
 * @returns an empty text if the value is not a text, a number or a boolean
 */
export function asSeen(value: unknown): string {
	const text = visible(value);
	if (isPlain(text) || text.length > LONGEST_COMPARED || TOO_MANY_MARKS.test(text)) return text;
	return withPlainCharacters(text).replace(/\s+/g, ' ').replace(/^' ?/, '');
}

/** A text with plain marks and letters. */
export const withPlainCharacters = (text: string): string =>
	text
		// First: some signs are others in this form, such as the Greek varia, which is a grave accent.
		.normalize('NFC')
		.replace(APOSTROPHES, "'")
		.replace(QUOTATION_MARKS, '"')
		.replace(HYPHENS, '-')
		.replace(LETTERS_AND_DIGITS, (part) => part.normalize('NFKC'))
		.trim();

/**
 * The one form in which texts are matched, searched and chosen: as they are seen, but letter case (also of the Turkish İ and
 * ı) and ß or ss do not count. What is stored is compared as it is seen: "anna" for "Anna" is a correction, which people want
 * sent. Email addresses have a form of their own, see comparableEmail.
 */
export function folded(value: unknown): string {
	const text = asSeen(value);
	if (text.length > LONGEST_COMPARED) return text;
	return text.toLowerCase().replace(/i\u0307|ı|ß/g, (letter) => (letter === 'ß' ? 'ss' : 'i'));
}

/** In characters: longer than any number or date. */
const LONGEST_SHORT = 400;

/**
 * What a person typed for a number, a date or a switch: folded. Values come from strangers, so no pattern searches a longer one.
 *
 * @returns an empty text if the value is too long, or not a text
 */
export const typedText = (value: unknown): string =>
	typeof value === 'string' && value.length <= LONGEST_SHORT ? folded(value) : '';

const hasExpression = (text: string): boolean => {
	const begin = text.indexOf('{{');
	return begin !== -1 && text.includes('}}', begin);
};

/** What `ü`, `–` and `€` become if UTF-8 is read as Latin1 or Windows-1252. In names, `Ã` and `Â` stand before other letters. */
const READ_AS_LATIN1 = /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[\u0080\u0082€‚]/;

/** What a program writes in place of a value that it could not convert, and, as the whole text, of one that it did not find. */
const IN_PLACE_OF_VALUE = /\[object Object\]|Invalid Date/;
const ALONE_IN_PLACE_OF_VALUE = /^(?:(?:undefined|NaN)[ ,]*)+$/;
/** What spreadsheets show in a cell that they cannot calculate or that is too narrow, in English and German; folded. */
const ERROR_OF_SPREADSHEET =
	/^(?:#+|#n\/a|#nv|#(?:ref|bezug|wert|value|div\/0|null|num|zahl|error|spill|überlauf|calc)!|#name\?|loading\.\.\.)$/;

/** Texts that nobody means, with what is said of them. */
const UNMEANT: ReadonlyArray<[is: (text: string) => boolean, words: string]> = [
	[
		hasExpression,
		'is an expression that n8n did not evaluate. Write it under Expression; in JSON, put = in front of it.',
	],
	[
		(text) => text.includes('\ufffd'),
		`has lost letters: � stands for them, because a file was read in the wrong encoding. In n8n's "Extract from File", choose Latin1 as Encoding, or save the file as "CSV UTF-8" in Excel.`,
	],
	[
		(text) => READ_AS_LATIN1.test(text),
		`was read in the wrong encoding. In n8n's "Extract from File", choose UTF8 as Encoding.`,
	],
	[
		(text) =>
			IN_PLACE_OF_VALUE.test(text) ||
			(text.length <= LONGEST_SHORT && ALONE_IN_PLACE_OF_VALUE.test(asSeen(text))) ||
			ERROR_OF_SPREADSHEET.test(typedText(text)),
		'is what a program writes if it has no value. Correct the expression or the cell that it comes from, or leave it empty.',
	],
];

/** @throws Error with a text for people if a value is a text that shows that something went wrong before: nobody means it */
export function refuseUnmeant(value: unknown): void {
	if (typeof value !== 'string') return;
	const [, words] = UNMEANT.find(([is]) => is(value)) ?? [];
	if (words !== undefined) throw new Error(`"${quoted(value)}" ${words}`);
}

/**
 * A test of folded texts for what is searched: each of its words, in any order. Commas between words do not count.
 *
 * @returns undefined if it has no word
 */
export function hasWordsOf(searched: unknown): ((text: string) => boolean) | undefined {
	const text = folded(searched);
	const words = text.length > LONGEST_COMPARED ? [text] : (text.match(/[^\s,]+/g) ?? []);
	return words.length === 0 ? undefined : (own) => words.every((word) => own.includes(word));
}

// With a fixed language the order does not depend on the machine. English has no special rules, unlike others.
const collator = new Intl.Collator('en', { numeric: true });

/** Orders two texts as in a phone book: "ä" next to "a", and the number 9 before 10. */
export const compareTexts = (a: string, b: string): number =>
	collator.compare(a.slice(0, LONGEST_SHORT), b.slice(0, LONGEST_SHORT));

const UUIDS = new RegExp(UUID, 'gi');
/** A longer word of the same characters is something else. */
const SEPARATE_UUID = new RegExp(`(?<![0-9a-z])${UUID}(?![0-9a-z])`, 'i');
/** A web address, also without its scheme, or the path of one. Two addresses in one text are none. */
const LINK =
	/^(?:[a-z][a-z\d+.-]*:\/\/|\/|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/|localhost[:/])(?!.*:\/\/)\S*$/i;

/**
 * The ID that a text names: the only one in it, or the last one in the path of a link. What else follows `?` or `#` in a link
 * says how the page is shown, and not which record it is about. It is in lower case, as the service has it: SQL Server writes
 * IDs in capitals, and a service that compares letters would find nothing.
 *
 * @returns undefined if there is none. A Human ID can look like the beginning of a link, such as "WP.HH/17"
 * @throws Error with a text for people if there are several, or if it is a link and its path has none
 */
export function idIn(text: string): string | undefined {
	const given = visible(text);
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
	if (isLink && ids.length === 0 && (given.includes('://') || given.match(UUIDS) !== null))
		throw new Error(
			`"${quoted(text)}" is a link without an ID in its path. Copy the address of the record's own page, or enter its ID.`,
		);
	return SEPARATE_UUID.exec(last)?.[0].toLowerCase();
}

/** The path of a link, as the server reads it, and the one after `#/` or `#!/`, as many applications in a browser have it. */
function pathOf(link: string): string {
	const [, own = '', inFragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#!?(\/[^?#]*))?/.exec(link) ?? [];
	const path = own + inFragment;
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
