/** Each character holds 6 bits. JSON escapes none of them, and none is a marker in an entry. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** In characters: 24 bits, so that one change in 16 million goes unnoticed. */
const FINGERPRINT_LENGTH = 4;

/**
 * A short text that differs if the value differs, so that the state need not hold the value itself. Not a cryptographic
 * digest: that would take seconds for the fields of 50,000 records.
 */
export function fingerprint(text: string): string {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		a = Math.imul(a ^ code, 2654435761);
		b = Math.imul(b ^ code, 1597334677);
	}
	a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
	b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
	return inBase64((a ^ (b >>> 3)) & 0xffffff, FINGERPRINT_LENGTH);
}

/** A whole number of 0 or more in the given number of characters, the most significant first. */
export function inBase64(number: number, length: number): string {
	let text = '';
	let rest = number;
	while (text.length < length) {
		text = ALPHABET[rest % 64] + text;
		rest = Math.floor(rest / 64);
	}
	return text;
}

/** The number that `inBase64` has written; 0 for an empty text. */
export const numberInBase64 = (text: string): number =>
	[...text].reduce((number, character) => number * 64 + ALPHABET.indexOf(character), 0);
