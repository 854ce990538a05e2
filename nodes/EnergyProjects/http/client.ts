import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { answerError, failureError, unreadableAnswerError } from './errors';
import type { RequestInfo } from './errors';
import { readFailure } from './failure';
import type { Failure } from './failure';
import { createPace } from './throttle';
import { secretsOf } from './redaction';
import { requestOptions } from './request';
import type { ApiContext, ApiRequest } from './request';
import { backoff, MAX_TOTAL_WAIT_MS, mayHaveArrived, mayRepeat, readRetryAfter } from './retry';
import type { Attempt } from './retry';

export type { ApiContext, ApiRequest };
export type Authentication = 'apiKey' | 'oAuth2';

/** The credential type behind a value of the parameter `authentication`. */
export const credentialTypeOf = (authentication: Authentication) =>
	authentication === 'oAuth2' ? 'energyProjectsOAuth2Api' : 'energyProjectsApi';

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
	maxParallelRequests: 20,
	maxRetries: 3,
	timeoutMs: 60_000,
} as const;

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

/**
 * A client for one execution: credential, pace and waiting times are shared by all its requests.
 * Service document, sections Endpoints and Authentication.
 */
export function createClient(context: ApiContext, options: ClientOptions = {}): ApiClient {
	const credentialType = credentialTypeOf(options.authentication ?? 'apiKey');
	const isRenewable = options.authentication === 'oAuth2';
	const { maxParallelRequests, maxRetries, timeoutMs } = { ...clientDefaults, ...options };
	const maxTotalWaitMs = options.maxTotalWaitMs ?? MAX_TOTAL_WAIT_MS;
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const pace = createPace(maxParallelRequests, cancelSignal);
	const methodInstead = new Map<Endpoint, IHttpRequestMethods>();
	/** The service asked for a pause longer than any request waits: until then none is sent. */
	let closed: { readonly until: number; readonly answer: IN8nHttpFullResponse } | undefined;
	let credential: Promise<ICredentialDataDecryptedObject> | undefined;

	const attempt = async (request: IHttpRequestOptions): Promise<IN8nHttpFullResponse | Failure> => {
		try {
			return (await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialType,
				request,
			)) as IN8nHttpFullResponse;
		} catch (error) {
			return readFailure(error);
		}
	};

	const send = async (endpoint: Endpoint, request: ApiRequest = {}): Promise<unknown> => {
		credential ??= context.getCredentials(credentialType);
		const credentialData = await credential;
		const info: RequestInfo = {
			node: context.getNode(),
			endpoint,
			secrets: secretsOf(credentialData),
			unclear: false,
			timeoutMs,
			...(request.itemIndex !== undefined && { itemIndex: request.itemIndex }),
		};
		let latest: ICredentialDataDecryptedObject = {};
		const explained = (): RequestInfo => ({
			...info,
			secrets: [...info.secrets, ...secretsOf(latest)],
			unclear: unclear && method !== 'GET',
		});
		const options = requestOptions(context, credentialData, endpoint, request, timeoutMs);
		let method: IHttpRequestMethods = endpoint.method;
		let waitedMs = 0;
		let unclear = false;
		let isSent = true;

		for (let repeat = 1; ; ) {
			const outcome = await pace.run(
				async () => {
					method = methodInstead.get(endpoint) ?? endpoint.method;
					isSent = closed === undefined || Date.now() >= closed.until;
					if (!isSent && closed !== undefined) return closed.answer;
					const result = await attempt({ ...options, method });
					// A token that n8n renewed is a secret, too. Read before the next request may start, so that a failure
					// is known by then.
					if (isRenewable && !isFine(result, request.expect)) {
						latest = await context.getCredentials(credentialType).catch(() => ({}));
					}
					if (isAnswer(result) && asksToSlowDown(result.statusCode)) {
						const waitMs = waitFor(result, repeat);
						if (waitMs <= maxTotalWaitMs) pace.slowDown(waitMs);
						else closed = { until: Date.now() + waitMs, answer: result };
					}
					return result;
				},
				(result) => isAnswer(result) && result.statusCode < 500,
				repeat > 1,
			);

			if (isAnswer(outcome) && isSuccess(outcome)) {
				const problem = problemWith(outcome.body, request.expect);
				if (problem === undefined) return isEmpty(outcome.body) ? undefined : outcome.body;
				unclear = true;
				throw unreadableAnswerError(explained(), problem);
			}
			if (isAnswer(outcome) && switchMethod(endpoint, method, outcome, methodInstead)) {
				continue;
			}
			// The first DELETE got through and its answer was lost: the record is gone, as was asked.
			if (isAnswer(outcome) && outcome.statusCode === 404 && unclear && method === 'DELETE') {
				return undefined;
			}
			const result = toAttempt(outcome);
			unclear ||= isSent && mayHaveArrived(result);
			const waitMs = isAnswer(outcome) ? waitFor(outcome, repeat) : backoff(repeat, Math.random());
			const patient = waitedMs + waitMs <= maxTotalWaitMs;
			if (repeat <= maxRetries && patient && mayRepeat(method, result)) {
				repeat++;
				waitedMs += waitMs;
				if (!isAnswer(outcome) || !asksToSlowDown(outcome.statusCode)) await pace.wait(waitMs);
				continue;
			}
			const final = explained();
			if (!isAnswer(outcome)) throw failureError(final, outcome);
			const note = !patient
				? `The service asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than one request waits.`
				: '';
			throw answerError(final, outcome.statusCode, outcome.body, note);
		}
	};

	return { maxParallelRequests, send, stop: pace.stop };
}

