import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { confirmDeletions } from '../../../nodes/EnergyProjects/polling/comparing/deletions.ts';
import type { MissingQuestion } from '../../../nodes/EnergyProjects/polling/comparing/deletions.ts';
import type { MissingRecords } from '../../../nodes/EnergyProjects/polling/state/entryText.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 1);

const keysOf = (count: number, from = 0) =>
	Array.from({ length: count }, (_, number) => `k${from + number}`);
const question = (
	keys: readonly string[],
	known: number,
	more: Partial<MissingQuestion> = {},
): MissingQuestion => ({
	...{ keys, knownCount: known, listedCount: known - keys.length },
	before: new Map(),
	nowMs: NOW,
	isGone: async () => true,
	isInTime: () => true,
	...more,
});

describe('which missing records are asked for at once', () => {
	it.each([
		{ count: 20, known: 25, isBelieved: true },
		{ count: 21, known: 25, isBelieved: false },
		{ count: 30, known: 300, isBelieved: true },
		{ count: 31, known: 300, isBelieved: false },
		// An empty list is never believed at once, however few records it had.
		{ count: 1, known: 1, isBelieved: false },
	])(
		'$count of $known: $isBelieved; if not, those that the next poll misses too',
		async ({ count, known, isBelieved }) => {
			const first = await confirmDeletions(question(keysOf(count), known));
			expect(first.gone).toHaveLength(isBelieved ? count : 0);
			const { missing } = first;
			expect(missing.size).toBe(isBelieved ? 0 : count);
			const again = await confirmDeletions(question(keysOf(count), known, { before: missing }));
			expect(again.gone).toHaveLength(count);
		},
	);

	it('each record counts for itself: one that is newly missing holds back no other', async () => {
		const { missing: before } = await confirmDeletions(question(keysOf(25), 200));
		const { gone } = await confirmDeletions(question(keysOf(26), 200, { before }));
		expect(gone).toHaveLength(26);
	});

	it('an empty list is doubted for what was not missing before', async () => {
		const { missing: before } = await confirmDeletions(question(keysOf(25), 200));
		const all = question(keysOf(200), 200, { before });
		const { gone, missing } = await confirmDeletions(all);
		expect(gone).toEqual(keysOf(25));
		expect(missing.size).toBe(175);
	});

	it('20 at a time', async () => {
		let [inFlight, most] = [0, 0];
		const isGone = async () => {
			most = Math.max(most, ++inFlight);
			await sleep(5);
			inFlight--;
			return true;
		};
		await confirmDeletions(question(keysOf(90), 1_000, { isGone }));
		expect(most).toBe(20);
	});
});

describe('a missing record that the service does not report as deleted', () => {
	const hidden = question(keysOf(1), 100, { isGone: async () => false });

	it('is asked for with the next poll, then at growing intervals up to a day', async () => {
		let before: MissingRecords = new Map();
		const asked: number[] = [];
		for (let minute = 0; minute <= 6 * 24 * 60; minute += 5) {
			const nowMs = NOW + minute * MINUTE;
			const isGone = async () => asked.push(minute) < 0;
			({ missing: before } = await confirmDeletions({ ...hidden, before, nowMs, isGone }));
		}
		const gaps = asked.slice(1).map((minute, index) => minute - asked[index]);
		expect(gaps).toEqual([5, 5, 20, 80, 320, 1_280, 1_440, 1_440, 1_440, 1_440]);
	});

	it('is not asked for again in the very moment in which it was asked for', async () => {
		const before = new Map([['k0', { asked: 9, nextAt: NOW + DAY }]]);
		const { gone } = await confirmDeletions({ ...hidden, before, isGone: async () => true });
		expect(gone).toEqual([]);
	});

	it('is asked for at once if the clock was set back', async () => {
		const before = new Map([['k0', { asked: 9, nextAt: NOW + 2 * DAY }]]);
		const { gone } = await confirmDeletions({ ...hidden, before, isGone: async () => true });
		expect(gone).toEqual(['k0']);
	});

	it('is among 20 that one poll asks for again, those first that wait longest', async () => {
		const keys = keysOf(600);
		const asked: string[] = [];
		const isGone = async (key: string) => asked.push(key) < 0;
		const ask = async (before: MissingRecords) =>
			await confirmDeletions(question(keys, 10_000, { before, isGone }));
		const { missing, unconfirmed } = await ask(new Map());
		expect([asked.splice(0).length, unconfirmed]).toEqual([600, 600]);
		const second = await ask(missing);
		expect([asked.splice(0), second.unconfirmed]).toEqual([keysOf(20), 0]);
		await ask(new Map(second.missing).set('k500', { asked: 2, nextAt: 1 }));
		expect(asked[0]).toBe('k500');
	});

	it('counts as not asked if time ran out', async () => {
		let left = 5;
		const isInTime = () => left-- > 0;
		const { missing } = await confirmDeletions({ ...hidden, keys: keysOf(10), isInTime });
		expect([...missing.values()].filter(({ asked }) => asked === 0).length).toBeGreaterThan(5);
		const { gone } = await confirmDeletions(question(keysOf(10), 100, { before: missing }));
		expect(gone).toHaveLength(10);
	});
});
