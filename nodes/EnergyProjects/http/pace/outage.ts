import { now } from './clock';

/** Requests that have to be given up before the service counts as unreachable. */
const FEWEST_GIVEN_UP = 3;
/** Shorter outages cost no items: a load balancer may just be restarting. */
const SHORTEST_MS = 30_000;

/** A time in which nobody answers. */
export interface Outage {
	/** When the first request got no answer, by the clock of the run. */
	readonly since: number;
}

export type OutageWatch = ReturnType<typeof createOutageWatch>;

/** Keeps track of whether anybody answers at all, in one execution. */
export function createOutageWatch() {
	let answeredAt = -Infinity;
	let outage: Outage | undefined;
	/** When the requests that were given up since the last answer were first sent. */
	let givenUp: number[] = [];
	return {
		/** An answer came, whatever its status. */
		answered() {
			answeredAt = now();
			outage = undefined;
			givenUp = [];
		},
		/** A request got no answer. @returns the outage it belongs to, the same one until an answer comes */
		unanswered: (): Outage => (outage ??= { since: now() }),
		/** Whether it may be a restart, so that it is worth waiting for its end. */
		mayBeRestart({ since }: Outage): boolean {
			// Without an answer so far the address may be wrong: the first item says so without this wait.
			const isFirst = answeredAt === -Infinity && givenUp.length === 0;
			return !isFirst && now() - since < SHORTEST_MS;
		},
		/**
		 * A request was given up without any answer.
		 *
		 * @param firstSentAt when it was first sent, by the clock of the run
		 * @returns whether the service counts as unreachable now
		 */
		givenUp(firstSentAt: number): boolean {
			if (firstSentAt < answeredAt) return false;
			givenUp.push(firstSentAt);
			return givenUp.length >= FEWEST_GIVEN_UP && now() - Math.min(...givenUp) >= SHORTEST_MS;
		},
	};
}
