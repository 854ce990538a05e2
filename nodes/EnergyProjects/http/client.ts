import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { credentialTypeOf } from './authentication';
import type { Authentication } from './authentication';
import { now } from './pace/clock';
import { afterFailure, isNotSent, takesNothing, unreachable } from './pace/notSent';
import { impatience, requestError, withoutAccess } from './errors/requestError';
import type { RequestInfo } from './errors/requestError';
import { isExpectedAnswer, problemWith } from './answerForm';
import { createTokenRenewal } from './tokenRenewal';
import {
	asksToSlowDown,
	isNotFound,
	isRateLimit,
	isSuccess,
	isUnauthorized,
	isWithoutAccess,
} from './answers/outcome';
import type { Outcome } from './answers/outcome';
import { createOutageWatch } from './pace/outage';
import { secretsOf } from './secrets/redaction';
import { createRetryBudget } from './pace/retryBudget';
import { requestOptions } from './request';
import type { ApiContext, ApiRequest } from './request';
import { backoff, isLost, LONGEST_PAUSE_MS, MAX_TOTAL_WAIT_MS, mayHaveArrived } from './pace/retry';
import { sendOnce } from './send';
import { createThrottle } from './pace/throttle';
import type { QueueRank, Turn } from './pace/throttle';

export interface ClientOptions {
	readonly authentication?: Authentication;
	/** Most requests in flight at once. */
	readonly maxParallelRequests?: number;
	/** Most repeats of one request. */
	readonly maxRetries?: number;
	/** Longest wait for one answer, in milliseconds. */
	readonly timeoutMs?: number;
	/** Longest one request may wait for its repeats, in milliseconds. */
	readonly maxTotalWaitMs?: number;
}

export const clientDefaults = {
	authentication: 'apiKey',
	maxParallelRequests: 20,
	maxRetries: 3,
	timeoutMs: 60_000,
	maxTotalWaitMs: MAX_TOTAL_WAIT_MS,
} as const satisfies ClientOptions;

/** The service as one execution of a node sees it. */
export interface ApiClient {
	readonly maxParallelRequests: number;
	/**
	 * Sends one request and returns the body of the answer (undefined where it is empty).
	 *
	 * @throws NodeApiError with the service's text, the status and the item; NodeOperationError where the
	 * credential has no usable address or the id cannot be part of a path
	 */
	send(endpoint: Endpoint, request?: ApiRequest): Promise<unknown>;
	/** Nothing is sent any more: an item has failed, and the others are not to be carried out. */
	stop(): void;
}

/** One attempt, and how long to wait before the next. */
interface Attempt {
	readonly outcome: Outcome;
	readonly method: IHttpRequestMethods;
	readonly waitMs: number;
	/** Not so where the service asked for a pause that is too long to wait for. */
	readonly isSent: boolean;
}

/**
 * A client for one execution: credential, pace and waiting times are shared by all its requests.
 * Service document, sections Endpoints and Authentication.
 */
