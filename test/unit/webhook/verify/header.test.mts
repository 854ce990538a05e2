import { describe, expect, it } from 'vitest';
import {
	isGenuine,
	parseSignature,
} from '../../../../nodes/EnergyProjects/webhook/verify/signature.ts';
import { BODY, headerOf, hmac, NOW, NOW_MS, PREVIOUS, SECRET } from '../fixtures.mts';

const HEX = hmac(String(NOW), BODY, SECRET);
const OLD_HEX = hmac(String(NOW), BODY, PREVIOUS);
const WRONG_HEX = '0'.repeat(64);

/** What a header says: how many signatures and when, or why it is not one. */
function read(header: unknown) {
	const signature = parseSignature(header);
	if (typeof signature === 'string') return signature;
	const genuine = isGenuine(signature, BODY, [SECRET, PREVIOUS]);
	return { signatures: signature.signatures.length, at: signature.timestampMs, genuine };
}

const genuine = (signatures: number) => ({ signatures, at: NOW_MS, genuine: true });

describe('the node reads the signature header', () => {
	it.each([
		['as documented', headerOf(NOW), 1],
		['with several v1 parts', `t=${NOW},v1=${WRONG_HEX},v1=${HEX}`, 2],
		['with the signatures of two secrets', `t=${NOW},v1=${OLD_HEX},v1=${HEX}`, 2],
		['with the parts in another order', `v1=${HEX},t=${NOW}`, 1],
		['with spaces after the comma', `t=${NOW},  v1=${HEX}`, 1],
		['with spaces around parts and equals signs', `\tt = ${NOW} ,\tv1 = ${HEX} `, 1],
		['with empty parts', `,,t=${NOW},, ,v1=${HEX},`, 1],
		['with parts without an equals sign', `hello,t=${NOW},v1=${HEX},v1`, 1],
		['with a part like a timestamp but without an equals sign', `t1,t=${NOW},v1=${HEX}`, 1],
		['with parts without a name', `=1,t=${NOW},v1=${HEX},=`, 1],
		['with unknown schemes', `t=${NOW},v0=${WRONG_HEX},v1=${HEX},v2=x,v11=${WRONG_HEX}`, 1],
		['with a scheme named like something of JavaScript', `__proto__=1,t=${NOW},v1=${HEX}`, 1],
		['with an upper-case signature beside', `t=${NOW},v1=${HEX.toUpperCase()},v1=${HEX}`, 1],
		['with a signature too short beside', `t=${NOW},v1=${HEX.slice(2)},v1=${HEX}`, 1],
		['with a signature too long beside', `t=${NOW},v1=${HEX}00,v1=${HEX}`, 1],
		['with an empty signature beside', `t=${NOW},v1=,v1=${HEX}`, 1],
		['up to 4096 characters', `t=${NOW},v1=${HEX},`.padEnd(4096, 'x'), 1],
	])('%s', (_, header, signatures) => {
		expect(read(header)).toEqual(genuine(signatures));
	});

	it('with as many signatures as fit, all of them tried', () => {
		const header = `t=${NOW},${`v1=${WRONG_HEX},`.repeat(58)}v1=${HEX}`;
		expect(read(header)).toEqual(genuine(59));
	});
});

describe('the node refuses the signature header', () => {
	const missing = 'the header Service-Signature is missing';
	const twice = 'the header Service-Signature was sent twice';
	const long = 'the header Service-Signature is longer than 4096 characters';
	const noTime = 'the header Service-Signature has no timestamp';
	const times = 'the header Service-Signature has more than one timestamp';
	const unreadable = 'the timestamp in the header Service-Signature is not readable';
	const noSignature =
		'the header Service-Signature has no v1 signature of 64 lower-case hexadecimal digits';

	it.each<[name: string, header: unknown, reason: string]>([
		['when it is missing', undefined, missing],
		['when it is empty', '', missing],
		['when it came as a list', [headerOf(NOW)], twice],
		['when it came as an empty list', [], twice],
		['when it contains only spaces', '   ', noTime],
		['when it holds commas only', ',,,,', noTime],
		['when it is a sentence', "I'm not even a real signature header", noTime],
		['when the timestamp is missing', `v1=${HEX}`, noTime],
		['when the timestamp has another name', `T=${NOW},time=${NOW},v1=${HEX}`, noTime],
		['when the timestamp stands twice', `t=${NOW},t=${NOW},v1=${HEX}`, times],
		['when two timestamps differ', `t=${NOW - 1},t=${NOW},v1=${HEX}`, times],
		['when it was sent twice and joined', `${headerOf(NOW)}, ${headerOf(NOW)}`, times],
		['when the timestamp is empty', `t=,v1=${HEX}`, unreadable],
		['when the signature is missing', `t=${NOW}`, noSignature],
		['when the signature is empty', `t=${NOW},v1=`, noSignature],
		['when the signature is in upper case', `t=${NOW},v1=${HEX.toUpperCase()}`, noSignature],
		['when one digit is in upper case', `t=${NOW},v1=${WRONG_HEX.slice(1)}A`, noSignature],
		['when a digit is missing', `t=${NOW},v1=${HEX.slice(1)}`, noSignature],
		['when a byte is missing', `t=${NOW},v1=${HEX.slice(2)}`, noSignature],
		['when there is a digit too many', `t=${NOW},v1=${HEX}0`, noSignature],
		['when there is a byte too many', `t=${NOW},v1=${HEX}00`, noSignature],
		['when the signature stands under another scheme', `t=${NOW},v0=${HEX}`, noSignature],
		['when the scheme is in upper case', `t=${NOW},V1=${HEX}`, noSignature],
		['when the signature is quoted', `t=${NOW},v1="${HEX}"`, noSignature],
		[
			'when there are spaces inside the signature',
			`t=${NOW},v1=${HEX.slice(0, 32)} ${HEX.slice(32)}`,
			noSignature,
		],
		['when its parts are separated by semicolons', `t=${NOW};v1=${HEX}`, unreadable],
		['when it has 4097 characters', `t=${NOW},v1=${HEX},`.padEnd(4097, 'x'), long],
		['when it has 64 KB', `${headerOf(NOW)},${'v1=0,'.repeat(13_108)}`, long],
		['when it has 1 MB', `${headerOf(NOW)},${','.repeat(1_048_576)}`, long],
	])('%s', (_, header, reason) => {
		expect(read(header)).toBe(reason);
	});

	it.each([null, 0, 1, true, {}, Buffer.from(headerOf(NOW)), Symbol('t')])(
		'when it is no text but %o',
		(header) => {
			expect(typeof read(header)).toBe('string');
		},
	);
});

