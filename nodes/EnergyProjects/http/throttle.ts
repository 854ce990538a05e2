import { sleep } from 'n8n-workflow';

/** Requests in flight once the first answer is in; from there it grows while the service answers well. */
const STARTING_WINDOW = 5;

/** In n8n's spelling, by which it knows a canceled execution from a failed one. */
const CANCELLED = 'The execution was canceled';

/** An earlier item failed, and the person wants nothing more to happen then. */
class NotSentError extends Error {
	constructor() {
		super('Not sent, since an earlier item failed');
	}
}

/** Also where n8n's error has been made of it. */
export const isNotSent = (error: unknown) =>
	error instanceof NotSentError || (error instanceof Error && error.cause instanceof NotSentError);

/**
 * How many requests of one execution may be in flight, and when the next may start. All requests of a run share
 * one pace, so that a "too many requests" heard by one slows them all.
 *
 * The first request goes alone: an expired OAuth2 token is then refreshed once, whatever n8n's version.
 */
export interface Throttle {
	/**
	 * Runs `task` as soon as the pace allows and grows the window where the answer was good.
	 * `urgent` ones (repeats) go before those that have not begun.
	 */
	run<T>(task: () => Promise<T>, isGood: (result: T) => boolean, urgent?: boolean): Promise<T>;
	/** The service asked for less: halves the window and lets nothing start for `waitMs` milliseconds. */
	slowDown(waitMs: number): void;
	/** Resolves after `waitMs` milliseconds, or rejects as soon as the execution is cancelled. */
	wait(waitMs: number): Promise<void>;
	/** From now on nothing starts; whatever waits is rejected with NotSentError. */
	stop(): void;
}

/**
 * @param maxParallel most requests in flight, at least 1
 * @param cancelSignal n8n's signal that the execution was canceled
 */
export function createThrottle(maxParallel: number, cancelSignal?: AbortSignal): Throttle {
	const largest = Math.max(1, Math.floor(maxParallel));
	const waiting: Array<() => void> = [];
	let window = 1;
	let inFlight = 0;
	let pausedUntil = 0;
	let lastSlowDown = 0;
	let isStopped = false;

	const startNext = () => {
		while (inFlight < Math.floor(window)) {
			const start = waiting.shift();
			if (start === undefined) return;
			inFlight++;
			start();
		}
	};

	const wait = async (waitMs: number) => {
		if (waitMs <= 0) return;
		await Promise.race([sleep(waitMs), rejectOnCancel(cancelSignal)]);
	};

	const waitForPause = async () => {
		for (let left = pausedUntil - Date.now(); left > 0; left = pausedUntil - Date.now()) {
			await wait(left);
		}
	};

	return {
		wait,
		async run(task, isGood, urgent = false) {
			await new Promise<void>((resolve) => {
				if (urgent) waiting.unshift(resolve);
				else waiting.push(resolve);
				startNext();
			});
			try {
				await waitForPause();
				if (cancelSignal?.aborted) throw new Error(CANCELLED);
				if (isStopped) throw new NotSentError();
				const startedAt = Date.now();
				const result = await task();
				// A slow-down since this request left says more about the service than its own success.
				if (isGood(result) && lastSlowDown < startedAt) {
					window = Math.min(
						largest,
						window < STARTING_WINDOW ? Math.min(STARTING_WINDOW, largest) : window + 1 / window,
					);
				}
				return result;
			} finally {
				inFlight--;
				// Not before the caller has read the answer: it may put a stop to the rest.
				void sleep(0).then(startNext);
			}
		},
		stop() {
			isStopped = true;
		},
		slowDown(waitMs) {
			const now = Date.now();
			// Several requests in flight hear the same "too many": that is one reason to slow down, not several.
			if (now >= pausedUntil) window = Math.max(1, window / 2);
			lastSlowDown = now;
			pausedUntil = Math.max(pausedUntil, now + waitMs);
		},
	};
}

async function rejectOnCancel(signal?: AbortSignal): Promise<never> {
	return await new Promise<never>((_, reject) => {
		const cancelled = () => reject(new Error(CANCELLED));
		if (signal?.aborted) cancelled();
		else signal?.addEventListener('abort', cancelled, { once: true });
	});
}
