import type { IHttpRequestMethods } from 'n8n-workflow';
import { asksForPause, asksToSlowDown, isWithoutAccess } from '../answers/outcome';
import type { Outcome } from '../answers/outcome';
import { longPause, takesNothing, unreachable } from '../pace/notSent';
import { isUnanswered } from '../pace/retry';
import type { GivenUp, Pace, SendToEnd } from './layer';

/**
 * Ends the run for all requests once one of them has shown that the others would fail too.
 *
 * @param withoutAccess what the others fail with if the credential gives no access
 */
export function withEndOfRun(
	send: SendToEnd,
	{ throttle, outages, limits: { longestPauseMs } }: Pace,
	withoutAccess: (outcome: Outcome) => Error,
): SendToEnd {
	const reasonToEnd = (
		method: IHttpRequestMethods,
		{ outcome, waitMs, firstSentAt }: GivenUp,
	): Error | undefined => {
		if (isWithoutAccess(outcome)) return withoutAccess(outcome);
		if (asksToSlowDown(outcome) && waitMs > longestPauseMs) {
			// The pauses of the node itself grow too.
			return asksForPause(outcome) ? longPause(waitMs) : takesNothing();
		}
		if (isUnanswered(method, outcome)) {
			return outages.givenUp(firstSentAt) ? unreachable() : undefined;
		}
		if (!asksToSlowDown(outcome)) return undefined;
		// Many short pauses in a row are no better than one that is too long.
		return throttle.idleMs(longestPauseMs) > longestPauseMs ? takesNothing() : undefined;
	};

	return async (request) => {
		const result = await send(request);
		const reason = result.isDone ? undefined : reasonToEnd(request.endpoint.method, result);
		if (reason !== undefined) throttle.end(reason);
		return result;
	};
}