describe('the timestamp', () => {
	it.each([
		['seconds', '1772366400', '2026-03-01T12:00:00Z'],
		['seconds from long ago', '12345', '1970-01-01T03:25:45Z'],
		['eleven digits, still seconds', '17723664000', '2531-08-23T00:00:00Z'],
		['twelve digits, milliseconds', '177236640000', '1975-08-14T08:24:00Z'],
		['milliseconds', '1772366400123', '2026-03-01T12:00:00.123Z'],
		['zeros in front', '01772366400', '2026-03-01T12:00:00Z'],
		['ISO 8601 in UTC', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z'],
		['ISO 8601 with milliseconds', '2026-03-01T12:00:00.123Z', '2026-03-01T12:00:00.123Z'],
		['ISO 8601 with nanoseconds', '2026-03-01T12:00:00.123456789Z', '2026-03-01T12:00:00.123Z'],
		['ISO 8601 with an offset', '2026-03-01T13:00:00+01:00', '2026-03-01T12:00:00Z'],
		['ISO 8601 with an offset without colon', '2026-03-01T06:30:00-0530', '2026-03-01T12:00:00Z'],
		['ISO 8601 without seconds', '2026-03-01T12:00Z', '2026-03-01T12:00:00Z'],
	])('is understood as %s: %s', (_, text, moment) => {
		expect(read(headerOf(text))).toEqual({ signatures: 1, at: Date.parse(moment), genuine: true });
	});

	it('is signed as the characters sent: the same moment written otherwise is another text', () => {
		const hex = hmac('2026-03-01T12:00:00Z', BODY, SECRET);
		const answer = { signatures: 1, at: NOW_MS, genuine: false };
		expect(read(`t=2026-03-01T12:00:00.000Z,v1=${hex}`)).toEqual(answer);
		expect(read(`t=${NOW},v1=${hex}`)).toEqual(answer);
		expect(read(`t=0${NOW},v1=${HEX}`)).toEqual(answer);
	});

	it.each([
		['letters behind the digits', '123abc'],
		['letters in front of the digits', 'abc123'],
		['a sign', '-1772366400'],
		['a plus', '+1772366400'],
		['a decimal point', '1772366400.5'],
		['an exponent', '1e9'],
		['hexadecimal digits', '0x69a42e80'],
		['a blank inside', '17723 66400'],
		['a second equals sign', '1772366400=1'],
		['digits of another script', '١٧٧٢٣٦٦٤٠٠'],
		['seventeen digits', '17723664000000000'],
		['absurdly many digits', '9'.repeat(3000)],
		['words of JavaScript', 'NaN'],
		['more words of JavaScript', 'Infinity'],
		['a date without a time', '2026-03-01'],
		['a date-time without an offset', '2026-03-01T12:00:00'],
		['a month there is not', '2026-13-01T12:00:00Z'],
		['an hour there is not', '2026-03-01T25:00:00Z'],
		['a year of six digits', '+002026-03-01T12:00:00Z'],
		['a date-time with words behind it', '2026-03-01T12:00:00Z (UTC)'],
		['a date-time in words', 'Sun, 01 Mar 2026 12:00:00 GMT'],
	])('is not understood with %s, though it is signed', (_, text) => {
		expect(read(`t=${text},v1=${hmac(text, BODY, SECRET)}`)).toMatch(
			/is not readable$|no timestamp$/,
		);
	});
});
