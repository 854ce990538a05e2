import type { IHttpRequestOptions } from 'n8n-workflow';
import { outcomeOf } from './answers/outcome';
import type { Outcome } from './answers/outcome';
import type { ApiContext } from './request';

/**
 * Sends a request once, by way of n8n's request helper, which adds the credential and renews tokens. The time limit
 * holds for the whole of it: for a token that is renewed first, and for an answer that trickles in. A canceled
 * execution ends it at once.
 *
 * @param timeoutMs in milliseconds
 */
export async function sendOnce(
	context: ApiContext,
	credentialType: string,
	request: IHttpRequestOptions,
	timeoutMs: number,
): Promise<Outcome> {
	const timeLimit = AbortSignal.timeout(timeoutMs);
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signal = cancelSignal ? AbortSignal.any([cancelSignal, timeLimit]) : timeLimit;
	let end = () => {};
	const ending = new Promise<Outcome>((resolve) => {
		end = () =>
			resolve({
				kind: cancelSignal?.aborted ? 'cancelled' : 'timeout',
				message: 'The request was ended',
			});
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
	const answering = outcomeOf(
		async () =>
			await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, signal),
				credentialType,
				{ ...request, abortSignal: signal },
			),
	);
	try {
		return await Promise.race([answering, ending]);
	} finally {
		// Or the answer would stay in memory until the time limit is over.
		signal.removeEventListener('abort', end);
	}
}

/**
 * The same context, but for the signal that ends a request: where a context has one, n8n takes it in place of the
 * request's own. A time limit of the HTTP client alone would not do, it begins anew with every byte.
 */
const withSignal = (context: ApiContext, signal: AbortSignal): ApiContext =>
	'getExecutionCancelSignal' in context
		? (Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext)
		: context;
