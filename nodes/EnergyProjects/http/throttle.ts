import { sleep } from 'n8n-workflow';
import { cancelled } from './errors';

/**
 * Milliseconds on a clock that nobody sets: a correction of the machine's time does not change the length of a pause.
 */
export const now = (): number => performance.now();

/** Requests in flight once the first answer is in. The first goes alone: n8n then renews an expired token once. */
const STARTING_SIZE = 5;
/** Most requests in flight. */
export const MOST_AT_ONCE = 20;
/** For how many of the pauses that the service asked for the number does not grow: trying costs a tenth of the time. */
const STEADY_PAUSES = 10;
const LONGEST_OWN_PAUSE_MS = 10_000;

/** Exponential back-off with jitter, in milliseconds. @param retry 1 for the first retry */
export function backoff(retry: number): number {
	const ceiling = Math.min(LONGEST_OWN_PAUSE_MS, 500 * 2 ** (retry - 1));
	return Math.round((ceiling / 2) * (1 + Math.random()));
}

/**
 * The pauses of a run grow slowly: most services count the requests of a second or a minute, and whatever a pause is
 * longer than that is lost. Together the first three are a little longer than a second.
 */
const ownPause = (refusals: number): number =>
	Math.min(LONGEST_OWN_PAUSE_MS, (250 + 25 * Math.random()) * 1.4 ** (refusals - 1));

/** Services that round their seconds down ask for too little: if waiting that long was not enough, it is a little more. */
const pauseAfter = (refusals: number, askedMs: number | undefined, longestMs: number): number => {
	if (askedMs === undefined) return Math.min(longestMs, ownPause(refusals));
	return refusals > 1 ? askedMs + ownPause(refusals - 1) : askedMs;
};

/** What one request tells about the service. */
export interface Turn {
	/** The service accepted the request, even if it answers with an error about its content. */
	taken(): void;
	/**
	 * The service wants fewer requests.
	 *
	 * @param askedMs what Retry-After says, in milliseconds
	 * @param longestMs the longest pause if it says nothing
	 * @returns how long nothing starts now, in milliseconds
	 */
	refused(askedMs?: number, longestMs?: number): number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Gives the requests of one execution their turn: retries before requests that were never sent.
 *
 * @param cancelSignal n8n's signal that the execution was canceled
 */
export function createThrottle(cancelSignal?: AbortSignal) {
	const pace = createPace();
	const { end, orEnd } = createEnd(cancelSignal);
	const retries: Array<() => void> = [];
	const newRequests: Array<() => void> = [];
	let inFlight = 0;
	let wakesAt = 0;

	const startNext = () => {
		const leftMs = pace.pausedUntil() - now();
		if (leftMs > 0) {
			if (wakesAt >= pace.pausedUntil()) return;
			wakesAt = pace.pausedUntil();
			// A timer may end a little too early: then this waits once more.
			void sleep(Math.ceil(leftMs)).then(() => {
				wakesAt = 0;
				startNext();
			});
			return;
		}
		while (inFlight < pace.atOnce()) {
			const start = retries.shift() ?? newRequests.shift();
			if (start === undefined) return;
			inFlight++;
			start();
		}
	};

	return {
		end,
		/** Resolves after this time. @throws the reason of `end`, as soon as there is one */
		wait: async (waitMs: number) => await orEnd(sleep(waitMs)),
		idleMs: pace.idleMs,
		/** Runs `task` as soon as the pace allows. @throws the reason of `end`, if that came first */
		async run<T>(task: (turn: Turn) => Promise<T>, isRetry: boolean): Promise<T> {
			const start = new Promise<void>((go) => (isRetry ? retries : newRequests).push(go));
			startNext();
			await orEnd(start);
			try {
				await orEnd();
				return await task(pace.turn());
			} finally {
				inFlight--;
				// Only after the caller has read the answer: it may end the run.
				void sleep(0).then(startNext);
			}
		},
	};
}

/**
 * How many requests may be in flight: one, then five, then twice as many each round until the service first asks for
 * less, then one more each round; half as many if it asks for less within two rounds, and no growth for ten times its pause.
 */
function createPace() {
	let size = 1;
	let slowdowns = 0;
	let refusalsInARow = 0;
	/** How many requests the service took since it was last asked for this many at once. */
	let takenAtSize = 0;
	let pausedUntil = 0;
	let growsFrom = 0;
	let takenAt = now();
	const setSize = (next: number) => {
		if (Math.floor(next) !== Math.floor(size)) takenAtSize = 0;
		size = next;
	};
	return {
		atOnce: () => Math.floor(size),
		pausedUntil: () => pausedUntil,
		/** How long the service has accepted no request, in milliseconds; before the first, since this run began. */
		idleMs: () => now() - takenAt,
		turn(): Turn {
			// Several requests in flight meet the same "too many": that is one reason to slow down, not several.
			const before = slowdowns;
			return {
				taken() {
					takenAt = now();
					refusalsInARow = 0;
					if (before !== slowdowns) return;
					takenAtSize++;
					if (now() < growsFrom) return;
					const next =
						slowdowns > 0 ? size + 1 / Math.floor(size) : Math.max(STARTING_SIZE, size + 1);
					setSize(Math.min(MOST_AT_ONCE, next));
				},
				refused(askedMs, longestMs = Infinity) {
					if (before === slowdowns) {
						slowdowns++;
						refusalsInARow++;
						// After two rounds of as many, it counts the requests of a time, and fewer at once would only lose some of it.
						const isRate = askedMs !== undefined && takenAtSize >= 2 * Math.floor(size);
						setSize(isRate ? size : Math.ceil(Math.floor(size) / 2));
						takenAtSize = 0;
					}
					const pauseMs = pauseAfter(Math.max(1, refusalsInARow), askedMs, longestMs);
					pausedUntil = Math.max(pausedUntil, now() + pauseMs);
					if (askedMs !== undefined)
						growsFrom = Math.max(growsFrom, now() + askedMs * STEADY_PAUSES);
					return pauseMs;
				},
			};
		},
	};
}

/** The end of a run. */
function createEnd(cancelSignal?: AbortSignal) {
	let reject: (reason: Error) => void = () => undefined;
	const ending = new Promise<never>((_, rejectEnding) => (reject = rejectEnding));
	ending.catch(() => undefined);
	const cancel = () => reject(cancelled());
	if (cancelSignal?.aborted) cancel();
	else cancelSignal?.addEventListener('abort', cancel);
	return {
		/** From now on nothing starts, and whatever waits ends at once with this reason. Only the first call counts. */
		end: (reason: Error) => reject(reason),
		/** Waits for something. @throws the reason of `end`, as soon as there is one */
		orEnd: async <T>(awaited?: Promise<T>) => await Promise.race([ending, awaited]),
	};
}
