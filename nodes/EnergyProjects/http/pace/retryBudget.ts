import type { IHttpRequestMethods } from 'n8n-workflow';
import { asksForPause, isRateLimit } from '../answers/outcome';
import type { Outcome } from '../answers/outcome';
import type { Outage, OutageWatch } from './outage';
import { isUnanswered, mayRetry } from './retry';
import type { Throttle } from './throttle';

export interface RetryLimits {
	/** Most retries of one request. */
	readonly maxRetries: number;
	/** Longest time one request may wait for its retries, in milliseconds. */
	readonly maxTotalWaitMs: number;
	/** Longest pause the service may ask for, in milliseconds. */
	readonly longestPauseMs: number;
}

/** Whether a request is sent again: yes; no, since that is not allowed or useless; no, since it would take too long. */
export type Verdict = 'retry' | 'final' | 'tooLong';

/** What the run as a whole knows: when the service last took a request, and whether anybody answers. */
export type ServiceState = Pick<Throttle, 'idleMs'> & Pick<OutageWatch, 'unanswered' | 'restartMs'>;

/** The retries of one request that has not been sent yet. */
export function createRetryBudget(limits: RetryLimits, service: ServiceState) {
	const { maxRetries, maxTotalWaitMs, longestPauseMs } = limits;
	/** Failures in an outage say nothing about this request. */
	const failures = { inOutage: 0, others: 0 };
	let outageBefore: Outage | undefined;
	let waitedMs = 0;

	/** The outage, if the attempt before failed in the same one. */
	const lastingOutage = (method: IHttpRequestMethods, outcome: Outcome): Outage | undefined => {
		const outage = isUnanswered(method, outcome) ? service.unanswered() : undefined;
		const isSame = outage === outageBefore;
		outageBefore = outage;
		return isSame ? outage : undefined;
	};
	const allFailures = () => failures.others + failures.inOutage;

	return {
		/** Failed attempts so far. A 429 does not count. */
		failures: allFailures,
		/**
		 * Whether the request is sent again after this outcome.
		 *
		 * @param waitMs how long it would wait before that
		 */
		verdict(method: IHttpRequestMethods, outcome: Outcome, waitMs: number): Verdict {
			const outage = lastingOutage(method, outcome);
			if (!mayRetry(method, outcome)) return 'final';
			const mayBeRestart = outage !== undefined && service.restartMs(outage, outcome.kind) > 0;
			const spent = outage === undefined ? failures.others : allFailures();
			if (!mayBeRestart && spent >= maxRetries) return 'final';
			if (waitMs > longestPauseMs) return 'tooLong';
			if (isRateLimit(outcome)) {
				// As long as the service takes any requests, each gets its turn.
				return service.idleMs(maxTotalWaitMs) <= maxTotalWaitMs ? 'retry' : 'tooLong';
			}
			if (waitedMs + waitMs > (asksForPause(outcome) ? longestPauseMs : maxTotalWaitMs))
				return 'tooLong';
			failures[outage === undefined ? 'others' : 'inOutage']++;
			waitedMs += waitMs;
			return 'retry';
		},
	};
}
