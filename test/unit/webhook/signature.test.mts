import fc from 'fast-check';
import { describe, expect, it, afterAll, beforeAll, vi } from 'vitest';
import { parseSignature } from '../../../nodes/EnergyProjects/webhook/signature.ts';
import {
	accepts,
	BODY,
	headerOf,
	hmac,
	NOW,
	PREVIOUS,
	SECRET,
	bytes,
	NOW_MS,
	projectEvent,
} from './fixtures.mts';
import { size } from '../../sizes.mts';
import { says } from '../../documents.mts';
import type { IWebhookFunctions } from 'n8n-workflow';
import Stripe from 'stripe';
import { handleDelivery } from '../../../nodes/EnergyProjects/webhook/delivery.ts';

const RUNS = { numRuns: size(3_000, 3_000, 100) };

const flipped = (body: Uint8Array, bit: number) =>
	body.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

describe('signature', () => {
	it('fails when any single bit of the header is flipped', () => {
		const header = Buffer.from(headerOf(NOW));
		const accepted = Array.from({ length: header.length * 8 }, (_, bit) =>
			Buffer.from(flipped(header, bit)).toString('latin1'),
		).filter((altered) => accepts(altered, BODY, SECRET));
		expect(accepted).toEqual([]);
	});

	/** A text with something put in the place of a part of it; often nothing is different. */
	const altered = <T extends string | Uint8Array>(original: T, parts: fc.Arbitrary<T>) =>
		fc
			.record({ at: fc.nat(original.length), removed: fc.nat(70), put: parts })
			.map(({ at, removed, put }) => [original.slice(0, at), put, original.slice(at + removed)]);
	const HEADER = headerOf(NOW);
	const pieces = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 4 }),
		fc.constantFrom(
			',',
			`t=${NOW + 1},`,
			'v1=',
			`v1=${'0'.repeat(64)},`,
			HEADER,
			HEADER.slice(-64),
		),
	);
	const strings = altered(HEADER, pieces).map((parts) => parts.join(''));
	const bodies = altered(BODY, fc.uint8Array({ maxLength: 4 })).map((parts) =>
		Uint8Array.from(Buffer.concat(parts as Uint8Array[])),
	);

	it('never holds for an altered delivery, and the check never fails', () => {
		says('docs/triggers.md', '**No forged event** starts a workflow');
		fc.assert(
			fc.property(strings, fc.option(bodies), fc.boolean(), (header, other, isHeader) => {
				const [received, body] = [isHeader ? header : HEADER, other ?? BODY];
				// The same bytes, with the same time and signature among the parts: it says what was signed.
				const parts = received.split(',').map((part) => part.replace(/\s+/g, ''));
				const saysTheSame =
					Buffer.compare(body, BODY) === 0 &&
					HEADER.split(',').every((part) => parts.includes(part));
				if (!saysTheSame) expect(accepts(received, body, SECRET)).toBe(false);
			}),
			RUNS,
		);
	});
});

describe('the header', () => {
	const HEX = hmac(String(NOW), BODY, SECRET);
	const WRONG = '0'.repeat(64);

	it.each([
		['parts without an equals sign', `hello,t1,t=${NOW},v1=${HEX},v1`],
		['as many signatures as fit', `t=${NOW},${`v1=${WRONG},`.repeat(58)}v1=${HEX}`],
		['4096 characters', `t=${NOW},v1=${HEX},`.padEnd(4096, 'x')],
	])('may have %s', (_, header) => {
		expect(accepts(header, BODY, SECRET)).toBe(true);
	});

	it.each([
		[`t=${NOW},v1=${HEX},`.padEnd(4097, 'x'), 'longer than 4096 characters'],
		[`${headerOf(NOW)}, ${headerOf(NOW)}`, 'more than one timestamp'],
		[`t=${NOW},v1=${WRONG.slice(1)}A`, 'has no v1 signature'],
	])('%j is refused, with the reason: %s', (header, reason) => {
		expect(parseSignature(header)).toMatch(new RegExp(reason));
	});
});

