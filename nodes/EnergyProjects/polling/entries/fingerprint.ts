/** 6 bits a character; none of them is escaped in JSON, and none has a meaning in an entry. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Characters of a fingerprint: 24 bits, so that one change in 16 million goes unseen. */
const FINGERPRINT_LENGTH = 4;

/**
 * Tells whether a value is another one than before, and nothing else of it: the state of a poll holds no values. Not a
 * cryptographic digest, which would take seconds for the fields of 50,000 records.
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

/** A whole number from 0 in so many characters, the highest first. */
export function inBase64(number: number, length: number): string {
	let text = '';
	let rest = number;
	for (let place = 0; place < length; place++) {
		text = ALPHABET[rest % 64] + text;
		rest = Math.floor(rest / 64);
	}
	return text;
}
