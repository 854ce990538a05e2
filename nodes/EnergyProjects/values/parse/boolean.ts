import { isMissing } from '../objects';
import { shortText } from '../shortText';
import { quoted } from '../quoted';

/**
 * The boolean in what an expression or a mapped field holds: true, false, these words as text in upper or lower case,
 * 1 and 0. All booleans are converted here.
 *
 * @returns undefined if the value is empty
 * @throws Error with a text for people if it is anything else
 */
export function toBoolean(value: unknown): boolean | undefined {
	if (isMissing(value)) return undefined;
	const given = typeof value === 'string' ? shortText(value).toLowerCase() : value;
	if (given === true || given === 'true' || given === 1) return true;
	if (given === false || given === 'false' || given === 0) return false;
	throw new Error(`"${quoted(value)}" is neither true nor false`);
}

/** The same for values over which nothing may fail: if a value is not a boolean, the default counts. */
export function booleanOr(value: unknown, defaultValue: boolean): boolean {
	try {
		return toBoolean(value) ?? defaultValue;
	} catch {
		return defaultValue;
	}
}
