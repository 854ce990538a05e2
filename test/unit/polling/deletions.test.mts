import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { confirmDeletions } from '../../../nodes/EnergyProjects/polling/comparing/deletions.ts';

const keysOf = (count: number) => Array.from({ length: count }, (_, number) => `k${number}`);
const missing = (count: number, known: number, doubtedBefore?: string) => ({
	...{ keys: keysOf(count), knownCount: known, listedCount: known - count },
	...(doubtedBefore !== undefined && { doubtedBefore }),
	isGone: async () => true,
	isInTime: () => true,
});

it.each([
	{ count: 20, known: 25, isBelieved: true },
	{ count: 21, known: 25, isBelieved: false },
	{ count: 30, known: 300, isBelieved: true },
	{ count: 31, known: 300, isBelieved: false },
	// An empty list is never believed at once.
	{ count: 1, known: 1, isBelieved: false },
])(
	'$count missing records of $known are believed at once: $isBelieved; if not, the second time',
	async ({ count, known, isBelieved }) => {
		const { gone, doubted } = await confirmDeletions(missing(count, known));
		expect(gone).toHaveLength(isBelieved ? count : 0);
		expect(doubted === undefined).toBe(isBelieved);
		const again = await confirmDeletions(missing(count, known, doubted ?? ''));
		expect(again.gone).toHaveLength(count);
	},
);

it('asks the service for 20 missing records at a time', async () => {
	let [inFlight, most] = [0, 0];
	const isGone = async () => {
		most = Math.max(most, ++inFlight);
		await sleep(5);
		inFlight--;
		return true;
	};
	await confirmDeletions({ ...missing(90, 1_000), isGone });
	expect(most).toBe(20);
});
