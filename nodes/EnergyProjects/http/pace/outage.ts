import { now } from './clock';

/** Requests that used up their repeats before the service counts as out of reach. */
const MOST_LOST = 3;
/** A load balancer that restarts must not cost a sync its items. */
const SHORTEST_MS = 30_000;

/** A time in which nobody answers, from the first request that brought no answer. */
export interface Silence {
	readonly since: number;
}

/** Keeps account of whether anybody answers at all. */
export interface OutageWatch {
	/** An answer came, whatever its status. */
	answered(): void;
	/** A request brought no answer. @returns the silence it belongs to, the same one until an answer comes */
	unanswered(): Silence;
	/** Whether it is worth waiting for its end, as it is while a service restarts. */
	mayEnd(silence: Silence): boolean;
	/**
	 * A request ended without any answer.
	 *
	 * @param beganAt when it was first sent, by the clock of the run
	 * @returns whether the service counts as out of reach now
	 */
	lost(beganAt: number): boolean;
}

/** The account of one execution. */
export function createOutageWatch(): OutageWatch {
	let answeredAt = -Infinity;
	let silence: Silence | undefined;
	let lost: number[] = [];
	return {
		answered() {
			answeredAt = now();
			silence = undefined;
			lost = [];
		},
		unanswered: () => (silence ??= { since: now() }),
		mayEnd({ since }) {
			// A person who mistyped the address learns it without that wait, from the first item.
			const isFirst = answeredAt === -Infinity && lost.length === 0;
			return !isFirst && now() - since < SHORTEST_MS;
		},
		lost(beganAt) {
			if (beganAt < answeredAt) return false;
			lost.push(beganAt);
			return lost.length >= MOST_LOST && now() - Math.min(...lost) >= SHORTEST_MS;
		},
	};
}
