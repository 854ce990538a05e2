import { now } from './clock';

/** Requests that used up their repeats before the service counts as out of reach. */
const MOST_LOST = 3;
/** A load balancer that restarts must not cost a sync its items. */
const SHORTEST_MS = 30_000;

/** Keeps account of whether anybody answers at all. */
export interface Reach {
	/** An answer came, whatever its status. */
	answered(): void;
	/**
	 * A request ended without any answer.
	 *
	 * @param beganAt when it was first sent, by the clock of the run
	 * @returns whether the service counts as out of reach now
	 */
	lost(beganAt: number): boolean;
}

export function createReach(): Reach {
	let answeredAt = -Infinity;
	let lost: number[] = [];
	return {
		answered() {
			answeredAt = now();
			lost = [];
		},
		lost(beganAt) {
			if (beganAt < answeredAt) return false;
			lost.push(beganAt);
			return lost.length >= MOST_LOST && now() - Math.min(...lost) >= SHORTEST_MS;
		},
	};
}
