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
import { statusOf } from './verdicts';
import type { Outcome } from './verdicts';

/**
 * Sends a request once.
 *
 * @param timeoutMs how long it may take, if not as long as usual
 */
export type Send = (options: IHttpRequestOptions, timeoutMs?: number) => Promise<Outcome>;

/** n8n's signal that the execution was canceled; undefined in contexts that have none. */
export const cancelSignalOf = (context: ApiContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** The credential of a request. */
export interface RequestCredential {
	readonly type: string;
	/** Its fields, if n8n need not read them again. */
	readonly handed?: ICredentialDataDecryptedObject;
}

/**
 * Sends a request once, with n8n's request helper, which adds the credential, renews tokens, and ends the request if the
 * execution is canceled. n8n changes the options that it gets, also the address, so each attempt has its own.
 *
 * @returns what became of it, even if n8n throws
 */
export async function sendOnce(
	context: ApiContext,
	{ type, handed: data }: RequestCredential,
	request: IHttpRequestOptions,
	timeoutMs: number,
): Promise<Outcome> {
	const options = { ...request, ...(request.qs && { qs: { ...request.qs } }) };
	const more = data && { credentialsDecrypted: { id: '', name: type, type, data } };
	const outcome = await outcomeWithin(
		timeoutMs,
		context.helpers.httpRequestWithAuthentication.call(context, type, options, more),
	);
	if (outcome.kind !== 'answer' || ![404, 410].includes(statusOf(outcome))) return outcome;
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
	await within(timeoutMs, answering.then(readAnswer).catch(readThrown), () => new Error(TOO_LATE))
		// Only the time limit throws: `readThrown` has made an outcome of everything else.
		.catch((): Outcome => ({ kind: 'timeout', message: TOO_LATE }));

const TOO_LATE = 'no answer in time';
