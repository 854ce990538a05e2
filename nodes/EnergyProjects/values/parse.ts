import type { IDataObject } from 'n8n-workflow';
import { isMissing, isObject } from './objects';
import { comparableText, quoted, shortText, smallText, visible } from './text';

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
	const given = typeof value === 'string' ? shortText(value).toLowerCase() : value;
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
	const text = comparableText(given);
	const isMeant = (...names: string[]) => names.some((name) => comparableText(name) === text);
	return choices.find(({ value, name }) => isMeant(value, name))?.value;
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
 * The object in a parameter for JSON: in a text, or as an expression returned it. It comes out as it will be sent, a time
 * as its text.
 *
 * @returns an empty object if the value is empty
 * @throws Error with a text for people if it is anything else, or has a number that JSON cannot hold
 */
export function toJsonObject(value: unknown): IDataObject {
	if (isMissing(value)) return {};
	const given = parsed(value);
	const lost = isObject(given) ? lostNumber(value) : undefined;
	if (lost !== undefined)
		throw new Error(
			`the number ${quoted(lost)} cannot be sent as it is: JSON would make something else of it. Write it as a text, in quotation marks.`,
		);
	if (isObject(given)) return given;
	throw new Error(
		`"${quoted(value)}" is not a JSON object. Write the names and values in braces, such as {"hasFireplace": true}.`,
	);
}

function parsed(value: unknown): unknown {
	try {
		return JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
	} catch {
		return undefined;
	}
}

/** The first number that becomes another one, or null, when the value is sent: whole numbers do from 2^53 on. */
function lostNumber(value: unknown): unknown {
	const isLost = (number: unknown) => !(Math.abs(Number(number)) < 2 ** 53);
	if (typeof value === 'string') {
		// Not every Node.js that n8n runs on shows a reviver how a number is written.
		const withoutTexts = value.replace(/\\./g, '').replace(/"[^"]*"/g, '');
		return withoutTexts.match(/-?\d[\d.e+-]*/gi)?.find(isLost);
	}
	const lost: number[] = [];
	JSON.stringify(value, (_, entry: unknown) => {
		if (typeof entry === 'number' && isLost(entry)) lost.push(entry);
		return entry;
	});
	return lost[0];
}

/**
 * The values of a parameter that takes several choices. An expression can also return a text with commas between the
 * values, or nothing.
 */
export function choicesOf(value: unknown): string[] {
	const given: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	return given.filter((entry) => !isMissing(entry)).map((entry) => quoted(entry).trim());
}

// No part of a pattern can match what the next part can: so none is slow, whatever the text.
/** A name and a domain of several parts; no part is empty, and the name does not begin with an apostrophe. */
const EMAIL = /^(?!['’])[^\s@.]+(?:\.[^\s@.]+)*@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;
/** What stands around an address or between two of them, and in none of them. */
const AROUND = /[<>()[\]{}"“”„‟«»‹›`,:;|\\]/;
/** A link to an address, as it is copied from a web page; what may follow the address is not a part of it. */
const LINK = /^mailto:([^?]*)/i;

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
	if (AROUND.test(text) || /\s/.test(text)) {
		throw new Error(
			`"${quoted(value)}" is not just one email address. Enter one address alone, such as name@email.com, without a name, quotes, brackets or separators.`,
		);
	}
	if (EMAIL.test(text)) return text;
	throw new Error(`"${quoted(value)}" is not an email address`);
}

/**
 * An email address in the form in which it is compared: cleaned in the same way, and in lower case. What looks alike in
 * other texts can be another address.
 */
export const comparableEmail = (value: unknown): string =>
	// A text that is too long for an address is compared as it is.
	smallText(cleaned(shortText(value)) || value);

function cleaned(text: string): string {
	const shown = visible(text).trim();
	return (LINK.exec(shown)?.[1] ?? shown).trim();
}
