import { isUnauthorized } from './answers/outcome';
import type { Failure, Outcome } from './answers/outcome';

/** One request whose access token the service did not accept, so that it was not carried out. */
export interface RefusedRequest {
	/** Sends it as it was, with the token that is stored by now. */
	repeat(): Promise<Outcome>;
	/** Sends it so that n8n renews the token where it is refused, and then sends it again. */
	renew(): Promise<Outcome>;
}

/**
 * Sends a request again whose token was refused.
 *
 * @returns what became of it: a 401 where the service refuses a new token as well; a failure at the authorization
 * server where the token could not be renewed, for this request or for one before
 */
export type TokenRenewal = (request: RefusedRequest) => Promise<Outcome>;

/**
 * Renews the access token of an OAuth2 credential at most once at a time. Before 2.30 each 401 makes n8n spend the
 * refresh token, of which the service takes every one only once and withdraws the access when it comes back. So the
 * requests of a run that are refused wait for the first of them, and are then sent as they were. Service document,
 * section Authentication, "OAuth 2.0".
 */
export function createTokenRenewal(): TokenRenewal {
	let renewal: Promise<Outcome> | undefined;
	/** It could not be renewed, and is not tried again in this run. */
	let failed: Outcome | undefined;
	/** Nobody knows whether the token was renewed, or still is being renewed. */
	let unfinished: Outcome | undefined;

	const renew = async (request: RefusedRequest): Promise<Outcome> => {
		// Another execution may have renewed it.
		const repeated = await request.repeat();
		if (!isUnauthorized(repeated)) return repeated;
		if (unfinished !== undefined) return (failed = unfinished);

		const outcome = await request.renew();
		if (isUnauthorized(outcome)) return (failed = outcome);
		if (outcome.kind === 'other') return (failed = atAuthServer(outcome));
		if (outcome.kind === 'timeout') unfinished = atAuthServer(outcome);
		return outcome;
	};

	return async (request) => {
		for (;;) {
			if (failed !== undefined) return failed;
			if (renewal === undefined) {
				renewal = renew(request).finally(() => (renewal = undefined));
				return await renewal;
			}
			const before = await renewal;
			if (before.kind !== 'answer' && before.isAtAuthServer) return before;
			if (failed !== undefined) return failed;
			const repeated = await request.repeat();
			if (!isUnauthorized(repeated)) return repeated;
		}
	};
}

/** Of a request that the service has just refused, only the renewal at the other server can fail. */
const atAuthServer = (failure: Failure): Failure => ({ ...failure, isAtAuthServer: true });
