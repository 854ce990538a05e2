import { isExpectedAnswer } from '../answers/answerForm';
import {
	asksToSlowDown,
	isGone,
	isNotFound,
	isRateLimit,
	isRequestTimeout,
	isSuccess,
} from '../answers/outcome';
import type { Outcome } from '../answers/outcome';
import { backoff } from '../pace/backoff';
import { now } from '../pace/clock';
import { isNotSent, StoppedError } from '../pace/notSent';
import type { OutageWatch } from '../pace/outage';
import type { QueueRank } from '../pace/queue';
import { isUnanswered, mayHaveArrived } from '../pace/retry';
import { createRetryBudget } from '../pace/retryBudget';
import type { Turn } from '../pace/throttle';
import type { GivenUp, LayeredRequest, Pace, Result, Send, SendToEnd } from './layer';

/**
 * Sends each request in its turn, and again after a temporary failure, as often and as long as the limits allow.
 *
 * @param afterFailure runs after an attempt that failed, before the next request may start
 */
export function withRetries(
	send: Send,
	{ throttle, outages, limits }: Pace,
	afterFailure: () => Promise<void>,
): SendToEnd {
	const attempt = async (request: LayeredRequest, turn: Turn, failures: number) => {
		const sentAt = now();
		const outcome = await send(request);
		const restartMs = tellOutages(outages, request, outcome);
		const pauseMs = tell(turn, request, outcome, { ...limits, restartMs });
		if (!isExpectedAnswer(outcome, request.expect)) await afterFailure();
		const waitMs = pauseMs ?? Math.min(restartMs, backoff(failures + 1, Math.random()));
		return { outcome, sentAt, waitMs };
	};

	return async (request) => {
		const { method } = request.endpoint;
		const budget = createRetryBudget(limits, { ...throttle, ...outages });
		let last: GivenUp | undefined;

		const sendToEnd = async (): Promise<Result> => {
			for (;;) {
				const { outcome, sentAt, waitMs } = await throttle.run(
					async (turn) => await attempt(request, turn, budget.failures()),
					rankAfter(last),
				);
				if (isExpectedAnswer(outcome, request.expect)) return { isDone: true, answer: outcome };
				// An earlier DELETE got through, and its answer was lost.
				const isMissing = isNotFound(outcome) || isGone(outcome);
				if (method === 'DELETE' && isMissing && last?.isUnclear === true) return { isDone: true };

				const verdict = budget.verdict(method, outcome, waitMs);
				last = {
					isDone: false,
					outcome,
					isUnclear: last?.isUnclear === true || isUnclear(method, outcome),
					firstSentAt: last?.firstSentAt ?? sentAt,
					waitMs,
					isTooLong: verdict === 'tooLong',
				};
				if (verdict !== 'retry') return last;
				// After a refusal, the throttle waits.
				if (!asksToSlowDown(outcome)) await throttle.wait(waitMs);
			}
		};
		return await sendToEnd().catch((reason: unknown) => ownFailure(reason, last));
	};
}

/**
 * Tells the run whether anybody answered.
 *
 * @returns the longest pause before the next attempt, in milliseconds: in an outage, the last attempt comes as soon as
 * its end is no longer worth waiting for
 */
function tellOutages(outages: OutageWatch, { endpoint }: LayeredRequest, outcome: Outcome): number {
	if (isUnanswered(endpoint.method, outcome)) {
		const leftMs = outages.restartMs(outages.unanswered(), outcome.kind);
		return leftMs > 0 ? leftMs : Infinity;
	}
	if (outcome.kind === 'answer') outages.answered();
	return Infinity;
}

/**
 * Tells the run what an outcome says about the service.
 *
 * @param longestPauseMs the longest pause the service may ask for
 * @param restartMs the longest pause if it asks for none
 * @returns how long the whole run pauses, in milliseconds; undefined if only this request has to wait
 */
function tell(
	turn: Turn,
	{ endpoint }: LayeredRequest,
	outcome: Outcome,
	{ longestPauseMs, restartMs }: { longestPauseMs: number; restartMs: number },
): number | undefined {
	if (outcome.kind === 'timeout') turn.timedOut();
	// A create is not sent again: the pause keeps the next ones from failing in the same way.
	if (outcome.kind === 'broken' && endpoint.method === 'POST') turn.refused();
	if (outcome.kind !== 'answer') return undefined;

	if (asksToSlowDown(outcome)) {
		const { retryAfterMs } = outcome;
		const isLongPause = retryAfterMs !== undefined && retryAfterMs > longestPauseMs;
		return isLongPause ? retryAfterMs : turn.refused(retryAfterMs, isRateLimit(outcome), restartMs);
	}
	if (outcome.statusCode >= 500 || isRequestTimeout(outcome)) return undefined;
	turn.taken();
	return 0;
}

function rankAfter(last: GivenUp | undefined): QueueRank {
	if (last === undefined) return 'new';
	return asksToSlowDown(last.outcome) ? 'refused' : 'failed';
}

const isUnclear = (method: string, outcome: Outcome): boolean =>
	method !== 'GET' && (isSuccess(outcome) || mayHaveArrived(outcome));

/**
 * If the run ends while a request waits for its retry, the request's own failure is all that is known about it. But if
 * a failed item has stopped the run, the failure of that item is the one to show, unless this request may have changed
 * something.
 *
 * @throws the reason why the run ended, if that is the one to show
 */
function ownFailure(reason: unknown, last: GivenUp | undefined): GivenUp {
	const isOnlyStopped = reason instanceof StoppedError && last?.isUnclear !== true;
	if (last === undefined || !isNotSent(reason) || isOnlyStopped) throw reason;
	return last;
}
