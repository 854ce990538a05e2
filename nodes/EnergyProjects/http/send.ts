import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { Failure, Outcome } from './answers/outcome';
import { readAnswer } from './answers/readAnswer';
import { readThrown } from './answers/readThrown';
import type { ApiContext } from './request';

/** n8n's signal that the execution was canceled; undefined in contexts that have none. */
export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Sends a request once, with n8n's request helper, which adds the credential and renews tokens. The time limit covers
 * all of it: the renewal of a token, and an answer that arrives slowly. Canceling the execution ends it at once.
 *
 * @param timeoutMs in milliseconds
 * @returns what became of it, even if n8n throws
 */
export async function sendOnce(
	context: ApiContext,
	credentialType: string,
	request: IHttpRequestOptions,
	timeoutMs: number,
): Promise<Outcome> {
	const timeLimit = AbortSignal.timeout(timeoutMs);
	const cancelSignal = cancelSignalOf(context);
	const signal = cancelSignal ? AbortSignal.any([cancelSignal, timeLimit]) : timeLimit;
	const answering = context.helpers.httpRequestWithAuthentication.call(
		withSignal(context, signal),
		credentialType,
		{ ...request, abortSignal: signal },
	);
	return await outcomeUntil(signal, answering, () =>
		cancelSignal?.aborted ? 'cancelled' : 'timeout',
	);
}

/**
 * What becomes of a request, known as soon as a signal ends it.
 *
 * @param answering n8n's full response to the request
 * @param whyEnded why the signal ended it; called only then
 */
export async function outcomeUntil(
	signal: AbortSignal,
	answering: Promise<IN8nHttpFullResponse>,
	whyEnded: () => Failure['kind'],
): Promise<Outcome> {
	let end = () => {};
	const ending = new Promise<Outcome>((resolve) => {
		end = () => resolve({ kind: whyEnded(), message: 'The request was ended' });
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
	try {
		return await Promise.race([answering.then(readAnswer).catch(readThrown), ending]);
	} finally {
		// Otherwise the answer would stay in memory until the time limit is over.
		signal.removeEventListener('abort', end);
	}
}

/**
 * The same context with this signal as its cancel signal. If a context has one, n8n uses it instead of the request's
 * own. The time limit of the HTTP client would not do: it starts over with every byte.
 */
const withSignal = (context: ApiContext, signal: AbortSignal): ApiContext =>
	'getExecutionCancelSignal' in context
		? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext)
		: context;
