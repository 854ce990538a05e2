import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../../../nodes/EnergyProjects/events/contentDigest.ts';
import {
	toSavedText,
	fromSavedText,
	merged,
	withTaken,
} from '../../../../nodes/EnergyProjects/webhook/duplicates/seen.ts';

const NOW = Date.UTC(2026, 2, 1, 12) / 1000;
const DAY = 24 * 60 * 60;
const [a, b, c] = ['a', 'b', 'c'].map((body) => contentDigest(body)) as [string, string, string];

describe('a delivery that is taken', () => {
	it('comes last, even if it was taken before', () => {
		const seen = withTaken(new Map([[a, NOW - 20]]).set(b, NOW - 10), a, NOW);
		expect([...seen]).toEqual([
			[b, NOW - 10],
			[a, NOW],
		]);
	});

	it('gets the latest time, even if the clock was set back, so that the order survives a restart', () => {
		const seen = withTaken(new Map([[a, NOW - 20]]).set(b, NOW), c, NOW - 10);
		expect([...seen]).toEqual([
			[a, NOW - 20],
			[b, NOW],
			[c, NOW],
		]);
	});
});

describe('the merged lists of two processes', () => {
	it('are in the order of their times', () => {
		const [one, other] = [new Map([[b, NOW - 10]]), new Map([[a, NOW - 20]]).set(c, NOW)];
		const all = [
			[a, NOW - 20],
			[b, NOW - 10],
			[c, NOW],
		];
		expect([...merged(one, other, NOW)]).toEqual(all);
		expect([...merged(other, one, NOW)]).toEqual(all);
	});

	it.each([
		[DAY - 1, 1],
		[DAY, 0],
	])('have nothing that is older than a day (after %i s: %i left)', (age, left) => {
		expect(merged(new Map([[a, NOW - age]]), new Map(), NOW).size).toBe(left);
	});
});

describe('the saved list', () => {
	const text = toSavedText(new Map([[a, NOW]]).set(b, NOW));

	it('reads as it was written', () => {
		expect([...fromSavedText(text)]).toEqual([
			[a, NOW],
			[b, NOW],
		]);
	});

	it('reads without the deliveries that are known already', () => {
		expect([...fromSavedText(text, new Map([[a, NOW - 5]])).keys()]).toEqual([b]);
	});

	it.each([
		['something before it', `!${a}t9pnk0`],
		['something after it', `${a}t9pnk0!`],
		['no time', a],
		['a time too long', `${a}${'1'.repeat(11)}`],
	])('reads without an entry that has %s', (_, entry) => {
		expect([...fromSavedText(`${entry} ${text}`).keys()]).toEqual([a, b]);
		expect([...fromSavedText(`${entry} ${toSavedText(new Map([[b, NOW]]))}`).keys()]).toEqual([b]);
	});
});
