import type { IWebhookFunctions } from 'n8n-workflow';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handleDelivery } from '../../../nodes/EnergyProjects/webhook/delivery.ts';
import { size } from '../../sizes.mts';
import {
	accepts,
	BODY,
	bytes,
	hmac,
	NOW,
	NOW_MS,
	PREVIOUS,
	projectEvent,
	SECRET,
} from './fixtures.mts';

/** The stripe package's own verifier. */
const stripe = Stripe.webhooks.signature ?? expect.fail('this version of stripe verifies nothing');

/** One delivery, and the settings of the receiver. */
interface Sent {
	readonly header: string | readonly string[] | undefined;
	readonly body: Uint8Array;
	/** The current secret, then perhaps the previous one. */
	readonly secrets: readonly string[];
	/** Seconds; 0 is off. */
	readonly maxAge: number;
}

let nodes = 0;

/** The status our trigger answers with; 200 only if an execution starts. Each call asks a node of its own. */
async function oursAnswers({ header, body, secrets, maxAge }: Sent): Promise<number> {
	let status = 200;
	const response = {
		status: (code: number) => {
			status = code;
			return response;
		},
		json: () => response,
	};
	const parameters: Record<string, unknown> = {
		options: { maxAge },
		events: ['project.edited'],
	};
	const node = { id: `case ${++nodes}`, name: 'Trigger', parameters };
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getHeaderData: () => ({ 'service-signature': header }),
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getCredentials: async () => ({
			signingSecret: secrets[0],
			previousSigningSecret: secrets[1],
		}),
		getMode: () => 'webhook',
		getResponseObject: () => response,
		getWorkflow: () => ({ id: 'cases' }),
		getNode: () => node,
		logger: { warn: () => undefined },
	};
	// What the node throws after it has answered is an alarm.
	const answer = await handleDelivery(context as unknown as IWebhookFunctions).catch(() => ({}));
	if ('workflowData' in answer !== (status === 200)) {
		throw new Error('the delivery was neither refused nor handed to the workflow');
	}
	return status;
}

/** Whether the stripe package accepts; it knows one secret only. */
function stripeAccepts({ header, body, secrets, maxAge }: Sent, nowMs: number): boolean {
	const [secret = ''] = secrets;
	try {
		return stripe.verifyHeader(body, header as string, secret, maxAge, undefined, nowMs);
	} catch {
		return false;
	}
}

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
	'older than usual, within the tolerance': { t: String(NOW - 999), maxAge: 1_000 },
	'years old, with any age allowed': { t: '12345', maxAge: 0 },
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
};

/** Refused by both: by the node with 401. */
const refused: Readonly<Record<string, Delivery>> = {
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
	'valid signature, but only under the scheme v0': (t, hex) => `t=${t},v0=${hex}`,
	'signature that is not hexadecimal': (t) => `t=${t},v1=bad_signature`,
	'signature of the correct form that matches no secret': (t) => `t=${t},v1=${other}`,
	'signature empty': (t) => `t=${t},v1=`,
	'only the first 8 characters of the signature': (t, hex) => `t=${t},v1=${hex.slice(0, 8)}`,
	'signature in upper case': (t, hex) => `t=${t},v1=${hex.toUpperCase()}`,
};

/** Refused by both: by the node with 503, since the service may send it again in a better moment. */
const later: Readonly<Record<string, Delivery>> = {
	'too old by a second': { t: String(NOW - 301) },
	'no secret configured': { secrets: [] },
	'timestamp "hello", signed as sent': { t: 'hello' },
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
	],
	'the signature covers the whole timestamp; stripe reads the digits at its beginning': [
		[
			'"=1" after it, only the first digits signed',
			{ t: `${NOW}=1`, signedTime: String(NOW) },
			401,
		],
		['timestamp with a leading zero, signed as sent', { t: `0${NOW}` }, 200],
	],
	'the form of the timestamp is not documented; stripe reads seconds only': [
		['timestamp as ISO 8601', { t: new Date(NOW_MS).toISOString() }, 200],
	],
};

const agreed = (deliveries: Readonly<Record<string, Delivery>>, ours: Answer): SignatureCase[] =>
	Object.entries(deliveries).map(([name, given]) => ({
		...{ case: name, sent: delivery(given), ours, stripe: ours === 200 },
	}));
const withHeaders = (headers: Readonly<Record<string, Header>>) =>
	Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, { header }]));

/** Those that Stripe's and Standard Webhooks' libraries publish of their own tests, as far as they apply, and more. */
const cases: readonly SignatureCase[] = [
	...agreed({ ...taken, ...withHeaders(takenHeaders) }, 200),
	...agreed({ ...refused, ...withHeaders(refusedHeaders) }, 401),
	...agreed(later, 503),
	...Object.entries(differing).flatMap(([why, rows]) =>
		rows.map(([name, given, ours]) => ({
			...{ case: `${name}: ${why}`, sent: delivery(given), ours, stripe: ours !== 200 },
		})),
	),
];

describe('signature cases', () => {
	// The node compares the timestamp with the time of the machine.
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	it.each(cases)('$case: the node answers $ours, stripe accepts: $stripe', async (row) => {
		expect(await oursAnswers(row.sent)).toBe(row.ours);
		expect(stripeAccepts(row.sent, NOW_MS)).toBe(row.stripe);
	});
});

const RUNS = { numRuns: size(3_000, 3_000, 100) };
const texts = fc.string({ unit: 'binary', maxLength: 300 });
const anySecret = fc
	.string({ unit: 'binary', minLength: 1, maxLength: 80 })
	.filter((secret) => secret.trim() !== '');
const seconds = fc.integer({ min: 1, max: 99_999_999_999 });

describe('signature and the stripe package', () => {
	it('accepts whatever stripe signs, over any text with any secret', () => {
		fc.assert(
			fc.property(texts, anySecret, seconds, (payload, secret, timestamp) => {
				const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
				expect(accepts(header, bytes(payload), secret)).toBe(true);
			}),
			RUNS,
		);
	});

	it('agrees with stripe that a signature with another secret, body or time is wrong', () => {
		fc.assert(
			fc.property(
				texts.filter((text) => text !== ''),
				anySecret,
				seconds,
				fc.constantFrom('secret', 'body', 'time'),
				(payload, secret, timestamp, what) => {
					const header = Stripe.webhooks.generateTestHeaderString({
						payload: what === 'body' ? `${payload} ` : payload,
						secret: what === 'secret' ? `${secret}.` : secret,
						timestamp,
					});
					const received = what === 'time' ? header.replace('t=', 't=1') : header;
					const byStripe = () => stripe.verifyHeader(bytes(payload), received, secret, 0);
					expect(byStripe).toThrow('No signatures found matching');
					expect(accepts(received, bytes(payload), secret)).toBe(false);
				},
			),
			RUNS,
		);
	});
});
