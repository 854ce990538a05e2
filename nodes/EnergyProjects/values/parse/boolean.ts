import { isMissing } from '../objects';
import { shortText } from '../shortText';
import { quoted } from '../quoted';

/**
 * On or off, out of whatever an expression or a mapped field holds: true, false, these words as text in any letter
 * case, 1 and 0. The one conversion for all switches.
 *
 * @returns undefined where it is empty
 * @throws Error with a text for people for anything else
 */
export function toBoolean(value: unknown): boolean | undefined {
	if (isMissing(value)) return undefined;
	const given = typeof value === 'string' ? shortText(value).toLowerCase() : value;
	if (given === true || given === 'true' || given === 1) return true;
	if (given === false || given === 'false' || given === 0) return false;
	throw new Error(`"${quoted(value)}" is neither true nor false`);
}

/** The same where nothing may fail for it: what is neither on nor off is as it is preset. */
export function booleanOr(value: unknown, preset: boolean): boolean {
	try {
		return toBoolean(value) ?? preset;
	} catch {
		return preset;
	}
}
