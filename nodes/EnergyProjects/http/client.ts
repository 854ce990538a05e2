import type { ICredentialDataDecryptedObject, IHttpRequestMethods } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { credentialTypeOf } from './authentication';
import type { Authentication } from './authentication';
import { requestError } from './errors';
import { asksToSlowDown, isSuccess, outcomeOf } from './outcome';
import type { Answer, BodyForm, Outcome } from './outcome';
import { secretsOf } from './redaction';
import { requestOptions } from './request';
import type { ApiContext, ApiRequest } from './request';
import { MAX_TOTAL_WAIT_MS, mayHaveArrived, mayRepeat, waitBefore } from './retry';
import { createThrottle } from './throttle';

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
	const { authentication, maxParallelRequests, maxRetries, timeoutMs, maxTotalWaitMs } = {
		...clientDefaults,
		...options,
	};
	const credentialType = credentialTypeOf(authentication);
	const http = context.helpers.httpRequestWithAuthentication;
	const throttle = createThrottle(
		maxParallelRequests,
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
	);
	const methodInstead = new Map<Endpoint, IHttpRequestMethods>();
	/** The service asked for a pause longer than any request waits: until then none is sent. */
	let closed: { readonly until: number; readonly attempt: Attempt } | undefined;
	let credential: Promise<ICredentialDataDecryptedObject> | undefined;
	/** A token that n8n renewed is a secret, too. */
	let renewed: readonly string[] = [];

	const send = async (endpoint: Endpoint, request: ApiRequest = {}): Promise<unknown> => {
		credential ??= context.getCredentials(credentialType);
		const data = await credential;
		const options = requestOptions(context, data, endpoint, request, timeoutMs);

		const attempt = async (repeat: number): Promise<Attempt> => {
			if (closed !== undefined && Date.now() < closed.until) {
				return { ...closed.attempt, isSent: false };
			}
			const method = methodInstead.get(endpoint) ?? endpoint.method;
			const outcome = await outcomeOf(
				async () => await http.call(context, credentialType, { ...options, method }),
			);
			const waitMs = waitBefore(repeat, outcome, Math.random());
			const result: Attempt = { outcome, method, waitMs, isSent: true };
			// Before the next request may start, so that a failure is known by then.
			if (authentication === 'oAuth2' && !isFine(outcome, request.expect)) {
				renewed = secretsOf(await context.getCredentials(credentialType).catch(() => ({})));
			}
			if (asksToSlowDown(outcome)) {
				if (waitMs <= maxTotalWaitMs) throttle.slowDown(waitMs);
				else closed = { until: Date.now() + waitMs, attempt: result };
			}
			return result;
		};

		let unclear = false;
		let waitedMs = 0;
		for (let repeat = 1; ; ) {
			const { outcome, method, waitMs, isSent } = await throttle.run(
				async () => await attempt(repeat),
				({ outcome }) => outcome.kind === 'answer' && outcome.statusCode < 500,
				repeat > 1,
			);
			if (isFine(outcome, request.expect)) return outcome.body;
			if (switchMethod(endpoint, method, outcome)) continue;
			// The first DELETE got through and its answer was lost: the record is gone, as was asked.
			if (isGone(outcome) && unclear && method === 'DELETE') return undefined;

			unclear ||= isSuccess(outcome) || (isSent && mayHaveArrived(outcome));
			const isPatient = waitedMs + waitMs <= maxTotalWaitMs;
			if (repeat <= maxRetries && isPatient && mayRepeat(method, outcome)) {
				repeat++;
				waitedMs += waitMs;
				if (!asksToSlowDown(outcome)) await throttle.wait(waitMs);
				continue;
			}
			const info = {
				node: context.getNode(),
				endpoint,
				itemIndex: request.itemIndex,
				secrets: [...secretsOf(data), ...renewed],
				unclear: unclear && method !== 'GET',
				timeoutMs,
			};
			throw requestError(info, outcome, {
				problem: problemWith(outcome, request.expect),
				note: isPatient ? undefined : tooLong(outcome, waitMs, repeat),
			});
		}
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

	return { maxParallelRequests, send, stop: throttle.stop };
}

const isGone = (outcome: Outcome) => outcome.kind === 'answer' && outcome.statusCode === 404;

const isFine = (outcome: Outcome, expected: ApiRequest['expect']): outcome is Answer =>
	isSuccess(outcome) && problemWith(outcome, expected) === undefined;

/** Forms of a body that will do where one of them is expected. */
const FITS: Readonly<Record<NonNullable<ApiRequest['expect']>, readonly BodyForm[]>> = {
	object: ['object', 'page'],
	array: ['array'],
	page: ['page'],
};

/** What is wrong with the body of a success. An empty one is fine where nothing is read from it. */
function problemWith(outcome: Outcome, expected: ApiRequest['expect']): string | undefined {
	if (!isSuccess(outcome)) return undefined;
	const { form } = outcome;
	if (form === 'empty') return expected === undefined ? undefined : 'the answer was empty';
	if (form === 'text') return 'the answer was not JSON';
	if (expected === undefined || FITS[expected].includes(form)) return undefined;
	return `the answer was not the ${expected} that was expected`;
}

/** Why the request is not sent again although another attempt would be left. */
function tooLong(outcome: Outcome, waitMs: number, attempts: number): string {
	if (outcome.kind === 'answer' && outcome.retryAfterMs !== undefined) {
		return `The service asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than one request waits.`;
	}
	return `It was sent ${attempts} times, and has waited as long as one request may.`;
}
