import { BODY, bytes, hmac, NOW, NOW_MS, PREVIOUS, projectEvent, SECRET } from '../fixtures.mts';
import type { Sent } from './verifiers.mts';

/** 200 starts an execution. */
type Answer = 200 | 400 | 401 | 503;
type Header = (t: string, hex: string) => Sent['header'];

/** One delivery, and what two verifiers say of it. */
interface SignatureCase {
	readonly case: string;
	readonly sent: Sent;
	/** What the trigger node answers. */
	readonly ours: Answer;
	/** Whether the stripe package accepts it. */
	readonly stripe: boolean;
}

interface Delivery {
	readonly t?: string;
	/** The timestamp that is signed, if it is not the one that is sent. */
	readonly signedTime?: string;
	readonly body?: Uint8Array;
	/** The body that is signed, if it is not the one that is sent. */
	readonly signedBody?: Uint8Array;
	readonly signedWith?: string;
	readonly secrets?: readonly string[];
	readonly maxAge?: number;
	readonly header?: Header;
}

/** A delivery that is genuine except for what is given. */
function delivery(given: Delivery = {}): Sent {
	const { t = String(NOW), body = BODY, signedWith = SECRET } = given;
	const hex = hmac(given.signedTime ?? t, given.signedBody ?? body, signedWith);
	return {
		header: given.header ? given.header(t, hex) : `t=${t},v1=${hex}`,
		body,
		secrets: given.secrets ?? [SECRET],
		maxAge: given.maxAge ?? 300,
	};
}

const other = 'ab'.repeat(32);
const withName = (name: string) => bytes(JSON.stringify({ ...projectEvent, name }));
const [withInvalidUtf8, withBom] = [withName('?'), bytes(`\uFEFF${JSON.stringify(projectEvent)}`)];
withInvalidUtf8[withInvalidUtf8.lastIndexOf('?'.charCodeAt(0))] = 0xff;

/** Taken by both. */
const taken: Readonly<Record<string, Delivery>> = {
	'valid signature over the raw bytes, within the tolerance': { t: String(NOW - 9), maxAge: 10 },
	'years old, with any age allowed': { t: '12345', maxAge: 0 },
	'far in the future, with any age allowed': { t: String(NOW * 2), maxAge: 0 },
	'secret that begins with whsec_, used as it is': {
		...{ signedWith: `whsec_${SECRET}`, secrets: [`whsec_${SECRET}`] },
	},
	'body with characters of several bytes': { body: withName('Wärmepumpe 北京 🔥') },
	'timestamp in milliseconds': { t: String(NOW_MS) },
};

/** Headers taken by both. */
const takenHeaders: Readonly<Record<string, Header>> = {
	'valid signature, then a v1 that is not one': (t, hex) => `t=${t},v1=${hex},v1=potato`,
	'several signatures and schemes, one of them valid': (t, hex) =>
		`t=${t},v1=${other},v2=${other},v1=${hex},v1=${other}`,
	'empty parts': (t, hex) => `,t=${t},,v1=${hex},`,
	'signature before the timestamp': (t, hex) => `v1=${hex},t=${t}`,
	'an unknown scheme beside the valid signature': (t, hex) => `t=${t},v1=${hex},v2=whatever`,
};

/** Refused by both: by the node with 401. */
const refused: Readonly<Record<string, Delivery>> = {
	'timestamp "hello", signed as sent': { t: 'hello' },
	'timestamp with a decimal point, signed as sent': { t: `${NOW}.5` },
	'negative timestamp, signed as sent': { t: `-${NOW}` },
	'letters after the timestamp, signed as sent': { t: `${NOW}abc` },
	'timestamp increased on the way': { t: String(NOW), signedTime: String(NOW - 900) },
	'signed with another secret': { signedWith: 'another-secret-0123456789' },
	'signed without the whsec_ of the configured secret': { secrets: [`whsec_${SECRET}`] },
	'one space added at the end of the body': {
		...{ signedBody: BODY, body: Buffer.concat([BODY, bytes(' ')]) },
	},
	'body parsed and written again on the way': {
		...{ signedBody: BODY, body: bytes(JSON.stringify(projectEvent, null, 1)) },
	},
};

