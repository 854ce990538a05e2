const LONGEST_NAME = 40;
const LONGEST_TEXT = 30;

/** The form of a text without what it says: 9 for digits, a for letters. */
export function masked(text: string): string {
	const form = [...text.slice(0, LONGEST_TEXT)]
		.map((one) => (/\p{L}/u.test(one) ? 'a' : /\p{N}/u.test(one) ? '9' : plain(one)))
		.join('');
	return text.length > LONGEST_TEXT ? `${form}…` : form;
}

/** A service can use anything as the name of a field, such as an email address or a text of several lines. */
export const shownName = (name: string): string =>
	name.length <= LONGEST_NAME && /^[\p{L}_$*][\p{L}\p{N}_$*-]*$/u.test(name) ? name : masked(name);

/** A text as a part of one line: nothing in it can end the line or control the terminal. */
export const onOneLine = (text: string): string => [...text].map(plain).join('');

const plain = (one: string): string => (/[\p{C}\p{Zl}\p{Zp}]/u.test(one) ? '?' : one);
