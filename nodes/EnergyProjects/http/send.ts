import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { within } from '../values/timeLimit';
import { isAboutPath } from './aboutPath';
import { readAnswer } from './answer';
import { readThrown } from './readThrown';
import type { ApiContext } from './request';
import type { Outcome } from './verdicts';

/** n8n's signal that the execution was canceled; undefined in contexts that have none. */
export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Sends a request once, with n8n's request helper, which adds the credential, and ends the request if the execution is
 * canceled. After a 401 to a token of OAuth2, n8n sends it a second time: with the token that is stored by then, or with
 * one that it renews, once for all requests that need it. n8n changes the options that it gets, also the address, so each
 * attempt has its own.
 *
 * @param data the credential's fields; undefined for OAuth2, whose token n8n reads itself
 * @returns what became of it, even if n8n throws
 */
export async function sendOnce(
	context: ApiContext,
	type: string,
	data: ICredentialDataDecryptedObject | undefined,
	request: IHttpRequestOptions,
	timeoutMs: number,
): Promise<Outcome> {
	// This node reads every status itself. But n8n renews a token only if a 401 is an error; with an API key, it would just
	// send the request again.
	const ignoreHttpStatusErrors = data !== undefined || { ignore: true as const, except: [401] };
	const options = { ...request, qs: { ...request.qs }, ignoreHttpStatusErrors };
	const more = data && { credentialsDecrypted: { id: '', name: type, type, data } };
	const outcome = await outcomeWithin(
		timeoutMs,
		context.helpers.httpRequestWithAuthentication.call(context, type, options, more),
	);
	if (outcome.kind !== 'answer' || ![404, 410].includes(outcome.statusCode)) return outcome;
	return { ...outcome, isAboutPath: isAboutPath(outcome.body, request.url) };
}

/**
 * What becomes of a request within a time, which covers all of it: the renewal of a token, and an answer that arrives
 * slowly. The time limit of the HTTP client starts over with every byte.
 *
 * @param answering n8n's full response to the request
 */
export const outcomeWithin = async (
	timeoutMs: number,
	answering: Promise<IN8nHttpFullResponse>,
): Promise<Outcome> =>
	await within(timeoutMs, answering, () => new Error('ETIMEDOUT')).then(readAnswer, readThrown);
