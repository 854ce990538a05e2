import type { Outcome } from '../answers/outcome';
import { now } from './clock';

/** Requests that have to be given up before the service counts as unreachable. */
const FEWEST_GIVEN_UP = 3;
/** Shorter outages cost no items: a load balancer may just be restarting. */
const SHORTEST_MS = 30_000;
/** The same for the first item of a run. Until the first answer the address may be wrong, so its error comes sooner. */
const FIRST_SHORTEST_MS = 10_000;
/** Failures that a restart causes. An unknown name or a host that stays silent is more likely a wrong address. */
const LIKE_A_RESTART: ReadonlyArray<Outcome['kind']> = ['refused', 'broken', 'answer'];

/** A time in which nobody answers. */
export interface Outage {
	/** When the first request got no answer, by the clock of the run. */
	readonly since: number;
}

export type OutageWatch = ReturnType<typeof createOutageWatch>;

/**
 * Keeps track of whether anybody answers at all, in one execution.
 *
 * @param waitsForRestarts whether it is worth waiting for the end of an outage: not if a person waits
 */
export function createOutageWatch(waitsForRestarts = true) {
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
		/**
		 * How much longer the outage can still be a restart, so that it is worth waiting for its end.
		 *
		 * @param kind what the request got in place of an answer
		 * @returns milliseconds; 0 or less if it is not worth it
		 */
		restartMs({ since }: Outage, kind: Outcome['kind']): number {
			if (!waitsForRestarts) return 0;
			const isFirst = answeredAt === -Infinity && givenUp.length === 0;
			if (isFirst && !LIKE_A_RESTART.includes(kind)) return 0;
			return since + (isFirst ? FIRST_SHORTEST_MS : SHORTEST_MS) - now();
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
