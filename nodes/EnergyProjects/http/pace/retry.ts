import type { IHttpRequestMethods } from 'n8n-workflow';
import { isFromGateway, isRequestTimeout } from '../answers/outcome';
import type { Outcome } from '../answers/outcome';

/**
 * Longest time one request may wait for its retries, and longest time a run continues although the service accepts none
 * of its requests, in milliseconds.
 */
export const MAX_TOTAL_WAIT_MS = 120_000;

/** Longest pause the service may ask for, in milliseconds. If it asks for more, the run ends. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Whether a request may be sent again. A POST may not, once it may have reached the service: the record would be
 * created twice.
 */
export function mayRetry(method: IHttpRequestMethods, outcome: Outcome): boolean {
	switch (outcome.kind) {
		case 'answer':
			if (outcome.statusCode === 429) return true;
			if (isRequestTimeout(outcome)) return method === 'GET';
			// If the authorization server could not answer, the request itself was not sent yet.
			if (method !== 'POST' || outcome.isAtAuthServer === true) return outcome.statusCode >= 500;
			return outcome.statusCode === 503 && outcome.retryAfterMs !== undefined;
		case 'dns':
		case 'refused':
			return true;
		case 'timeout':
			// The authorization server may still be renewing the token, and takes each refresh token only once.
			return method !== 'POST' && outcome.isAtAuthServer !== true;
		case 'broken':
			// If the authorization server broke it off, the request itself was not sent yet.
			return method !== 'POST' || outcome.isAtAuthServer === true;
		default:
			return false;
	}
}

/**
 * Whether the service may have carried out the request although no success came back. After a 303 it has: the answer
 * names another address for the result.
 */
export const mayHaveArrived = (outcome: Outcome): boolean => {
	if (outcome.isAtAuthServer === true) return false;
	return outcome.kind === 'answer'
		? outcome.statusCode >= 500 || outcome.statusCode === 303
		: outcome.kind === 'timeout' || outcome.kind === 'broken';
};

const UNANSWERED: ReadonlyArray<Outcome['kind']> = ['dns', 'refused', 'timeout', 'broken'];

/**
 * Whether nobody answered. A refused certificate does not count: somebody sent it. A proxy that reports that it cannot
 * reach the service counts, but not for a create, which it may have passed on.
 */
export const isUnanswered = (method: IHttpRequestMethods, outcome: Outcome): boolean =>
	UNANSWERED.includes(outcome.kind) || (method !== 'POST' && isFromGateway(outcome));
