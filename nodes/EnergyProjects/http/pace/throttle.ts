import { sleep } from 'n8n-workflow';
import { pauseAfter } from './backoff';
import { now } from './clock';
import { createPause } from './pause';
import { createQueue } from './queue';
import type { QueueRank } from './queue';
import { createWaits } from './waits';
import { ended, FIRST_WINDOW, grown, halved, limited, refused, sent } from './window';

/**
 * How many requests of one execution may be in flight, and when the next may start. All requests of a run share
 * one throttle, so that a "too many requests" to one of them slows down all.
 *
 * The first request goes alone: n8n then renews an expired OAuth2 token once, whatever its version. `window.ts` says
 * how many follow.
 */
export interface Throttle {
	/**
	 * Runs `task` as soon as the pace allows.
	 *
	 * @throws the reason of `end`, if that came first
	 */
	run<T>(task: (turn: Turn) => Promise<T>, rank?: QueueRank): Promise<T>;
	/** Resolves after `waitMs` milliseconds; throws the reason of `end` as soon as there is one. */
	wait(waitMs: number): Promise<void>;
	/**
	 * How long the service has accepted no request, in milliseconds; before the first, since this run began. A pause that
	 * it asked for does not count if it is longer than `patienceMs`.
	 */
	idleMs(patienceMs: number): number;
	/** From now on nothing starts, and whatever waits ends at once with this reason. */
	end(reason: Error): void;
}

/** What one request tells about the service. */
export interface Turn {
	/** The service accepted the request, even if it answers with an error about its content. */
	taken(): void;
	/**
	 * The service wants fewer requests: nothing starts for the time it asks for, and fewer at once afterwards. If it
	 * asks for no time, or for too little, the pauses grow.
	 *
	 * @param askedMs what Retry-After says
	 * @param isRateLimit whether the service is well, but has taken all that it allows at once or in a given time
	 * @param longestMs the longest pause if it asks for none
	 * @returns how long the pause is, in milliseconds
	 */
	refused(askedMs?: number, isRateLimit?: boolean, longestMs?: number): number;
	/** The answer took too long: fewer at once. */
	timedOut(): void;
}

/**
 * @param maxParallel most requests in flight, at least 1
 * @param cancelSignal n8n's signal that the execution was canceled
 */
export function createThrottle(maxParallel: number, cancelSignal?: AbortSignal): Throttle {
	const queue = createQueue();
	const pause = createPause();
	const waits = createWaits(cancelSignal);
	const turns = createTurns(Math.max(1, Math.floor(maxParallel)), pause);
	let inFlight = 0;

	const startNext = () => {
		if (pause.delays(startNext)) return;
		while (inFlight < turns.atOnce() && queue.startNext()) inFlight++;
	};

	return {
		end: waits.end,
		wait: async (waitMs) => await waits.until(async () => await sleep(waitMs)),
		idleMs: turns.idleMs,
		async run(task, rank = 'new') {
			const myTurn = waits.until(async () => await queue.join(rank));
			startNext();
			await myTurn;
			const turn = turns.next();
			try {
				waits.throwIfEnded();
				return await task(turn);
			} finally {
				turn.ended();
				inFlight--;
				// Only after the caller has read the answer: it may end the run.
				void sleep(0).then(startNext);
			}
		},
	};
}

/** What the requests of a run have shown about the service so far. */
function createTurns(largest: number, pause: ReturnType<typeof createPause>) {
	const progress = createProgress();
	let window = FIRST_WINDOW;
	return {
		/** How many requests may be in flight. */
		atOnce: () => Math.floor(window.size),
		idleMs: progress.idleMs,
		/** The turn of a request that is about to be sent. `ended` is called once it was answered or has failed. */
		next(): Turn & { ended(): void } {
			const { slowdowns } = window;
			window = sent(window);
			// Several requests in flight meet the same "too many": that is one reason to slow down, not several.
			const isCurrent = () => slowdowns === window.slowdowns;
			return {
				taken() {
					progress.taken();
					if (isCurrent()) window = grown(window, largest, now());
				},
				refused(askedMs, isRateLimit = false, longestMs) {
					const refusals = window.refusals + (isCurrent() ? 1 : 0);
					const pauseMs = pauseAfter(refusals, askedMs, longestMs);
					if (isRateLimit) window = limited(window, slowdowns, now(), pauseMs);
					else if (isCurrent()) window = refused(window);
					progress.refused(askedMs);
					pause.extend(pauseMs);
					return pauseMs;
				},
				timedOut() {
					if (isCurrent()) window = halved(window);
				},
				ended() {
					if (isCurrent()) window = ended(window);
				},
			};
		},
	};
}

/** When the service last accepted a request, and the longest pause it has asked for since. */
function createProgress() {
	let takenAt = now();
	let longestAskedMs = 0;
	return {
		taken() {
			takenAt = now();
			longestAskedMs = 0;
		},
		refused(askedMs = 0) {
			longestAskedMs = Math.max(longestAskedMs, askedMs);
		},
		idleMs: (patienceMs: number): number =>
			now() - takenAt - (longestAskedMs > patienceMs ? longestAskedMs : 0),
	};
}
