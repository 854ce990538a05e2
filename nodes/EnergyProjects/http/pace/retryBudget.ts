import type { IHttpRequestMethods } from 'n8n-workflow';
import { isRateLimit } from '../answers/outcome';
import type { Outcome } from '../answers/outcome';
import type { OutageWatch, Silence } from './outage';
import { isLost, mayRetry } from './retry';
import type { Throttle } from './throttle';

export interface RetryLimits {
	/** Most repeats of one request. */
	readonly maxRetries: number;
	/** Longest one request may wait for its repeats, in milliseconds. */
	readonly maxTotalWaitMs: number;
	/** Longest pause the service may ask for, in milliseconds. */
	readonly longestPauseMs: number;
}

/** The attempts of one request, and whether there is another. */
export interface RetryBudget {
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

/**
 * @param service how it fares with the run as a whole: when it last took a request, and whether anybody answers
 */
export function createRetryBudget(
	limits: RetryLimits,
	service: Pick<Throttle, 'idleMs'> & Pick<OutageWatch, 'unanswered' | 'mayEnd'>,
): RetryBudget {
	const { maxRetries, maxTotalWaitMs, longestPauseMs } = limits;
	let failures = 0;
	/** Failures while nobody was answered: they say nothing about this request. */
	let unheard = 0;
	let silence: Silence | undefined;
	let waitedMs = 0;

	/** The silence in which it has failed again. */
	const silenceOf = (outcome: Outcome): Silence | undefined => {
		const before = silence;
		silence = isLost(outcome) ? service.unanswered() : undefined;
		return silence === before ? silence : undefined;
	};

	return {
		failures: () => failures + unheard,
		after(method, outcome, waitMs) {
			const lasting = silenceOf(outcome);
			if (!mayRetry(method, outcome)) return 'final';
			const isWorthIt = lasting !== undefined && service.mayEnd(lasting);
			const spent = lasting === undefined ? failures : failures + unheard;
			if (!isWorthIt && spent >= maxRetries) return 'final';
			if (waitMs > longestPauseMs) return 'tooLong';
			if (isRateLimit(outcome)) {
				// Every request gets through as long as any of them do.
				return service.idleMs(maxTotalWaitMs) <= maxTotalWaitMs ? 'again' : 'tooLong';
			}
			const isAsked = outcome.kind === 'answer' && outcome.retryAfterMs !== undefined;
			if (waitedMs + waitMs > (isAsked ? longestPauseMs : maxTotalWaitMs)) return 'tooLong';
			if (lasting === undefined) failures++;
			else unheard++;
			waitedMs += waitMs;
			return 'again';
		},
	};
}