/** Headers refused by both. */
const refusedHeaders: Readonly<Record<string, Header>> = {
	'a sentence as the header': () => "I'm not even a real signature header",
	'header missing': () => undefined,
	'header empty': () => '',
	'header as a list, with a valid signature': (t, hex) => [`t=${t},v1=${hex}`],
	'valid signature, but only under the scheme v0': (t, hex) => `t=${t},v0=${hex}`,
	'signature that is not hexadecimal': (t) => `t=${t},v1=bad_signature`,
	'signature of the correct form that matches no secret': (t) => `t=${t},v1=${other}`,
	'signature missing': (t) => `t=${t}`,
	'signature empty': (t) => `t=${t},v1=`,
	'only the first 8 characters of the signature': (t, hex) => `t=${t},v1=${hex.slice(0, 8)}`,
	'signature in upper case': (t, hex) => `t=${t},v1=${hex.toUpperCase()}`,
	'signature in Base64': (t, hex) => `t=${t},v1=${Buffer.from(hex, 'hex').toString('base64')}`,
	'signature one digit short': (t, hex) => `t=${t},v1=${hex.slice(0, -1)}`,
	'timestamp missing': (_, hex) => `v1=${hex}`,
};

/** Refused by both: by the node with 503, since the service may send it again in a better moment. */
const later: Readonly<Record<string, Delivery>> = {
	'too old by a second': { t: String(NOW - 301) },
	'too old for a tolerance of 10 s': { t: String(NOW - 15), maxAge: 10 },
	'no secret configured': { secrets: [] },
};

/** Those of which the stripe package says the opposite, by the reason for it. */
const differing: Readonly<Record<string, ReadonlyArray<readonly [string, Delivery, Answer]>>> = {
	'a pasted secret often has spaces around it': [
		['space after the configured secret', { secrets: [`${SECRET} `] }, 200],
	],
	'both secrets count while a webhook is being replaced; stripe knows one secret': [
		['signed with the previous secret', { signedWith: PREVIOUS, secrets: [SECRET, PREVIOUS] }, 200],
	],
	'spaces do not change the meaning of a list': [
		['spaces around the parts', { header: (t, hex) => ` t=${t} , v1=${hex} ` }, 200],
	],
	'the signature covers the bytes; stripe decodes them first, and loses some': [
		['body that begins with a byte-order mark', { body: withBom }, 200],
		['invalid UTF-8 in the body', { body: withInvalidUtf8 }, 200],
	],
	'it is genuine, but not an event: another attempt could never succeed': [
		['signed, but with a payload of stripe', { body: bytes('{"object": "event"}') }, 400],
		['signed, but not JSON', { body: bytes('} I am not valid JSON; 123][') }, 400],
		['signed, but empty', { body: bytes('') }, 400],
	],
	'a clock can be wrong in either direction; stripe has no limit for the future': [
		['too far in the future by a second', { t: String(NOW + 301) }, 503],
	],
	'with two timestamps nobody can tell which one was signed; stripe uses the last one': [
		['the same timestamp twice', { header: (t, hex) => `t=${t},t=${t},v1=${hex}` }, 401],
		['two timestamps', { header: (t, hex) => `t=${NOW - 5},t=${t},v1=${hex}` }, 401],
	],
	'the signature covers the whole timestamp; stripe reads the digits at its beginning': [
		['letters after it, only its digits signed', { t: `${NOW}abc`, signedTime: String(NOW) }, 401],
		[
			'"=1" after it, only the first digits signed',
			{ t: `${NOW}=1`, signedTime: String(NOW) },
			401,
		],
		['timestamp with a leading zero, signed as sent', { t: `0${NOW}` }, 200],
	],
	'the form of the timestamp is not documented; stripe reads seconds only': [
		['timestamp in milliseconds, too old by a second', { t: String(NOW_MS - 301_000) }, 503],
		['timestamp as ISO 8601', { t: new Date(NOW_MS).toISOString() }, 200],
	],
	'a genuine header has about 100 characters; the node reads none of more than 4096': [
		['64 KB', { header: (t, hex) => `t=${t},v1=${hex},v2=${'0'.repeat(65_536)}` }, 401],
	],
};

const agreed = (deliveries: Readonly<Record<string, Delivery>>, ours: Answer): SignatureCase[] =>
	Object.entries(deliveries).map(([name, given]) => ({
		...{ case: name, sent: delivery(given), ours, stripe: ours === 200 },
	}));
const withHeaders = (headers: Readonly<Record<string, Header>>) =>
	Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, { header }]));

/** Those that Stripe's and Standard Webhooks' libraries publish of their own tests, as far as they apply, and more. */
export const cases: readonly SignatureCase[] = [
	...agreed({ ...taken, ...withHeaders(takenHeaders) }, 200),
	...agreed({ ...refused, ...withHeaders(refusedHeaders) }, 401),
	...agreed(later, 503),
	...Object.entries(differing).flatMap(([why, rows]) =>
		rows.map(([name, given, ours]) => ({
			...{ case: `${name}: ${why}`, sent: delivery(given), ours, stripe: ours !== 200 },
		})),
	),
];
