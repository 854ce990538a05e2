import { asksToSlowDown, isWithoutAccess } from '../answers/outcome';
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
	const reasonToEnd = ({ outcome, waitMs, firstSentAt }: GivenUp): Error | undefined => {
		if (isWithoutAccess(outcome)) return withoutAccess(outcome);
		if (isUnanswered(outcome)) return outages.givenUp(firstSentAt) ? unreachable() : undefined;
		if (!asksToSlowDown(outcome)) return undefined;
		if (waitMs > longestPauseMs) return longPause(waitMs);
		// Many short pauses in a row are no better than one that is too long.
		return throttle.idleMs(longestPauseMs) > longestPauseMs ? takesNothing() : undefined;
	};

	return async (request) => {
		const result = await send(request);
		const reason = result.isDone ? undefined : reasonToEnd(result);
		if (reason !== undefined) throttle.end(reason);
		return result;
	};
}