describe('the timestamp', () => {
	it.each([
		['seconds', '1772366400', '2026-03-01T12:00:00Z'],
		['eleven digits, still seconds', '17723664000', '2531-08-23T00:00:00Z'],
		['seconds with a fraction', '1772366400.123', '2026-03-01T12:00:00.123Z'],
		['milliseconds with a fraction', '1772366400123.5', '2026-03-01T12:00:00.124Z'],
		['twelve digits, milliseconds', '177236640000', '1975-08-14T08:24:00Z'],
		['ISO 8601 with nanoseconds', '2026-03-01T12:00:00.123456789Z', '2026-03-01T12:00:00.123Z'],
		['ISO 8601 with an offset without colon', '2026-03-01T06:30:00-0530', '2026-03-01T12:00:00Z'],
		['ISO 8601 without seconds', '2026-03-01T12:00Z', '2026-03-01T12:00:00Z'],
	])('is understood as %s: %s', (_, text, moment) => {
		says(
			'docs/maintainers/assumptions.md',
			'is in seconds or, from 12 digits on, milliseconds, or ISO 8601',
		);
		expect(parseSignature(headerOf(text))).toMatchObject({ timestampMs: Date.parse(moment) });
		expect(accepts(headerOf(text), BODY, SECRET)).toBe(true);
	});

	it.each([
		...['123abc', '-1772366400', '+1772366400', '1772366400.', '1e9', '0x69a42e80'],
		...['17723 66400', '1772366400=1', '١٧٧٢٣٦٦٤٠٠', '17723664000000000', 'NaN', '2026-03-01'],
		...['2026-03-01T12:00:00', '2026-13-01T12:00:00Z', '2026-03-01T12:00:00Z (UTC)'],
		'+002026-03-01T12:00:00Z',
	])('is not understood in the form %s, but the signature over it is checked', (text) => {
		expect(parseSignature(headerOf(text))).toMatchObject({ timestampMs: undefined });
		expect(accepts(headerOf(text), BODY, SECRET)).toBe(true);
		expect(accepts(headerOf(text), BODY, PREVIOUS)).toBe(false);
	});
});

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
	const parameters = { options: { maxAge }, events: ['project.edited'] } as Record<string, unknown>;
	const node = { id: `case ${++nodes}`, name: 'Trigger', parameters };
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getHeaderData: () => ({ 'service-signature': header }),
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getCredentials: async () => ({ signingSecret: secrets[0], previousSigningSecret: secrets[1] }),
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

type Header = (t: string, hex: string) => Sent['header'];

interface Delivery extends Partial<Omit<Sent, 'header'>> {
	readonly t?: string;
	/** The timestamp and the body that are signed, if they are not those that are sent. */
	readonly signedTime?: string;
	readonly signedBody?: Uint8Array;
	readonly signedWith?: string;
	readonly header?: Header;
}

/** A delivery that is genuine except for what is given. */
function delivery({ signedTime, signedBody, signedWith = SECRET, ...given }: Delivery): Sent {
	const { t = String(NOW), body = BODY, header = (time, hex) => `t=${time},v1=${hex}` } = given;
	const hex = hmac(signedTime ?? t, signedBody ?? body, signedWith);
	return { body, secrets: [SECRET], maxAge: 300, ...given, header: header(t, hex) };
}

const other = 'ab'.repeat(32);
const withName = (name: string) => bytes(JSON.stringify({ ...projectEvent, name }));
const [withInvalidUtf8, withBom] = [withName('?'), bytes(`\uFEFF${JSON.stringify(projectEvent)}`)];
withInvalidUtf8[withInvalidUtf8.lastIndexOf('?'.charCodeAt(0))] = 0xff;

/** What the node answers (200 starts an execution), and whether the stripe package accepts. */
type Said = readonly [ours: 200 | 400 | 401 | 503, stripe: boolean];
/** 503: the service may send it again in a better moment. */
const [taken, refused, later] = [[200, true] as Said, [401, false] as Said, [503, false] as Said];
const ofHeader = (header: Header): Delivery => ({ header });

