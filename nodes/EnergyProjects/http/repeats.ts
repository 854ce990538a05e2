import type { IHttpRequestMethods } from 'n8n-workflow';
import { isRateLimit } from './outcome';
import type { Outcome } from './outcome';
import { mayRepeat } from './retry';
import type { Throttle } from './throttle';

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

/** @param service how it fares with the run as a whole: since when it has taken no request */
export function createRepeats(limits: RepeatLimits, service: Pick<Throttle, 'idleMs'>): Repeats {
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
				return service.idleMs(maxTotalWaitMs) <= maxTotalWaitMs ? 'again' : 'tooLong';
			}
			const isAsked = outcome.kind === 'answer' && outcome.retryAfterMs !== undefined;
			if (waitedMs + waitMs > (isAsked ? longestPauseMs : maxTotalWaitMs)) return 'tooLong';
			failures++;
			waitedMs += waitMs;
			return 'again';
		},
	};
}
