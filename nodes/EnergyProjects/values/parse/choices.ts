import { quoted } from '../quoted';

/** More choices than any parameter offers. */
const MOST_CHOICES = 1_000;
const LONGEST_TEXT = 20_000;

/**
 * The values of a parameter that takes several choices. An expression can also return a text with commas between the
 * values, or nothing.
 *
 * @throws Error with a text for people if the value is longer than all choices together
 */
export function choicesOf(value: unknown): string[] {
	const isLong = Array.isArray(value)
		? value.length > MOST_CHOICES
		: typeof value === 'string' && value.length > LONGEST_TEXT;
	if (isLong) throw new Error(`"${quoted(value)}" has more entries than there are choices`);
	const given: unknown[] = Array.isArray(value) ? value : textsIn(value);
	return given.map((entry) => quoted(entry).trim()).filter((text) => text !== '');
}

const textsIn = (value: unknown): unknown[] => {
	if (value === undefined || value === null) return [];
	return typeof value === 'string' ? value.split(',').map((text) => text.trim()) : [value];
};
