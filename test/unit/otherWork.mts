import { vi } from 'vitest';

/** What else goes on in the process while something is tested. */
export interface OtherWork {
	/** Lets the clock go on, as if that much had been computed. */
	pass(ms: number): void;
	/** How often something else got its turn. */
	turns(): number;
	/** How long it had to wait at most, in milliseconds of the clock that `pass` moves. */
	longestWaitMs(): number;
}

/** Watches how often something else gets its turn, on a clock that only `pass` moves; see vi.restoreAllMocks. */
export async function watchOthers(): Promise<OtherWork> {
	// What began before is over then.
	await new Promise((resolve) => setTimeout(resolve, 5));
	let clock = 1_000;
	vi.spyOn(performance, 'now').mockImplementation(() => clock);
	const seen = { turns: 0, last: clock, longest: 0 };
	const look = () => {
		seen.longest = Math.max(seen.longest, clock - seen.last);
		seen.last = clock;
	};
	const tick = () => {
		if (!vi.isMockFunction(performance.now)) return;
		if (clock > seen.last) seen.turns++;
		look();
		setImmediate(tick);
	};
	setImmediate(tick);
	return {
		pass: (ms) => (clock += ms),
		turns: () => seen.turns,
		longestWaitMs() {
			look();
			return seen.longest;
		},
	};
}
