import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSignature } from '../../../nodes/EnergyProjects/webhook/signature.ts';
import { accepts, BODY, headerOf, hmac, NOW, PREVIOUS, SECRET } from './fixtures.mts';
import { size } from '../../sizes.mts';
import { says } from '../../documents.mts';

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