export function createClient(context: ApiContext, options: ClientOptions = {}): ApiClient {
	const { authentication, maxParallelRequests, timeoutMs, ...others } = {
		...clientDefaults,
		...options,
	};
	const limits = { ...others, longestPauseMs: options.maxTotalWaitMs ?? LONGEST_PAUSE_MS };
	const credentialType = credentialTypeOf(authentication);
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const throttle = createThrottle(maxParallelRequests, cancelSignal);
	const reach = createOutageWatch();
	const expiry = createTokenRenewal();
	const methodInstead = new Map<Endpoint, IHttpRequestMethods>();
	/** The service asked for a pause longer than anybody waits: until then nothing is sent. */
	let closed: { readonly until: number; readonly attempt: Attempt } | undefined;
	let isStopped = false;
	let credential: Promise<ICredentialDataDecryptedObject> | undefined;
	/** A token that n8n renewed is a secret, too. */
	let renewed: readonly string[] = [];

	/** Sends a request once; where its token has expired, again with a new one. */
	const sendWith = async (options: IHttpRequestOptions): Promise<Outcome> => {
		const repeat = async () => await sendOnce(context, credentialType, options, timeoutMs);
		const outcome = await repeat();
		if (authentication !== 'oAuth2' || !isUnauthorized(outcome)) return outcome;
		// n8n renews a token only where a 401 is an error to it.
		const strict = { ...options, ignoreHttpStatusErrors: false };
		return await expiry({
			repeat,
			renew: async () => await sendOnce(context, credentialType, strict, timeoutMs),
		});
	};

	const send = async (endpoint: Endpoint, request: ApiRequest = {}): Promise<unknown> => {
		credential ??= context.getCredentials(credentialType);
		const data = await credential;
		const options = requestOptions(context, data, endpoint, request, timeoutMs);

		const attempt = async (turn: Turn, failures: number): Promise<Attempt> => {
			if (closed !== undefined && now() < closed.until) {
				return { ...closed.attempt, isSent: false };
			}
			const method = methodInstead.get(endpoint) ?? endpoint.method;
			const outcome = await sendWith({ ...options, method });
			const waitMs = pauseAfter(turn, method, outcome, failures);
			// Before the next request may start, so that a failure is known by then.
			if (authentication === 'oAuth2' && !isExpectedAnswer(outcome, request.expect)) {
				renewed = secretsOf(await context.getCredentials(credentialType).catch(() => ({})));
			}
			const result: Attempt = { outcome, method, waitMs, isSent: true };
			if (asksToSlowDown(outcome) && waitMs > limits.longestPauseMs) {
				closed = { until: now() + waitMs, attempt: result };
			}
			return result;
		};

		const repeats = createRetryBudget(limits, { ...throttle, ...reach });
		let beganAt: number | undefined;
		let { method } = endpoint;
		let unclear = false;
		let last: Outcome | undefined;
		const info = (): RequestInfo => {
			const { itemIndex, path = {}, about = Object.values(path)[0] } = request;
			const secrets = [...secretsOf(data), ...renewed];
			const isUnclear = unclear && method !== 'GET';
			const node = context.getNode();
			return { node, endpoint, about, itemIndex, secrets, unclear: isUnclear, timeoutMs };
		};
		const failure = (outcome: Outcome, note?: string) =>
			requestError(info(), outcome, { problem: problemWith(outcome, request.expect), note });
		/**
		 * The run may end while this request waits to be sent again: then its own failure is what is known of it. But
		 * where an item has stopped the run, that item's failure is the one to show, unless this one changed something.
		 */
		const orItsOwnFailure = (reason: unknown) => {
			const isShown = !isStopped || (unclear && method !== 'GET');
			throw last !== undefined && isShown && isNotSent(reason) ? failure(last) : reason;
		};

		for (;;) {
			const { outcome, waitMs, isSent, ...sent } = await throttle
				.run(async (turn) => {
					beganAt ??= now();
					return await attempt(turn, repeats.failures());
				}, rankAfter(last))
				.catch(orItsOwnFailure);
			method = sent.method;
			last = outcome;
			if (isExpectedAnswer(outcome, request.expect)) return outcome.body;
			if (switchMethod(endpoint, method, outcome)) continue;
			// The first DELETE got through and its answer was lost: the record is gone, as was asked.
			if (isNotFound(outcome) && unclear && method === 'DELETE') return undefined;

			unclear ||= isSuccess(outcome) || (isSent && mayHaveArrived(outcome));
			const next = repeats.after(method, outcome, waitMs);
			if (next === 'again') {
				if (!asksToSlowDown(outcome)) await throttle.wait(waitMs).catch(orItsOwnFailure);
				continue;
			}
			if (isWithoutAccess(outcome)) throttle.end(withoutAccess(info(), outcome));
			if (isLost(outcome) && reach.lost(beganAt ?? now())) throttle.end(unreachable());
			const { longestPauseMs } = limits;
			// Nobody would wait for so long if it asked for that at once.
			if (isSent && asksToSlowDown(outcome) && throttle.idleMs(longestPauseMs) > longestPauseMs) {
				throttle.end(takesNothing());
			}
			const note = next === 'tooLong' ? impatience(outcome, waitMs, longestPauseMs) : undefined;
			throw failure(outcome, note);
		}
	};

	/** How long to wait after an attempt; the whole run waits where the service asks for it. */
	const pauseAfter = (
		turn: Turn,
		method: IHttpRequestMethods,
		outcome: Outcome,
		failures: number,
	): number => {
		if (outcome.kind === 'timeout') turn.timedOut();
		// It is not sent again: nothing is gained by letting the others run into the same.
		if (outcome.kind === 'broken' && method === 'POST') turn.refused();
		if (outcome.kind === 'answer') {
			reach.answered();
			const asked = outcome.retryAfterMs;
			if (asksToSlowDown(outcome)) {
				return asked !== undefined && asked > limits.longestPauseMs
					? asked
					: turn.refused(asked, isRateLimit(outcome));
			}
			if (outcome.statusCode < 500) {
				turn.taken();
				return 0;
			}
		}
		return backoff(failures + 1, Math.random());
	};

	/** Updates are documented, their method is not: where PATCH is not allowed and PUT is, PUT it is for this run. */
	const switchMethod = (
		endpoint: Endpoint,
		tried: IHttpRequestMethods,
		outcome: Outcome,
	): boolean => {
		const { fallbackMethod } = endpoint;
		if (fallbackMethod === undefined || tried === fallbackMethod) return false;
		if (outcome.kind !== 'answer' || outcome.statusCode !== 405) return false;
		if (!outcome.allowed.includes(fallbackMethod)) return false;
		methodInstead.set(endpoint, fallbackMethod);
		return true;
	};

	const stop = () => {
		isStopped = true;
		throttle.end(afterFailure());
	};

	return { maxParallelRequests, send, stop };
}

function rankAfter(last: Outcome | undefined): QueueRank {
	if (last === undefined) return 'new';
	return asksToSlowDown(last) ? 'refused' : 'failed';
}
