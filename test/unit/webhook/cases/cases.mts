import { BODY, bytes, hmac, NOW, NOW_MS, PREVIOUS, projectEvent, SECRET } from '../fixtures.mts';
import type { Sent } from './verifiers.mts';

/** One delivery, and what three verifiers say of it. */
export interface SignatureCase {
	readonly case: string;
	readonly sent: Sent;
	/** What the trigger node answers; 200 starts an execution. */
	readonly ours: 200 | 400 | 401 | 503;
	/** Whether the stripe package accepts it. */
	readonly stripe: boolean;
	/** Whether n8n's own verifier accepts it. */
	readonly n8n: boolean;
	/** Why the node differs from one of the others; only if it does. */
	readonly why?: string;
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
	readonly header?: (t: string, hex: string) => Sent['header'];
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

/** What another verifier says, if it is not what the node says; and why the node differs. */
type Differing = { readonly why: string } & (
	| { readonly stripe: boolean; readonly n8n?: boolean }
	| { readonly n8n: boolean }
);

const row = (
	name: string,
	given: Delivery,
	ours: SignatureCase['ours'],
	differing?: Differing,
): SignatureCase => ({
	...{ case: name, sent: delivery(given), ours },
	...{ stripe: ours === 200, n8n: ours === 200 },
	...differing,
});

/** Reasons that several rows share. */
const why = {
	noEvent:
		'it is genuine, but not an event; the node answers 400 because another attempt could never succeed',
	allSignatures: 'the node tries every v1; n8n uses only the last one',
	maxAge: 'the limit is an option of the node; n8n has a fixed limit of 300 s',
	future: 'a clock can be wrong in either direction; stripe has no limit for the future',
	exactTime:
		'the signature covers all characters of the timestamp; stripe reads only the digits at the beginning',
	oneTime: 'with two timestamps nobody can tell which one was signed; the others use the last one',
} as const;

const other = 'ab'.repeat(32);
const withName = (name: string) => bytes(JSON.stringify({ ...projectEvent, name }));
const [withInvalidUtf8, withBom] = [withName('?'), bytes(`\uFEFF${JSON.stringify(projectEvent)}`)];
withInvalidUtf8[withInvalidUtf8.lastIndexOf('?'.charCodeAt(0))] = 0xff;

/**
 * First the published cases that apply, of stripe-node's test/Webhook.spec.ts and of Standard Webhooks' libraries, then
 * those that are in neither list.
 */
export const cases: readonly SignatureCase[] = [
	row(
		'valid signature over the raw bytes, within the tolerance',
		{ t: String(NOW - 9), maxAge: 10 },
		200,
	),
	row('a sentence as the header', { header: () => "I'm not even a real signature header" }, 401),
	row('header missing', { header: () => undefined }, 401),
	row('header empty', { header: () => '' }, 401),
	row(
		'header as a list, with a valid signature',
		{ header: (t, hex) => [`t=${t},v1=${hex}`] },
		401,
	),
	row(
		'valid signature, but only under the scheme v0',
		{ header: (t, hex) => `t=${t},v0=${hex}` },
		401,
	),
	row('signature that is not hexadecimal', { header: (t) => `t=${t},v1=bad_signature` }, 401),
	row(
		'signature of the correct form that matches no secret',
		{ header: (t) => `t=${t},v1=${other}` },
		401,
	),
	row('signature missing', { header: (t) => `t=${t}` }, 401),
	row('signature empty', { header: (t) => `t=${t},v1=` }, 401),
	row(
		'only the first 8 characters of the signature',
		{ header: (t, hex) => `t=${t},v1=${hex.slice(0, 8)}` },
		401,
	),
	row('timestamp missing', { header: (_, hex) => `v1=${hex}` }, 401),
	row('timestamp "hello", signed as sent', { t: 'hello' }, 401),
	row('timestamp with a decimal point, signed as sent', { t: `${NOW}.5` }, 401, {
		n8n: true,
		why: 'only whole seconds, milliseconds and ISO 8601 are timestamps; n8n reads the digits it begins with',
	}),
	row('negative timestamp, signed as sent', { t: `-${NOW}` }, 401),
	row('too old by a second', { t: String(NOW - 301) }, 503),
	row('too old for a tolerance of 10 s', { t: String(NOW - 15), maxAge: 10 }, 503, {
		n8n: true,
		why: why.maxAge,
	}),
	row('too far in the future by a second', { t: String(NOW + 301) }, 503, {
		stripe: true,
		why: why.future,
	}),
	row('years old, with any age allowed', { t: '12345', maxAge: 0 }, 200, {
		n8n: false,
		why: why.maxAge,
	}),
	row('far in the future, with any age allowed', { t: String(NOW * 2), maxAge: 0 }, 200, {
		n8n: false,
		why: why.maxAge,
	}),
	row(
		'valid signature, then a v1 that is not a signature',
		{ header: (t, hex) => `t=${t},v1=${hex},v1=potato` },
		200,
		{ n8n: false, why: why.allSignatures },
	),
	row(
		'several signatures and schemes, one of them valid',
		{
			header: (t, hex) => `t=${t},v1=${other},v2=${other},v1=${hex},v1=${other}`,
		},
		200,
		{ n8n: false, why: why.allSignatures },
	),
	row('signed with another secret', { signedWith: 'another-secret-0123456789' }, 401),
	row('no secret configured', { secrets: [] }, 503, {
		n8n: true,
		why: 'without a secret the node cannot verify anything, so it accepts nothing; n8n accepts everything',
	}),
	row('space after the configured secret', { secrets: [`${SECRET} `] }, 200, {
		stripe: false,
		n8n: false,
		why: 'a pasted secret often has spaces around it, so the node removes them',
	}),
	row(
		'secret that begins with whsec_, used as it is',
		{ signedWith: `whsec_${SECRET}`, secrets: [`whsec_${SECRET}`] },
		200,
	),
	row(
		'signed without the whsec_ at the beginning of the configured secret',
		{ secrets: [`whsec_${SECRET}`] },
		401,
	),
	row(
		'signed, but with a payload of stripe',
		{ body: bytes('{\n  "id": "evt_test_webhook",\n  "object": "event"\n}') },
		400,
		{ stripe: true, n8n: true, why: why.noEvent },
	),
	row('signed, but not JSON', { body: bytes('} I am not valid JSON; 123][') }, 400, {
		stripe: true,
		n8n: true,
		why: why.noEvent,
	}),
	row('signed, but empty', { body: bytes('') }, 400, { stripe: true, n8n: true, why: why.noEvent }),
	row('body with characters of several bytes', { body: withName('Wärmepumpe 北京 🔥') }, 200),
	row('body that begins with a byte-order mark', { body: withBom }, 200, {
		stripe: false,
		why: 'the signature covers the bytes; stripe decodes them first and loses the mark',
	}),
	row('invalid UTF-8 in the body', { body: withInvalidUtf8 }, 200, {
		stripe: false,
		n8n: false,
		why: 'the signature covers the bytes; the others decode them first and lose the invalid ones',
	}),
	row(
		'one space added at the end of the body',
		{ signedBody: BODY, body: Buffer.concat([BODY, bytes(' ')]) },
		401,
	),
	row(
		'body parsed and written again on the way',
		{ signedBody: BODY, body: bytes(JSON.stringify(projectEvent, null, 1)) },
		401,
	),
	row('timestamp increased on the way', { t: String(NOW), signedTime: String(NOW - 900) }, 401),
	row(
		'signed with the previous secret while both are configured',
		{ signedWith: PREVIOUS, secrets: [SECRET, PREVIOUS] },
		200,
		{
			stripe: false,
			n8n: false,
			why: 'both secrets count while a webhook is being replaced; the others know one secret',
		},
	),
	row('spaces around the parts', { header: (t, hex) => ` t=${t} , v1=${hex} ` }, 200, {
		stripe: false,
		why: 'spaces do not change the meaning of a list',
	}),
	row('empty parts', { header: (t, hex) => `,t=${t},,v1=${hex},` }, 200),
	row('signature before the timestamp', { header: (t, hex) => `v1=${hex},t=${t}` }, 200),
	row(
		'an unknown scheme beside the valid signature',
		{ header: (t, hex) => `t=${t},v1=${hex},v2=whatever` },
		200,
	),
	row('signature in upper case', { header: (t, hex) => `t=${t},v1=${hex.toUpperCase()}` }, 401),
	row(
		'signature in Base64',
		{
			header: (t, hex) => `t=${t},v1=${Buffer.from(hex, 'hex').toString('base64')}`,
		},
		401,
	),
	row('signature one digit short', { header: (t, hex) => `t=${t},v1=${hex.slice(0, -1)}` }, 401),
	row('the same timestamp twice', { header: (t, hex) => `t=${t},t=${t},v1=${hex}` }, 401, {
		stripe: true,
		n8n: true,
		why: why.oneTime,
	}),
	row(
		'two timestamps, the last of them signed',
		{ header: (t, hex) => `t=${NOW - 5},t=${t},v1=${hex}` },
		401,
		{ stripe: true, n8n: true, why: why.oneTime },
	),
	row(
		'letters after the timestamp, only its digits signed',
		{ t: `${NOW}abc`, signedTime: String(NOW) },
		401,
		{ stripe: true, why: why.exactTime },
	),
	row('letters after the timestamp, signed as sent', { t: `${NOW}abc` }, 401, {
		n8n: true,
		why: 'only whole seconds, milliseconds and ISO 8601 are timestamps; n8n reads the digits at the beginning',
	}),
	row(
		'a second equals sign in the timestamp, only the first digits signed',
		{ t: `${NOW}=1`, signedTime: String(NOW) },
		401,
		{ stripe: true, why: why.exactTime },
	),
	row('timestamp with a leading zero, signed as sent', { t: `0${NOW}` }, 200, {
		stripe: false,
		why: why.exactTime,
	}),
	row('timestamp in milliseconds', { t: String(NOW_MS) }, 200),
	row('timestamp in milliseconds, too old by a second', { t: String(NOW_MS - 301_000) }, 503, {
		stripe: true,
		why: 'the form of the timestamp is not documented; stripe reads milliseconds as seconds, far in the future',
	}),
	row('timestamp as ISO 8601', { t: new Date(NOW_MS).toISOString() }, 200, {
		stripe: false,
		n8n: false,
		why: 'the form of the timestamp is not documented; the others read only numbers',
	}),
	row(
		'valid signature in a header of more than 64 KB',
		{ header: (t, hex) => `t=${t},v1=${hex},v2=${'0'.repeat(65_536)}` },
		401,
		{
			stripe: true,
			n8n: true,
			why: 'a genuine header has about 100 characters; the node reads none of more than 4096',
		},
	),
];
