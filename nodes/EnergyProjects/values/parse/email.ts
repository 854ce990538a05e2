import { quoted } from '../quoted';
import { shortText } from '../shortText';
import { comparableText } from '../text';

// It can match a text in only one way, so a text that does not match is refused in one pass.
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
/** Characters that nobody sees, such as a zero-width space or a soft hyphen; blanks and line breaks are not among them. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;
/** A link to an address, as it is copied from a web page, with what may follow the address. */
const LINK = /^mailto:([^?]*)(?:\?.*)?$/i;

/**
 * The email address in a value that a person typed or mapped. What cannot be meant is removed, since the service would
 * take it for a different address: invisible characters, surrounding blanks, and a leading "mailto:".
 *
 * @returns undefined if nothing is left
 * @throws Error with a text for people if it is not one email address alone
 */
export function toEmail(value: unknown): string | undefined {
	const given = shortText(value);
	const text = cleaned(given);
	if (text === '' && given !== '') return undefined;
	if (/[<>]/.test(text)) {
		throw new Error(
			`"${quoted(value)}" is more than an email address. Enter only the address, such as name@email.com, without a name or angle brackets.`,
		);
	}
	if (EMAIL.test(text)) return text;
	throw new Error(`"${quoted(value)}" is not an email address`);
}

/** An email address in the form in which it is compared: cleaned in the same way, and in lower case. */
export const comparableEmail = (value: unknown): string =>
	// A text that is too long for an address is compared as it is.
	comparableText(cleaned(shortText(value)) || value);

function cleaned(text: string): string {
	const visible = text.replace(INVISIBLE, '').trim();
	return (LINK.exec(visible)?.[1] ?? visible).trim();
}
