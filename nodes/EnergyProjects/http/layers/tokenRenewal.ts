import { isUnauthorized } from '../answers/outcome';
import type { Failure, Outcome } from '../answers/outcome';
import type { LayeredRequest, Send } from './layer';

/** Why the token could not be renewed, the last time it was tried. */
interface FailedRenewal {
	readonly outcome: Outcome;
	/**
	 * `final`: it is not tried again in this run. `unfinished`: it took too long, so it may have succeeded, or still be
	 * under way. `temporary`: requests that are sent later try again.
	 */
	readonly end: 'final' | 'unfinished' | 'temporary';
}

/**
 * Renews the access token of an OAuth2 credential when the service refuses it, at most once at a time. Before n8n 2.30,
 * each 401 makes n8n use up the refresh token. The service accepts each refresh token only once, and withdraws the
 * access if one is used twice. So the first request that is refused renews the token. The others wait for it, and are
 * then sent again.
 * Service document, section Authentication, "OAuth 2.0".
 *
 * @returns a layer whose outcome is a 401 if the service refuses a new token as well, and a failure or an answer of the
 * authorization server if the token could not be renewed, for this request or for one before
 */
export function withTokenRenewal(send: Send): Send {
	let renewal: Promise<Outcome> | undefined;
	let failure: FailedRenewal | undefined;

	const failed = (end: FailedRenewal['end'], outcome: Outcome) => {
		failure = { end, outcome };
		return outcome;
	};
	const renew = async (request: LayeredRequest): Promise<Outcome> => {
		// Another execution may have renewed the token.
		const retried = await send(request);
		if (!isUnauthorized(retried)) return retried;
		if (failure?.end === 'unfinished') return failed('final', failure.outcome);

		// n8n renews the token only if it may treat a 401 as an error.
		const options = { ...request.options, ignoreHttpStatusErrors: false };
		const outcome = await send({ ...request, options });
		if (isUnauthorized(outcome)) return failed('final', outcome);
		if (outcome.kind === 'other') return failed('final', atAuthServer(outcome));
		if (outcome.kind === 'timeout') failed('unfinished', atAuthServer(outcome));
		else if (outcome.isAtAuthServer) failed('temporary', outcome);
		return outcome;
	};
	/** The outcome of a request that was sent when `before` was the last failure. */
	const failureAfter = (before: FailedRenewal | undefined): Outcome | undefined => {
		// A request that was under way does not renew the token at once after a failure, but only after the pause.
		const isNews = failure?.end === 'temporary' && failure !== before;
		return isNews || failure?.end === 'final' ? failure?.outcome : undefined;
	};

	return async (request) => {
		const before = failure;
		let outcome = await send(request);
		while (isUnauthorized(outcome)) {
			const known = failureAfter(before);
			if (known !== undefined) return known;
			if (renewal === undefined) {
				renewal = renew(request).finally(() => (renewal = undefined));
				return await renewal;
			}
			await renewal;
			outcome = failureAfter(before) ?? (await send(request));
		}
		return outcome;
	};
}

/** After a 401 of the service, only the renewal at the authorization server can fail like this. */
const atAuthServer = (failure: Failure): Failure => ({ ...failure, isAtAuthServer: true });
