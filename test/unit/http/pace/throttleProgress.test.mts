import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';
import type { Turn } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** What the service does with one request: how long it takes, and what it says. */
interface Handling {
	readonly takesMs: number;
	readonly says: 'taken' | 'tooMany' | 'trouble' | 'tooSlow' | 'nothing';
	readonly askedMs: number | undefined;
}

const handlings = fc.array(
	fc.record<Handling>({
		takesMs: fc.nat(400),
		says: fc.constantFrom('taken', 'taken', 'tooMany', 'trouble', 'tooSlow', 'nothing'),
		askedMs: fc.constantFrom(undefined, 0, 1, 700, 3_000),
	}),
	{ minLength: 1, maxLength: 120, size: 'max' },
);

function tell(turn: Turn, { says, askedMs }: Handling): void {
	if (says === 'taken') turn.taken();
	if (says === 'tooMany') turn.refused(askedMs, true);
	if (says === 'trouble') turn.refused(askedMs);
	if (says === 'tooSlow') turn.timedOut();
}

/** Sends all requests, and lets the time go on until they are done or nothing is left to wait for. */
async function sendAll(most: number, requests: readonly Handling[]) {
	const throttle = createThrottle(most);
	const seen = { done: 0, underWay: 0, atOnce: 0 };
	for (const handling of requests) {
		void throttle.run(async (turn) => {
			seen.atOnce = Math.max(seen.atOnce, ++seen.underWay);
			await new Promise((resolve) => setTimeout(resolve, handling.takesMs));
			tell(turn, handling);
			seen.underWay--;
			seen.done++;
		});
	}
	await setImmediate();
	while (vi.getTimerCount() > 0) {
		await vi.advanceTimersToNextTimerAsync();
		await setImmediate();
	}
	return seen;
}

it('whatever the service answers: every request is sent in the end, and never too many at once', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 20 }), handlings, async (most, requests) => {
			const { done, atOnce, underWay } = await sendAll(most, requests);
			expect({ done, underWay }).toEqual({ done: requests.length, underWay: 0 });
			expect(atOnce).toBeLessThanOrEqual(most);
		}),
		{ numRuns: 150 },
	);
});
