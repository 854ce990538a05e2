import { describe, expect, it } from 'vitest';
import { toCalendarDate, toInstant } from '../../../nodes/EnergyProjects/values/parse/dates.ts';

describe('neither a date nor a moment', () => {
	it.each([
		'on 31.12.2026',
		'31.12.2026 10:00',
		'131.12.2026',
		'31.12.20261',
		'on 2026-12-31',
		'12026-12-31',
		'2026-12-311',
		'2026-12-31 ,',
		'2026-12-31T10:00\nand more',
		'2026-04-31',
		'2026-00-10',
		'2026-03-00',
		'1767225600000',
		99_999_999_999,
		9e15,
		-9e15,
		['2026-12-31'],
	])('is %j', (value) => {
		expect(() => toCalendarDate(value, 'Europe/Berlin')).toThrow(/is not a date\./);
		expect(() => toInstant(value, 'Europe/Berlin')).toThrow(/is not a date\./);
	});

	it.each<[unknown, string]>([
		[{ day: 31 }, '{"day":31}'],
		[new Date('never'), 'Invalid Date'],
		['', ''],
		[true, 'true'],
		[20261231, '20261231'],
		['x'.repeat(500), `${'x'.repeat(60)} …`],
	])('is %o, and the error shows what was given', (value, shown) => {
		expect(() => toCalendarDate(value, 'Europe/Berlin')).toThrow(
			new Error(`"${shown}" is not a date. Use the form 2026-12-31, with or without a time.`),
		);
	});
});

describe('a number', () => {
	it.each([1e11, -1e11, 1_767_225_600_000])('%i is milliseconds since 1970', (value) => {
		expect(toInstant(value, 'Europe/Berlin')).toBe(value);
	});
});

describe('a moment', () => {
	it.each([
		['2026-07-01T12:00  +0200', '2026-07-01T10:00:00.000Z'],
		['2026-07-01T12+02', '2026-07-01T10:00:00.000Z'],
		['2026-07-01T12-0230', '2026-07-01T14:30:00.000Z'],
		['2026-07-01 12:00:30.25 -02:30', '2026-07-01T14:30:30.250Z'],
		['2026-07-01T24:00', '2026-07-01T22:00:00.000Z'],
		['2026-07-01T24:00Z', '2026-07-02T00:00:00.000Z'],
	])('%s is %s', (text, moment) => {
		expect(new Date(toInstant(text, 'Europe/Berlin')).toISOString()).toBe(moment);
	});
});
