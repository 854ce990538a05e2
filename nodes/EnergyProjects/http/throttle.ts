import { sleep } from 'n8n-workflow';
import { cancelled, StoppedError } from './errors';

/**
 * Milliseconds on a clock that nobody sets: a correction of the machine's time does not change the length of a pause.
 */
export const now = (): number => performance.now();

/** Requests in flight once the first answer is in. The first goes alone: n8n then renews an expired token once. */
const STARTING_SIZE = 5;
/** Most requests in flight. */
export const MOST_AT_ONCE = 20;
/** After the service asked for a pause, the number does not grow for ten such pauses: trying more costs a tenth of the time. */
const STEADY_PAUSES = 10;
const LONGEST_OWN_PAUSE_MS = 10_000;

/** Exponential back-off with jitter, in milliseconds. @param retry 1 for the first retry */
export function backoff(retry: number): number {
	const ceiling = Math.min(LONGEST_OWN_PAUSE_MS, 500 * 2 ** (retry - 1));
	return Math.round((ceiling / 2) * (1 + Math.random()));
}

/**
 * Most services count the requests of a second or a minute, and waiting longer than that wastes time. So the
 * pauses of a run begin short, and grow only if four, a little longer than a second together, were not enough.
 */
const ownPause = (refusals: number): number =>
	Math.min(LONGEST_OWN_PAUSE_MS, (250 + 25 * Math.random()) * 1.7 ** Math.max(0, refusals - 4));

