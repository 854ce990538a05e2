import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Send } from './send';
import { isSuccess, isUnauthorized, isWithoutAccess } from './verdicts';
import type { Failure, Outcome } from './verdicts';

/**
 * Renews the access token of an OAuth2 credential when the service refuses it, at most once at a time. Before n8n 2.30,
 * each 401 makes n8n use up the refresh token. The service accepts each refresh token only once, and withdraws the
 * access if one is used twice. So the first request that is refused renews the token. The others wait for it, and are
 * then sent again. After a renewal that failed for good, none is tried again in this run.
 * Service document, section Authentication, "OAuth 2.0".
 *
 * @param longestMs how long a renewal may take, with the request before and after it. If that is not enough, only the
 * request that needed it fails: the token may be there when the next one is sent
 */
export function withTokenRenewal(send: Send, longestMs: number): Send {
	let renewal: Promise<Outcome> | undefined;
	/** A renewal that took too long. It may still be under way. */
	let late: Failure | undefined;
	/** Why the last renewal failed, and whether none is tried again in this run. */
	let failure: Outcome | undefined;
	let isFinal = false;
	const fail = (outcome: Outcome, isForGood: boolean) => {
		isFinal = isForGood;
		return (failure = outcome);
	};

	const renew = async (options: IHttpRequestOptions): Promise<Outcome> => {
		// Another execution may have renewed the token, or a renewal that took too long.
		const retried = await send(options);
		if (!isUnauthorized(retried)) return retried;
		// The renewal that took too long did not bring a new token, and may have used up the refresh token.
		if (late !== undefined)
			return fail({ ...late, kind: 'notRenewed', isAtAuthServer: true }, true);
		// n8n renews the token only if it may treat a 401 as an error.
		const outcome = await send({ ...options, ignoreHttpStatusErrors: false }, longestMs);
		// n8n may still renew the token, and send the request with it.
		if (outcome.kind === 'timeout') return (late = { ...outcome, kind: 'lateRenewal' });
		// The service has just answered with a 401, so it is the renewal that failed.
		const { kind } = outcome;
		if (kind === 'unsent' || kind === 'other' || kind === 'notRenewed')
			return fail({ ...outcome, kind: 'notRenewed', isAtAuthServer: true }, true);
		return isWithoutAccess(outcome) ? fail(outcome, isUnauthorized(outcome)) : outcome;
	};

	return async (options) => {
		const before = failure;
		// A request already in flight when a renewal failed takes over that failure, instead of starting another renewal at once.
		const knownFailure = () => (isFinal || failure !== before ? failure : undefined);
		for (;;) {
			const outcome = await send(options);
			// The token works, so a renewal that took too long is over: a later 401 may start another.
			if (isSuccess(outcome)) late = undefined;
			if (!isUnauthorized(outcome)) return outcome;
			if (renewal === undefined && knownFailure() === undefined) {
				renewal = renew(options).finally(() => (renewal = undefined));
				return await renewal;
			}
			await renewal;
			const failed = knownFailure();
			if (failed !== undefined) return failed;
		}
	};
}
