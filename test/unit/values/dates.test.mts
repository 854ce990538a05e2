import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Luxon from 'luxon';
import { describe, expect, it } from 'vitest';
import {
	instantIn,
	toCalendarDate,
	toInstant,
} from '../../../nodes/EnergyProjects/values/dates.ts';

// The same Luxon that expressions in n8n use.
const require = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { DateTime } = require('luxon') as typeof Luxon;

const ZONES = [
	...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'UTC'],
	...['Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];
const zones = fc.constantFrom(...ZONES);
/** In milliseconds of 13 digits; none is midnight UTC, which stands for a day. */
const instants = fc
	.integer({ min: 1e12, max: Date.UTC(2040, 0, 1) })
	.filter((instant) => instant % 86_400_000 !== 0);
const KOLKATA_DAWN = DateTime.fromISO('2026-12-31T05:30', { zone: 'Asia/Kolkata' });
const iso = (instant: number) => new Date(instant).toISOString();

describe('in a time zone that does not exist', () => {
	const refusal =
		/^The time zone of the workflow, "CET\/Berlin", does not exist.*Settings > Timezone.*GENERIC_TIMEZONE/;

	it.each(['2026-12-31', '31.12.2026 08:00', 46_387, '2026-12-31T10:00:00'])(
		'%j is refused, with the zone and where to set it',
		(value) => {
			for (const read of [toCalendarDate, toInstant])
				expect(() => read(value, 'CET/Berlin')).toThrow(refusal);
		},
	);

	it('what says its own zone is read', () => {
		const instant = Date.UTC(2026, 11, 31, 20);
		const written = ['2026-12-31T20:00:00Z', '2027-01-01T01:00:00+05', '2026-12-31 15:00-0500'];
		const zoned = DateTime.fromMillis(instant, { zone: 'Asia/Kolkata' });
		for (const value of [...written, instant, String(instant), new Date(instant), zoned])
			expect(toInstant(value, 'CET/Berlin')).toBe(instant);
		expect(toCalendarDate('2026-12-31T00:00:00Z', 'CET/Berlin')).toBe('2026-12-31');
		expect(toInstant(1e12, 'CET/Berlin')).toBe(1e12);
	});
});

// More of what people type, as the values of fields: typedValues.mts.
describe('a calendar date', () => {
	it.each([
		['  2026-12-31 ', '2026-12-31'],
		['2026-12-31T23:59', '2026-12-31'],
		['2026-12-31T10', '2026-12-31'],
		['14.3.2027, 8:00 Uhr', '2027-03-14'],
		// Marks of contacts apps, PDFs and spreadsheets.
		['\u202a31.12.2026\u202c', '2026-12-31'],
		["'2026\u201112\u201131", '2026-12-31'],
		['14.03.2027, 8:00\u00a0UHR', '2027-03-14'],
		['2026-12-31 00:00 +00', '2026-12-31'],
		['2026-12-31T00:00+0000', '2026-12-31'],
		[DateTime.utc(2026, 12, 31), '2026-12-31'],
		...['1900-01-01', '1.1.1900', new Date('1900-01-01')].map((first) => [first, '1900-01-01']),
		...['2200-12-31', '31.12.2200', Date.UTC(2200, 11, 31)].map((last) => [last, '2200-12-31']),
	] as Array<[unknown, string]>)('%s is that day wherever the workflow runs', (typed, day) => {
		for (const zone of ZONES) expect(toCalendarDate(typed, zone)).toBe(day);
	});

	it.each([
		['2026-12-31T23:30:00z', 'Europe/Berlin', '2027-01-01'],
		['2026-12-31 23:30Z', 'Europe/Berlin', '2027-01-01'],
		['2026-12-31T23:30:00,5+01', 'Europe/Berlin', '2026-12-31'],
		['2026-12-31T23:30:00-05:00', 'Europe/Berlin', '2027-01-01'],
		['2026-06-30T10:00:00Z', 'Pacific/Kiritimati', '2026-07-01'],
		[String(Date.UTC(2026, 11, 31, 23, 30)), 'Europe/Berlin', '2027-01-01'],
		// Midnight UTC, but not written as such.
		['2026-12-31T05:30+05:30', 'Pacific/Pago_Pago', '2026-12-30'],
		[KOLKATA_DAWN, 'Pacific/Pago_Pago', '2026-12-30'],
	])('%s in %s is %s', (typed, zone, day) => {
		expect(toCalendarDate(typed, zone)).toBe(day);
	});

	it('a moment is the day it falls on, in any form', () => {
		fc.assert(
			fc.property(instants, zones, zones, (instant, zone, otherZone) => {
				const day = DateTime.fromMillis(instant, { zone }).toISODate();
				expect(toCalendarDate(iso(instant), zone)).toBe(day);
				expect(toCalendarDate(new Date(instant), zone)).toBe(day);
				expect(toCalendarDate(instant, zone)).toBe(day);
				expect(toCalendarDate(DateTime.fromMillis(instant, { zone: otherZone }), zone)).toBe(day);
			}),
		);
	});

	it.each([
		...['', 'tomorrow', '2026-1-5', '12/31/2026', '31.12.026', '14.03.2027 um 8'],
		...['am 14.03.2027', '2026-12-31Tnoon', '2026-12-31T10:00 Uhr', '2026-12-31 (Do)'],
		...['2026-12-31, 09:05', '2026-12-31 09:05 AM', '+46387', '46387.5e0', '46387,5 x'],
		...[20261231, Number.NaN, true, null, undefined, {}],
		...[new Date('never'), DateTime.invalid('never')],
	])('%o is refused, and the error shows the correct form', (value) => {
		expect(() => toCalendarDate(value, 'Europe/Berlin')).toThrow(
			/is not a date\. Use the form 2026-12-31/,
		);
	});
});

it.each([
	...['2026-02-30', '31.02.2026', '2026-13-01', '14.03.2027 25:00', '31.02.2026 08:00'],
	...['2026-12-31T25:00', '2026-12-31T10:61', '2026-12-31T25:00Z'],
])('%j does not exist, and the error says so', (value) => {
	expect(() => toCalendarDate(value, 'Europe/Berlin')).toThrow('a day or time that does not exist');
});

describe('what is hardly meant as a date is refused, and the error says why', () => {
	it.each([
		...['1899-12-31', '0026-12-31', '31.12.1899 23:00', '1899-12-31T12:00:00Z'],
		...[new Date('1899-12-31'), DateTime.utc(1899, 12, 31), new Date(-1e14)],
		...['2201-01-01', '1.1.2201', Date.UTC(2201, 0, 1), 1e14],
		...[String(Date.UTC(2201, 0, 1)), new Date('2201-01-01'), DateTime.utc(20260)],
	])('the year of %s', (value) => {
		for (const read of [toCalendarDate, toInstant])
			expect(() => read(value, 'UTC')).toThrow(/ is in the year -?\d+\./);
	});

	it.each(['20000', ' 50667 ', '80000'])('%s as a text, which can be a postal code', (value) => {
		for (const read of [toCalendarDate, toInstant])
			expect(() => read(value, 'UTC')).toThrow(/postal code/);
	});

	it.each([202_703_141_430, '202703141430', ' 491711234567', '999999999999'])(
		'twelve digits, which can be a time without separators or a phone number: %j',
		(value) => {
			for (const read of [toCalendarDate, toInstant])
				expect(() => read(value, 'UTC')).toThrow(
					/^"\d{12}" can be read in several ways: as milliseconds since 1970 \(the day (?:1976-06-04|1985-08-01|2001-09-09)\)/,
				);
		},
	);
});

describe('a moment', () => {
	it.each([
		['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
		['2026-07-01 12:00:30', 'America/New_York', '2026-07-01T16:00:30.000Z'],
		['2026-07-01T12:00:30,5', 'UTC', '2026-07-01T12:00:30.500Z'],
		['2026-01-15', 'Europe/Berlin', '2026-01-14T23:00:00.000Z'],
		['14.03.2027  08:00', 'Europe/Berlin', '2027-03-14T07:00:00.000Z'],
		['14.03.2027 08:00:30', 'Europe/Berlin', '2027-03-14T07:00:30.000Z'],
		['2026-07-01T1200', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
		['2026-07-01 8:05', 'Europe/Berlin', '2026-07-01T06:05:00.000Z'],
		['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
		['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
		// Twice when the clocks are set back: the earlier one.
		['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
		['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
		// Skipped when the clocks change.
		['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
	])('%s without an offset is local to %s: %s', (typed, zone, moment) => {
		expect(iso(toInstant(typed, zone))).toBe(moment);
	});

	it('without an offset is the time that the clocks of the zone show, all year round', () => {
		fc.assert(
			fc.property(instants, zones, (instant, zone) => {
				const onTheClock = (moment: number) =>
					DateTime.fromMillis(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				expect(onTheClock(toInstant(onTheClock(instant), zone))).toBe(onTheClock(instant));
			}),
			{ numRuns: 1000 },
		);
	});
});

describe('a time that the service sent', () => {
	it.each([
		['2026-12-31T23:30:00Z', '2026-12-31T23:30:00.000Z'],
		['2026-12-31T23:30:00.250+01:00', '2026-12-31T22:30:00.250Z'],
		['2026-12-31 23:30:00 -0530', '2027-01-01T05:00:00.000Z'],
		['2026-12-31T23:30+01', '2026-12-31T22:30:00.000Z'],
		['2026-12-31T23:30:00', '2026-12-31T23:30:00.000Z'],
	])('%s is %s on every machine', (sent, moment) => {
		expect(instantIn(sent)).toBe(Date.parse(moment));
	});

	it.each([
		...['', '2026-12-31', '2026-13-01T10:00:00Z', null, 5],
		...['x2026-12-31T10:00:00Z', '2026-12-31T10:00:00Zx'],
	])('%o cannot be read', (sent) => {
		expect(instantIn(sent)).toBeUndefined();
	});
});