/** Those that Stripe's and Standard Webhooks' libraries publish of their own tests, as far as they apply, and more. */
const cases: ReadonlyArray<readonly [name: string, sent: Delivery, said: Said]> = [
	['as old as the tolerance allows', { t: String(NOW - 9), maxAge: 10 }, taken],
	['older than usual, within the tolerance', { t: String(NOW - 999), maxAge: 1_000 }, taken],
	['years old, with any age allowed', { t: '12345', maxAge: 0 }, taken],
	[
		'secret that begins with whsec_, used as it is',
		{ signedWith: `whsec_${SECRET}`, secrets: [`whsec_${SECRET}`] },
		taken,
	],
	['body with characters of several bytes', { body: withName('Wärmepumpe 北京 🔥') }, taken],
	['timestamp in milliseconds', { t: String(NOW_MS) }, taken],
	[
		'several signatures and schemes, one of them valid',
		ofHeader((t, hex) => `t=${t},v1=${other},v1=potato,v2=${other},v1=${hex},v1=${other}`),
		taken,
	],
	['empty parts', ofHeader((t, hex) => `,t=${t},,v1=${hex},`), taken],
	['signature before the timestamp', ofHeader((t, hex) => `v1=${hex},t=${t}`), taken],
	['timestamp increased on the way', { signedTime: String(NOW - 900) }, refused],
	['signed with another secret', { signedWith: 'another-secret-0123456789' }, refused],
	['signed without the whsec_ of the secret', { secrets: [`whsec_${SECRET}`] }, refused],
	['a space more', { signedBody: BODY, body: Buffer.concat([BODY, bytes(' ')]) }, refused],
	[
		'body parsed and written again on the way',
		{ signedBody: BODY, body: bytes(JSON.stringify(projectEvent, null, 1)) },
		refused,
	],
	['a sentence as the header', ofHeader(() => "I'm not even a real signature header"), refused],
	['header missing', ofHeader(() => undefined), refused],
	['a signature, but only under the scheme v0', ofHeader((t, hex) => `t=${t},v0=${hex}`), refused],
	['signature that is not hexadecimal', ofHeader((t) => `t=${t},v1=bad_signature`), refused],
	['signature that matches no secret', ofHeader((t) => `t=${t},v1=${other}`), refused],
	['signature empty', ofHeader((t) => `t=${t},v1=`), refused],
	['first 8 characters alone', ofHeader((t, hex) => `t=${t},v1=${hex.slice(0, 8)}`), refused],
	['upper case', ofHeader((t, hex) => `t=${t},v1=${hex.toUpperCase()}`), refused],
	['too old by a second', { t: String(NOW - 301) }, later],
	['no secret configured', { secrets: [] }, later],
	['timestamp "hello", signed as sent', { t: 'hello' }, later],

	// A pasted secret often has spaces around it.
	['space after the configured secret', { secrets: [`${SECRET} `] }, [200, false]],
	// Stripe knows one secret.
	['the previous secret', { signedWith: PREVIOUS, secrets: [SECRET, PREVIOUS] }, [200, false]],
	['spaces around the parts', ofHeader((t, hex) => ` t=${t} , v1=${hex} `), [200, false]],
	// The signature covers the bytes. Stripe decodes them first, and loses some.
	['body that begins with a byte-order mark', { body: withBom }, [200, false]],
	['invalid UTF-8 in the body', { body: withInvalidUtf8 }, [200, false]],
	// Genuine, but no event: another attempt could never succeed.
	['signed, but with a payload of stripe', { body: bytes('{"object": "event"}') }, [400, true]],
	['signed, but not JSON', { body: bytes('} I am not valid JSON; 123][') }, [400, true]],
	['signed, but empty', { body: bytes('') }, [400, true]],
	// A clock can be wrong in either direction. Stripe has no limit for the future.
	['too far in the future by a second', { t: String(NOW + 301) }, [503, true]],
	// Nobody can tell which one was signed. Stripe uses the last one.
	['a timestamp twice', ofHeader((t, hex) => `t=${t},t=${t},v1=${hex}`), [401, true]],
	// The signature covers the whole timestamp. Stripe reads the digits at its beginning.
	['"=1" after it, not signed', { t: `${NOW}=1`, signedTime: String(NOW) }, [401, true]],
	['timestamp with a leading zero, signed as sent', { t: `0${NOW}` }, [200, false]],
	['timestamp as ISO 8601', { t: new Date(NOW_MS).toISOString() }, [200, false]],
];

describe('signature cases', () => {
	// The node compares the timestamp with the time of the machine.
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	it.each(cases)('%s', async (_, given, [ours, stripeSays]) => {
		const sent = delivery(given);
		expect(await oursAnswers(sent)).toBe(ours);
		expect(stripeAccepts(sent, NOW_MS)).toBe(stripeSays);
	});
});

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
});
