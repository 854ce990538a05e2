import { createHmac, timingSafeEqual } from 'crypto';

/** In characters. A longer header is refused unread; a genuine one has about a hundred. */
const LONGEST_HEADER = 4096;
const DIGITS_OF_MILLISECONDS = 12;

/** A signature header of the correct form. It may still be forged. */
export interface ParsedSignature {
	/** The timestamp exactly as sent: these characters are part of what was signed. */
	readonly timestampText: string;
	/** The moment the timestamp names, in milliseconds since 1970; undefined if it cannot be read. */
	readonly timestampMs?: number;
	/** Every signature of the documented scheme v1, as bytes. */
	readonly signatures: readonly Buffer[];
}

/** The documented header, as Node.js spells it. Service document, section Delivery. */
const DOCUMENTED = 'service-signature';
const OTHERWISE_NAMED = /-signature$/;
/** More than gateways add. Each costs a digest of the whole body, so a stranger must not be able to send many. */
const MOST_HEADERS = 3;

/** What the headers of a request say of its signature. */
export interface SignatureHeaders {
	/** Their names, for the log; empty if there is none. */
	readonly names: readonly string[];
	/** Those of the correct form, in the order in which they came. */
	readonly signatures: readonly ParsedSignature[];
	/** What is wrong if none has it. */
	readonly problem?: string;
}

/**
 * Finds the signatures of a request. "Service" in the name of the documented header probably stands for the name of the
 * product. So if that header is missing, any header whose name ends with "-signature" counts, if it has the documented
 * form: a gateway may add signatures of its own.
 *
 * @param headers with names in lower case
 */
export function signaturesIn(headers: Readonly<Record<string, unknown>>): SignatureHeaders {
	// If the documented header is there, no other counts, even if its signature is wrong.
	const isCounted = (name: string) =>
		DOCUMENTED in headers ? name === DOCUMENTED : OTHERWISE_NAMED.test(name);
	const read = Object.entries(headers).flatMap(([name, header]) =>
		isCounted(name) && typeof header === 'string' && header !== ''
			? [{ name, signature: parseSignature(header) }]
			: [],
	);
	const formed = read.filter(({ signature }) => typeof signature !== 'string');
	const tried = (formed.length > 0 ? formed : read).slice(0, MOST_HEADERS);
	return {
		names: tried.map(({ name }) => name),
		signatures: tried.flatMap(({ signature }) =>
			typeof signature === 'string' ? [] : [signature],
		),
		...(formed.length === 0 &&
			tried.length > 0 && { problem: `the header ${tried[0].name} ${String(tried[0].signature)}` }),
	};
}

/**
 * Reads the header `t=<timestamp>,v1=<hex>`. It must have exactly one timestamp, and at least one `v1` of 64 lower-case
 * hexadecimal digits. Spaces around parts, empty parts and unknown schemes are ignored. If the header was sent twice, it
 * arrives as one text with both, and so with two timestamps.
 * Service document, section Signature.
 *
 * @returns the parsed header, or what is wrong with it, in words that follow its name
 */
export function parseSignature(header: string): ParsedSignature | string {
	if (header.length > LONGEST_HEADER) {
		return `is longer than ${LONGEST_HEADER} characters`;
	}
	const timestamps: string[] = [];
	const signatures: Buffer[] = [];
	// A part without an equals sign has no scheme.
	for (const part of header.split(',').filter((text) => text.includes('='))) {
		const [scheme, value] = splitPart(part);
		if (scheme === 't') timestamps.push(value);
		if (scheme === 'v1' && /^[0-9a-f]{64}$/.test(value)) {
			signatures.push(Buffer.from(value, 'hex'));
		}
	}
	if (timestamps.length !== 1) {
		return `has ${timestamps.length === 0 ? 'no' : 'more than one'} timestamp`;
	}
	const [timestampText] = timestamps;
	if (signatures.length === 0) {
		return 'has no v1 signature of 64 lower-case hexadecimal digits';
	}
	return { timestampText, timestampMs: readTimestamp(timestampText), signatures };
}

/**
 * Whether one of the signatures was made with one of the secrets over these bytes. Compares every signature for every
 * secret, in constant time: the time it takes must not reveal how close a guess came.
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

/**
 * Reads digits as seconds, 12 or more digits as milliseconds, both also with a fraction, and anything else as an ISO 8601
 * date-time. The service's document does not say which form the timestamp has.
 */
function readTimestamp(text: string): number | undefined {
	const [, whole] = /^(\d{1,16})(?:\.\d{1,9})?$/.exec(text) ?? [];
	if (whole !== undefined) {
		return Math.round(Number(text) * (whole.length >= DIGITS_OF_MILLISECONDS ? 1 : 1000));
	}
	if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
		return undefined;
	}
	const instant = Date.parse(text);
	return Number.isNaN(instant) ? undefined : instant;
}
