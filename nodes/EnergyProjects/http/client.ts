import type { Endpoint } from '../service/endpoints';
import type { Authentication } from './authentication';
import { whyGivenUp } from './errors/explanation';
import { requestError, withoutAccess } from './errors/requestError';
import { withEndOfRun } from './layers/endOfRun';
import type { GivenUp, Send } from './layers/layer';
import { withMethodFallback } from './layers/methodFallback';
import { withRetries } from './layers/retries';
import { withTokenRenewal } from './layers/tokenRenewal';
import { StoppedError } from './pace/notSent';
import { createOutageWatch } from './pace/outage';
import { LONGEST_PAUSE_MS, MAX_TOTAL_WAIT_MS } from './pace/retry';
import { createThrottle } from './pace/throttle';
import { expectedAnswer, listNoticeIn, locationIn, requestOptions } from './request';
import type { ApiContext, ApiRequest } from './request';
import { createRunCredential } from './runCredential';
import { cancelSignalOf, sendOnce } from './send';

export interface ClientOptions {
	readonly authentication?: Authentication;
	/** Most requests in flight at once. */
	readonly maxParallelRequests?: number;
	/** Most retries of one request. */
	readonly maxRetries?: number;
	/** Longest wait for one answer, in milliseconds. */
	readonly timeoutMs?: number;
	/** Longest time one request may wait for its retries, in milliseconds. */
	readonly maxTotalWaitMs?: number;
	/** Whether to wait if nobody answers, since the service may be restarting. Not if a person waits. */
	readonly waitsForRestarts?: boolean;
}

export const clientDefaults = {
	authentication: 'apiKey',
	maxParallelRequests: 20,
	maxRetries: 3,
	timeoutMs: 60_000,
	maxTotalWaitMs: MAX_TOTAL_WAIT_MS,
	waitsForRestarts: true,
} as const satisfies ClientOptions;

/** The service as one execution of a node sees it. */
export interface ApiClient {
	readonly maxParallelRequests: number;
	/**
	 * Sends one request and returns the body of the answer, undefined if it is empty.
	 *
	 * @throws NodeApiError with the service's text, the status and the item; NodeOperationError if the credential has
	 * no usable address or the ID cannot be part of a path
	 */
	send(endpoint: Endpoint, request?: ApiRequest): Promise<unknown>;
	/** Ends the run: an item has failed, and the person does not want the others to be carried out. */
	stop(): void;
}

/**
 * A client for one execution: credential, pace and waiting times are shared by all its requests.
 * Service document, sections Endpoints and Authentication.
 */
export function createClient(context: ApiContext, options: ClientOptions = {}): ApiClient {
	const { authentication, maxParallelRequests, timeoutMs, waitsForRestarts, ...others } = {
		...clientDefaults,
		...options,
	};
	const limits = { ...others, longestPauseMs: options.maxTotalWaitMs ?? LONGEST_PAUSE_MS };
	const credential = createRunCredential(context, authentication);
	const throttle = createThrottle(maxParallelRequests, cancelSignalOf(context));
	const pace = { throttle, limits, outages: createOutageWatch(waitsForRestarts) };

	const attempt: Send = async (request) =>
		await sendOnce(context, credential.type, request.options, timeoutMs);
	const authorized = authentication === 'oAuth2' ? withTokenRenewal(attempt) : attempt;
	const retried = withRetries(withMethodFallback(authorized), pace, credential.readRenewed);
	const sendToEnd = withEndOfRun(retried, pace, (outcome) =>
		withoutAccess(outcome, { secrets: credential.secrets(), timeoutMs }),
	);

	const failure = (given: GivenUp, endpoint: Endpoint, request: ApiRequest) => {
		const { outcome, isUnclear, waitMs, isTooLong } = given;
		const { itemIndex, path = {}, about = Object.values(path)[0] } = request;
		const expected = expectedAnswer(endpoint, request);
		const info = { endpoint, about, itemIndex, isUnclear, timeoutMs, expected };
		const own = { node: context.getNode(), secrets: credential.secrets() };
		return requestError({ ...info, ...own }, outcome, {
			note: isTooLong ? whyGivenUp(outcome, waitMs, limits.longestPauseMs) : undefined,
		});
	};

	return {
		maxParallelRequests,
		async send(endpoint, request = {}) {
			const data = await credential.read();
			const options = requestOptions(context, data, endpoint, request, timeoutMs);
			const expect = expectedAnswer(endpoint, request);
			const result = await sendToEnd({ endpoint, options, expect });
			if (!result.isDone) throw failure(result, endpoint, request);
			const { answer } = result;
			if (answer === undefined) {
				request.onInferred?.();
				return undefined;
			}
			request.onListNotice?.(listNoticeIn(answer, options.url));
			const location = locationIn(answer, options.url);
			if (location !== undefined) request.onLocation?.(location);
			return answer.body;
		},
		stop: () => throttle.end(new StoppedError()),
	};
}
