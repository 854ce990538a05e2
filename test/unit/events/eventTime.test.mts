import { expect, it } from 'vitest';
import { instantIn } from '../../../nodes/EnergyProjects/values/parse/instant.ts';

it.each([
	['2026-03-01T13:00:00.123Z', 123],
	['2026-03-01T13:00:00.1Z', 100],
	['2026-03-01T13:00:00 +00:00', 0],
	['2026-03-01T13:00:00 Z', 0],
	[' 2026-03-01T13:00:00Z ', 0],
	['2026-03-01T14:30:00+01:30', 0],
	['2026-03-01T14:30:00+0130', 0],
	['2026-03-01T07:00:00-06', 0],
	['2026-03-01T13:00', 0],
])('%s is the first of March at one o’clock, and %i milliseconds', (time, ms) => {
	expect(instantIn(time)).toBe(Date.UTC(2026, 2, 1, 13, 0, 0, ms));
});

it.each([
	'on 2026-03-01T13:00:00Z',
	'2026-03-01T13:00:00Z sharp',
	'2026-03-01T13:00:00.Z',
	'2026-03-01T13:00:00  Z',
	'2026-03-01  13:00:00Z',
	'2026-03-01T13:00:00+1',
	'2026-03-01T13:00:00+01:0',
	'2026-03-01T13:0Z',
	'226-03-01T13:00Z',
	'2026-3-01T13:00Z',
	'2026-03-1T13:00Z',
	'2026-03-01',
	'2026-02-30T25:00:00Z',
])('%s is no time', (time) => {
	expect(instantIn(time)).toBeUndefined();
});
