import { typedText } from './text';

// No part of a pattern can match what the next part can: so none is slow, whatever the text.
const DECIMAL = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** Thousands in groups, as in 28.450,00 and in 1,234.5. */
const GERMAN = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/;
const ENGLISH = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
/** The same with a blank or an apostrophe between them, as in 28 450,00 and in 28'450.00. */
const SPACED = /^[+-]?[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?:[.,]\d*)?$/;

/** Whether a text can be read in two ways: 10.471 and 10,471 are ten and a bit, or ten thousand. */
export const isAmbiguousNumber = (value: unknown): boolean =>
	/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typedText(value));

/**
 * The number in a value, without a unit, as it is written in Germany, Austria, Switzerland or England.
 *
 * @param isWithoutThousands whether it is never written with thousands, so that 10.471 can only be ten and a bit
 * @returns undefined if it is not a number, or if it can be read in two ways
 */
export function numberIn(value: unknown, isWithoutThousands = false): number | undefined {
	const text = typedText(value);
	const isUnclear = !isWithoutThousands && isAmbiguousNumber(text);
	const number = text === '' ? value : isUnclear ? NaN : numberFrom(text, isWithoutThousands);
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function numberFrom(text: string, isWithoutThousands: boolean): number {
	if (DECIMAL.test(text)) return Number(text.replace(',', '.'));
	if (isWithoutThousands) return NaN;
	if (SPACED.test(text)) return Number(text.replace(/[ ']/g, '').replace(',', '.'));
	if (GERMAN.test(text)) return Number(text.replace(/\./g, '').replace(',', '.'));
	return ENGLISH.test(text) ? Number(text.replace(/,/g, '')) : NaN;
}