/** Services that round their seconds down ask for too little: if that wait was not enough, the next one is a little longer. */
const pauseAfter = (refusals: number, askedMs: number | undefined, longestMs: number): number => {
	if (askedMs === undefined) return Math.min(longestMs, ownPause(refusals));
	return refusals > 1 ? askedMs + ownPause(refusals) : askedMs;
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
	 */
	refused(askedMs?: number, longestMs?: number): void;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Gives the requests of one execution their turn. Retries queue behind what waits already: a record that always fails does
 * not keep the others from being sent, and holds no request in flight while it waits. Until the service has taken something, the
 * first request alone is tried.
 *
 * @param cancelSignal n8n's signal that the execution was canceled
 */
export function createThrottle(cancelSignal?: AbortSignal) {
	const pace = createPace();
	const { end, stop, orEnd } = createEnd(cancelSignal);
	let waiting: Array<{ readonly itemIndex: number; readonly start: () => void }> = [];
	let inFlight = 0;

	const startNext = () => {
		const pauseMs = pace.pausedUntil() - now();
		// A timer may end a little too early: then this waits once more.
		if (pauseMs > 0) return void sleep(Math.ceil(pauseMs)).then(startNext);
		while (inFlight < pace.atOnce()) {
			const next = waiting.shift();
			if (next === undefined) return;
			inFlight++;
			next.start();
		}
	};

	return {
		end,
		orEnd,
		/** From now on nothing of the items after this one starts. What is under way ends as usual. */
		stop(after: number) {
			waiting = waiting.filter(({ itemIndex }) => itemIndex <= after);
			stop(after);
		},
		/** Resolves after this time. @throws the reason of `end`, or StoppedError, as soon as there is one */
		wait: async (waitMs: number, itemIndex?: number) => await orEnd(sleep(waitMs), itemIndex),
		idleMs: pace.idleMs,
		/**
		 * Runs `task` as soon as the pace allows.
		 *
		 * @param itemIndex of the item that needs it; without one, any stop ends it
		 * @throws the reason of `end`, or StoppedError, if that came first
		 */
		async run<T>(
			task: (turn: Turn) => Promise<T>,
			isRetry: boolean,
			itemIndex = Infinity,
		): Promise<T> {
			// What may not start must not wait in line either: it would take a place and never leave it.
			await orEnd(undefined, itemIndex);
			const goesFirst = isRetry && !pace.hasTaken();
			const start = new Promise<void>((go) =>
				waiting[goesFirst ? 'unshift' : 'push']({ itemIndex, start: go }),
			);
			startNext();
			await orEnd(start, itemIndex);
			try {
				// A stop can come between its start and now.
				await orEnd(undefined, itemIndex);
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
 * less, then one more each round, but none for ten times the pause that it asked for.
 *
 * What the service refuses shows what it limits:
 *
 * - The number at once: it takes the others that were sent together. So one fewer for each that it refuses, at least half
 *   as many.
 * - The number in a time: it has taken several rounds before. So as many as before: with fewer at once, the next allowance
 *   would only take longer to use up.
 *
 * A service that does not say how long to wait is in trouble: half as many.
 */
function createPace() {
	let size = 1;
	/** The lower limit of `size` while requests that were sent together are refused. */
	let smallest = 1;
	let slowdowns = 0;
	let refusalsInARow = 0;
	/** Requests accepted since the last refusal or, if `size` has grown since, since it last grew. */
	let taken = 0;
	let pausedUntil = 0;
	let growsFrom = 0;
	let takenAt: number | undefined;
	const began = now();
	const grow = () => {
		const isFirst = slowdowns === 0;
		const next = isFirst ? Math.max(STARTING_SIZE, size + 1) : size + 1 / Math.floor(size);
		if (!isFirst && Math.floor(next) > Math.floor(size)) taken = 0;
		size = Math.min(MOST_AT_ONCE, next);
	};
	return {
		atOnce: () => Math.floor(size),
		pausedUntil: () => pausedUntil,
		/** How long the service has accepted no request, in milliseconds; before the first, since this run began. */
		idleMs: () => now() - (takenAt ?? began),
		hasTaken: () => takenAt !== undefined,
		turn(): Turn {
			// Several requests in flight meet the same "too many": that is one reason to slow down, not several.
			const before = slowdowns;
			return {
				taken() {
					takenAt = now();
					if (before !== slowdowns) return;
					refusalsInARow = 0;
					taken++;
					if (now() >= growsFrom) grow();
				},
				refused(askedMs, longestMs = Infinity) {
					if (before === slowdowns) {
						slowdowns++;
						refusalsInARow++;
						const isRate = askedMs !== undefined && taken >= 2 * Math.floor(size);
						smallest = isRate ? size : Math.max(1, Math.floor(size / 2));
						if (askedMs === undefined) size = smallest;
						taken = 0;
					}
					if (before === slowdowns - 1) size = Math.max(smallest, size - 1);
					const pauseMs = pauseAfter(Math.max(1, refusalsInARow), askedMs, longestMs);
					pausedUntil = Math.max(pausedUntil, now() + pauseMs);
					if (askedMs !== undefined)
						growsFrom = Math.max(growsFrom, now() + askedMs * STEADY_PAUSES);
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
	let stopsAfter = Infinity;
	const stoppable = new Set<{ readonly itemIndex: number; readonly stop: () => void }>();
	return {
		/** From now on nothing starts, and whatever waits ends at once with this reason. Only the first call counts. */
		end: (reason: Error) => reject(reason),
		/** Ends whatever waits for items after this one. */
		stop(after: number) {
			stopsAfter = Math.min(stopsAfter, after);
			for (const { itemIndex, stop } of stoppable) if (itemIndex > stopsAfter) stop();
		},
		/** Waits for something. @throws the reason of `end`, or StoppedError, as soon as there is one */
		async orEnd<T>(awaited?: Promise<T>, itemIndex = Infinity) {
			if (itemIndex > stopsAfter) throw new StoppedError();
			let stop = () => {};
			const stopping = new Promise<never>((_, rejectOne) => {
				stop = () => rejectOne(new StoppedError());
			});
			const own = { itemIndex, stop };
			stoppable.add(own);
			try {
				return await Promise.race([ending, stopping, awaited]);
			} finally {
				stoppable.delete(own);
			}
		},
	};
}
