import type { IHttpRequestMethods } from 'n8n-workflow';
import { now } from './clock';
import { isRateLimit } from './outcome';
import type { Outcome } from './outcome';
import { mayRepeat } from './retry';

export interface RepeatLimits {
	/** Most repeats of one request. */
	readonly maxRetries: number;
	/** Longest one request may wait for its repeats, in milliseconds. */
	readonly maxTotalWaitMs: number;
	/** Longest pause the service may ask for, in milliseconds. */
	readonly longestPauseMs: number;
}

/** The attempts of one request, and whether there is another. */
export interface Repeats {
	/** Failed attempts so far. A refusal that was obeyed (429) is none. */
	failures(): number;
	/**
	 * Whether the request is sent again after this outcome.
	 *
	 * @param waitMs how long it would wait before that
	 * @returns 'again' where it is; else whether it is out of the question, or would take too long
	 */
	after(
		method: IHttpRequestMethods,
		outcome: Outcome,
		waitMs: number,
	): 'again' | 'final' | 'tooLong';
}

/** @param lastProgress when the service last took a request of this run, by the clock of the run */
export function createRepeats(limits: RepeatLimits, lastProgress: () => number): Repeats {
	const { maxRetries, maxTotalWaitMs, longestPauseMs } = limits;
	let failures = 0;
	let waitedMs = 0;
	return {
		failures: () => failures,
		after(method, outcome, waitMs) {
			if (!mayRepeat(method, outcome) || failures >= maxRetries) return 'final';
			if (waitMs > longestPauseMs) return 'tooLong';
			if (isRateLimit(outcome)) {
				// Every request gets through as long as any of them do.
				const isMoving = now() - lastProgress() <= Math.max(maxTotalWaitMs, waitMs);
				return isMoving ? 'again' : 'tooLong';
			}
			if (waitedMs + waitMs > maxTotalWaitMs) return 'tooLong';
			failures++;
			waitedMs += waitMs;
			return 'again';
		},
	};
}