const isAnswer = (outcome: IN8nHttpFullResponse | Failure): outcome is IN8nHttpFullResponse =>
	'headers' in outcome;

const isSuccess = ({ statusCode }: IN8nHttpFullResponse) => statusCode >= 200 && statusCode < 300;

const isFine = (outcome: IN8nHttpFullResponse | Failure, expected: ApiRequest['expect']) =>
	isAnswer(outcome) && isSuccess(outcome) && problemWith(outcome.body, expected) === undefined;

const asksToSlowDown = (statusCode: number) => statusCode === 429 || statusCode === 503;

function waitFor(answer: IN8nHttpFullResponse, repeat: number): number {
	return (
		readRetryAfter(answer.headers['retry-after'], Date.now()) ?? backoff(repeat, Math.random())
	);
}

function toAttempt(outcome: IN8nHttpFullResponse | Failure): Attempt {
	if (isAnswer(outcome)) {
		const retryAfterMs = readRetryAfter(outcome.headers['retry-after'], Date.now());
		return {
			statusCode: outcome.statusCode,
			...(retryAfterMs !== undefined && { retryAfterMs }),
		};
	}
	if (outcome.statusCode !== undefined) return { statusCode: outcome.statusCode };
	if (outcome.kind === 'dns' || outcome.kind === 'refused') return { failure: 'notReached' };
	if (outcome.kind === 'timeout' || outcome.kind === 'broken') return { failure: 'unclear' };
	return { failure: 'permanent' };
}

/** Updates are documented, their method is not: where PATCH is not allowed and PUT is, PUT it is for this run. */
function switchMethod(
	endpoint: Endpoint,
	tried: IHttpRequestMethods,
	answer: IN8nHttpFullResponse,
	methodInstead: Map<Endpoint, IHttpRequestMethods>,
): boolean {
	const { fallbackMethod } = endpoint;
	if (answer.statusCode !== 405 || fallbackMethod === undefined || tried === fallbackMethod) {
		return false;
	}
	const allowed = String(answer.headers.allow ?? '').toUpperCase();
	if (!allowed.split(/[\s,]+/).includes(fallbackMethod)) return false;
	methodInstead.set(endpoint, fallbackMethod);
	return true;
}

const isEmpty = (body: unknown) => body === undefined || body === null || body === '';

/** An empty body is fine where nothing is read from it; a text where JSON belongs is a proxy's page. */
function problemWith(body: unknown, expected: ApiRequest['expect']): string | undefined {
	if (isEmpty(body)) return expected === undefined ? undefined : 'the answer was empty';
	if (typeof body !== 'object') return 'the answer was not JSON';
	const fits = {
		object: !Array.isArray(body),
		array: Array.isArray(body),
		page: Array.isArray((body as { items?: unknown }).items),
	};
	if (expected === undefined || fits[expected]) return undefined;
	return `the answer was not the ${expected} that was expected`;
}
