import { isUnauthorized } from '../answers/outcome';
import type { Failure, Outcome } from '../answers/outcome';
import type { LayeredRequest, Send } from './layer';

/**
 * Renews the access token of an OAuth2 credential when the service refuses it, at most once at a time. Before n8n 2.30,
 * each 401 makes n8n spend the refresh token. The service takes every refresh token only once, and withdraws the access
 * when one comes back. So the requests that are refused wait for the first of them, and are then sent as they were.
 * Service document, section Authentication, "OAuth 2.0".
 *
 * @returns a layer whose outcome is a 401 if the service refuses a new token as well, and a failure at the
 * authorization server if the token could not be renewed, for this request or for one before
 */
export function withTokenRenewal(send: Send): Send {
	let renewal: Promise<Outcome> | undefined;
	/** The renewal failed, and is not tried again in this run. */
	let failed: Outcome | undefined;
	/** A renewal that took too long: it may have succeeded, or still be under way. */
	let unfinished: Outcome | undefined;

	const renew = async (request: LayeredRequest): Promise<Outcome> => {
		// Another execution may have renewed the token.
		const retried = await send(request);
		if (!isUnauthorized(retried)) return retried;
		if (unfinished !== undefined) return (failed = unfinished);

		// n8n renews the token only if it may treat a 401 as an error.
		const options = { ...request.options, ignoreHttpStatusErrors: false };
		const outcome = await send({ ...request, options });
		if (isUnauthorized(outcome)) return (failed = outcome);
		if (outcome.kind === 'other') return (failed = atAuthServer(outcome));
		if (outcome.kind === 'timeout') unfinished = atAuthServer(outcome);
		return outcome;
	};

	return async (request) => {
		let outcome = await send(request);
		while (isUnauthorized(outcome)) {
			if (failed !== undefined) return failed;
			if (renewal === undefined) {
				renewal = renew(request).finally(() => (renewal = undefined));
				return await renewal;
			}
			const earlier = await renewal;
			if (earlier.kind !== 'answer' && earlier.isAtAuthServer) return earlier;
			if (failed !== undefined) return failed;
			outcome = await send(request);
		}
		return outcome;
	};
}

/** After a 401 of the service, only the renewal at the authorization server can fail like this. */
const atAuthServer = (failure: Failure): Failure => ({ ...failure, isAtAuthServer: true });
