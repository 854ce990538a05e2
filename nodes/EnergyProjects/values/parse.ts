import { isMissing } from './objects';
import { folded, quoted, typedText, visible } from './text';

const YES: readonly unknown[] = [true, 'true', 1, '1', 'yes', 'ja', 'wahr'];
const NO: readonly unknown[] = [false, 'false', 0, '0', 'no', 'nein', 'falsch'];

/**
 * The boolean in what an expression or a mapped field holds: true, false, 1, 0, and these as text in upper or lower case,
 * also in words. All booleans are converted here.
 *
 * @returns undefined if the value is empty
 * @throws Error with a text for people if it is anything else
 */
export function toBoolean(value: unknown): boolean | undefined {
	if (isMissing(value)) return undefined;
	const given = typeof value === 'string' ? typedText(value) : value;
	if (YES.includes(given)) return true;
	if (NO.includes(given)) return false;
	throw new Error(
		`"${quoted(value)}" is neither true nor false. Use true, yes, ja, wahr or 1, or false, no, nein, falsch or 0.`,
	);
}

/** The same for values over which nothing may fail: if a value is not a boolean, the default counts. */
export function booleanOr(value: unknown, defaultValue: boolean): boolean {
	try {
		return toBoolean(value) ?? defaultValue;
	} catch {
		return defaultValue;
	}
}

/** One choice of a parameter: its value, and its name on the screen. */
export interface Choice<Value extends string = string> {
	readonly value: Value;
	readonly name: string;
}

/**
 * The choice that a text means: its value, or the name that people see on the screen; letter case does not count.
 *
 * @returns undefined if there is no such choice
 */
export function choiceIn<Value extends string>(
	choices: ReadonlyArray<Choice<Value>>,
	given: unknown,
): Value | undefined {
	const text = folded(given);
	return choices.find(({ value, name }) => [value, name].map(folded).includes(text))?.value;
}

/** The same. @throws Error with a text for people that names all choices if there is no such one */
export function chosenFrom<Value extends string>(
	choices: ReadonlyArray<Choice<Value>>,
	given: unknown,
): Value {
	const choice = choiceIn(choices, given);
	if (choice !== undefined) return choice;
	const allowed = choices.map(({ name }) => name).join(', ');
	throw new Error(`"${quoted(given)}" is not one of its values: ${allowed}`);
}

/**
 * The values of a parameter that takes several choices. An expression can also return a text with commas between the
 * values, or nothing.
 */
export function choicesOf(value: unknown): string[] {
	const given: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	return given.filter((entry) => !isMissing(entry)).map((entry) => visible(quoted(entry)));
}

/** In characters. No address is longer, and the time to compose its letters grows with the square of their number. */
const LONGEST_EMAIL = 320;
/** A stretch of an address without a dot, and without the marks that stand around an address or between two of them. */
const PART = '[^\\s@.,;:<>()[\\]{}"„“”«»‹›|]+';
/** Parts with one dot between them, one @, a domain with a dot, and no apostrophe in front. */
const EMAIL = new RegExp(`^(?!['\`´‘’])${PART}(?:\\.${PART})*@${PART}(?:\\.${PART})+$`);

/**
 * The email address in a value that a person typed or mapped, without what nobody sees in it. Whether there is such an
 * address, the service decides.
 *
 * @throws Error with a text for people if it is not one address alone
 */
export function toEmail(value: unknown): string {
	const text = visible(value);
	if (text.length <= LONGEST_EMAIL && EMAIL.test(text)) return text;
	throw new Error(
		`"${quoted(value)}" is not an email address. Enter one address alone, such as name@email.com.`,
	);
}

/**
 * An email address in the form in which it is compared: letter case does not count. What looks alike in other texts can be
 * another address.
 */
export function comparableEmail(value: unknown): string {
	const text = visible(value);
	return (text.length > LONGEST_EMAIL ? text : text.normalize('NFC')).toLowerCase();
}
