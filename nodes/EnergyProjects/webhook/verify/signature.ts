import { createHmac, timingSafeEqual } from 'crypto';

/** Longest header that is read at all; a genuine one has about a hundred characters. */
const LONGEST_HEADER = 4096;
const DIGITS_OF_MILLISECONDS = 12;

/** A signature header whose form is right; whether it is genuine is not known yet. */
export interface ParsedSignature {
	/** The timestamp exactly as sent: these characters are part of what was signed. */
	readonly timestampText: string;
	/** The moment the timestamp names, in milliseconds since 1970. */
	readonly timestampMs: number;
	/** Every signature of the documented scheme, as bytes. */
	readonly signatures: readonly Buffer[];
}

/**
 * Reads the header `t=<timestamp>,v1=<hex>`. Blanks around parts do no harm, empty parts and unknown schemes are
 * ignored. Exactly one timestamp is needed, and at least one `v1` of 64 lower-case hexadecimal digits.
 * Service document, section Signature.
 *
 * @returns the parsed header, or in words what is wrong with it
 */
export function parseSignature(header: unknown): ParsedSignature | string {
	if (header === undefined || header === '') return 'the header Service-Signature is missing';
	if (typeof header !== 'string') return 'the header Service-Signature was sent twice';
	if (header.length > LONGEST_HEADER) {
		return `the header Service-Signature is longer than ${LONGEST_HEADER} characters`;
	}
	const timestamps: string[] = [];
	const signatures: Buffer[] = [];
	// Without an equals sign a part names no scheme.
	for (const part of header.split(',').filter((text) => text.includes('='))) {
		const [scheme, value] = splitPart(part);
		if (scheme === 't') timestamps.push(value);
		if (scheme === 'v1' && /^[0-9a-f]{64}$/.test(value)) {
			signatures.push(Buffer.from(value, 'hex'));
		}
	}
	if (timestamps.length !== 1) {
		return `the header Service-Signature has ${timestamps.length === 0 ? 'no' : 'more than one'} timestamp`;
	}
	const [timestampText] = timestamps;
	const timestampMs = readTimestamp(timestampText);
	if (timestampMs === undefined) {
		return 'the timestamp in the header Service-Signature is not readable';
	}
	if (signatures.length === 0) {
		return 'the header Service-Signature has no v1 signature of 64 lower-case hexadecimal digits';
	}
	return { timestampText, timestampMs, signatures };
}

/**
 * Whether one of the signatures was made with one of the secrets over these bytes. Every signature is compared with
 * every secret in constant time, so that the time taken tells nothing about which one matched.
 *
 * @param body the raw body, exactly as received
 * @param secrets the current and perhaps the previous secret (UTF-8)
 */
export function isGenuine(
	{ timestampText, signatures }: ParsedSignature,
	body: Uint8Array,
	secrets: readonly string[],
): boolean {
	let matches = 0;
	for (const secret of secrets) {
		const expected = createHmac('sha256', secret).update(`${timestampText}.`).update(body).digest();
		for (const signature of signatures) {
			matches += timingSafeEqual(expected, signature) ? 1 : 0;
		}
	}
	return matches > 0;
}

function splitPart(part: string): [scheme: string, value: string] {
	const equals = part.indexOf('=');
	return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
}

/** Digits are seconds or, from 12 of them on, milliseconds; else an ISO 8601 date-time. Its form is not documented. */
function readTimestamp(text: string): number | undefined {
	if (/^\d{1,16}$/.test(text)) {
		return text.length >= DIGITS_OF_MILLISECONDS ? Number(text) : Number(text) * 1000;
	}
	if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
		return undefined;
	}
	const instant = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
	return Number.isNaN(instant) ? undefined : instant;
}
