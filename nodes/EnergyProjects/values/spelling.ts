// What people write in several ways although they mean the same: these texts are compared in a form of their own.
import { folded, LONGEST_COMPARED } from './text';

/** `D-04109`, `DE 04109` and `4109` are 04109. Letters inside a code are part of it, as in `SW1A 1AA`. */
const postalCode = (text: string): string =>
	text
		.replace(/[ -]/g, '')
		.replace(/^[a-z]{1,3}(?=\d{3,}$)/, '')
		.replace(/^0+(?=\d)/, '');

/** `Lindenstr. 5 a` is Lindenstraße 5a. */
const street = (text: string): string =>
	text
		.replace(/str(?:\. ?|(?= |$))/g, 'strasse ')
		.replace(/(\d) (?=[a-z](?![\p{L}\d]))/gu, '$1')
		.replace(/ +/g, ' ')
		.trim();

/** `Co KG`, `Co. KG` and `Co.KG` are the same, and so are `&` and "und". */
const company = (text: string): string =>
	text.replace(/ (?:und|and|\+) /g, '&').replace(/[^\p{L}\p{M}\p{N}&]/gu, '');

const forms = new Map([
	['postalCode', postalCode],
	['addressLine1', street],
	['companyName', company],
]);

/**
 * The value of a field or part of an address, in the form in which a match and a move compare it: a spelling alone makes
 * nobody another person, and no place another one.
 *
 * @param name of the field or part
 */
export function withoutSpelling(name: string, value: unknown): string {
	const text = folded(value);
	return text.length > LONGEST_COMPARED ? text : (forms.get(name)?.(text) ?? text);
}
