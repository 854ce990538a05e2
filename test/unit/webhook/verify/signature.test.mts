import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
	isGenuine,
	parseSignature,
} from '../../../../nodes/EnergyProjects/webhook/verify/signature.ts';
import { BODY, bytes, headerOf, hmac, NOW, PREVIOUS, SECRET } from '../fixtures.mts';
import { stripeSignature } from '../cases/verifiers.mts';

const RUNS = { numRuns: 3000 };

/** Whether the header is in order and one of its signatures is made with one of the secrets. */
function accepts(header: unknown, body: Uint8Array, ...secrets: string[]): boolean {
	const signature = parseSignature(header);
	return typeof signature !== 'string' && isGenuine(signature, body, secrets);
}

const texts = fc.string({ unit: 'binary', maxLength: 300 });
const anySecret = fc
	.string({ unit: 'binary', minLength: 1, maxLength: 80 })
	.filter((secret) => secret.trim() !== '');
const seconds = fc.integer({ min: 1, max: 99_999_999_999 });

const flipped = (body: Uint8Array, bit: number) =>
	body.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

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

	it('agrees with stripe on documented signatures, over any text that stripe can read', () => {
		// Stripe refuses an empty body, and loses a byte-order mark.
		const readable = texts.filter((text) => text !== '' && !text.startsWith('\uFEFF'));
		fc.assert(
			fc.property(readable, anySecret, seconds, (text, secret, timestamp) => {
				const body = bytes(text);
				const header = headerOf(timestamp, body, secret);
				expect(stripeSignature().verifyHeader(body, header, secret, 0)).toBe(true);
				expect(accepts(header, body, secret)).toBe(true);
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
					const byStripe = () =>
						stripeSignature().verifyHeader(bytes(payload), received, secret, 0);
					expect(byStripe).toThrow('No signatures found matching');
					expect(accepts(received, bytes(payload), secret)).toBe(false);
				},
			),
			RUNS,
		);
	});
});

describe('signature', () => {
	it.each([
		[
			'1614265330',
			'{"test": 2432232314}',
			'2459352880d86b98f57de5b78829e9e2ac52fe279468b8a3a4e6fafb8046c250',
		],
	])('at %s over %s is the one that other tools compute, %s', (time, body, hex) => {
		expect(accepts(`t=${time},v1=${hex}`, bytes(body), SECRET)).toBe(true);
	});

	it('covers bytes, whatever they mean', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 400 }), seconds, (body, time) => {
				expect(accepts(headerOf(time, body), body, SECRET)).toBe(true);
			}),
			RUNS,
		);
	});

	it.each([
		['empty', new Uint8Array()],
		['with a byte-order mark', bytes('\uFEFF{}')],
		['with invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0xc3, 0x28, 0x7d)],
		['with a NUL byte', bytes('{"a":"\0"}')],
		['of 5 MB', new Uint8Array(5_000_000).fill(0x20)],
	])('holds for a body %s', (_, body) => {
		expect(accepts(headerOf(NOW, body), body, SECRET)).toBe(true);
		expect(accepts(headerOf(NOW, body), Buffer.concat([body, bytes(' ')]), SECRET)).toBe(false);
	});

	it('differs for a body with and without a byte-order mark', () => {
		expect(accepts(headerOf(NOW, bytes('\uFEFF{}')), bytes('{}'), SECRET)).toBe(false);
	});

	it('differs for two invalid bytes, although both decode to the same character', () => {
		const [sent, altered] = [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0x22, 0xfe, 0x22)];
		expect(accepts(headerOf(NOW, sent), altered, SECRET)).toBe(false);
	});

	it('fails when any single bit of the body is flipped', () => {
		const signature = parseSignature(headerOf(NOW));
		const accepted = Array.from({ length: BODY.length * 8 }, (_, bit) => bit).filter(
			(bit) => typeof signature !== 'string' && isGenuine(signature, flipped(BODY, bit), [SECRET]),
		);
		expect(typeof signature).toBe('object');
		expect(accepted).toEqual([]);
	});

	it('fails when any single bit of the header is flipped', () => {
		const header = Buffer.from(headerOf(NOW));
		const accepted = Array.from({ length: header.length * 8 }, (_, bit) =>
			Buffer.from(flipped(header, bit)).toString('latin1'),
		).filter((altered) => accepts(altered, BODY, SECRET));
		expect(accepted).toEqual([]);
	});

	it('fails when any bit of any body is flipped', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1, maxLength: 400 }),
				fc.nat(),
				seconds,
				(body, bit, time) => {
					const altered = flipped(body, bit % (body.length * 8));
					expect(accepts(headerOf(time, body), altered, SECRET)).toBe(false);
				},
			),
			RUNS,
		);
	});

	it('is valid with the current and with the previous secret, in either order', () => {
		const header = headerOf(NOW, BODY, PREVIOUS);
		expect(accepts(header, BODY, SECRET, PREVIOUS)).toBe(true);
		expect(accepts(header, BODY, PREVIOUS, SECRET)).toBe(true);
		expect(accepts(header, BODY, SECRET)).toBe(false);
	});

	it('is valid if any one of several matches, at any position', () => {
		const wrong = ['0'.repeat(64), 'f'.repeat(64), hmac(String(NOW), BODY, 'another secret')];
		fc.assert(
			fc.property(fc.shuffledSubarray(wrong), fc.nat(), fc.boolean(), (others, place, there) => {
				const at = place % (others.length + 1);
				const right = there ? [hmac(String(NOW), BODY, SECRET)] : [];
				const all = [...others.slice(0, at), ...right, ...others.slice(at)];
				const header = [`t=${NOW}`, ...all.map((hex) => `v1=${hex}`)].join(',');
				expect(accepts(header, BODY, PREVIOUS, SECRET)).toBe(there);
			}),
		);
	});

	it('is never genuine without a secret', () => {
		expect(accepts(headerOf(NOW, BODY, ''), BODY)).toBe(false);
	});
});
