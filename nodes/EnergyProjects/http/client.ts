import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { explain, NotSentError, requestError } from './errors';
import { problemWith } from './expected';
import { credentialTypeOf, timeoutMsFrom } from './parameters';
import type { Authentication } from './parameters';
import { secretsOf } from './redaction';
import { expectedAnswer, requestOptions } from './request';
import type { ApiContext, ApiRequest } from './request';
import { createRetries } from './retries';
import { cancelSignalOf, sendOnce } from './send';
import { createThrottle } from './throttle';
import { isSuccess, isWithoutAccess } from './verdicts';

export interface ClientOptions {
	readonly authentication?: Authentication;
	/** The credential, if it was read already. */
	readonly credential?: ICredentialDataDecryptedObject;
	/** Longest wait for one answer, in milliseconds. */
	readonly timeoutMs?: number;
	/** How long a request may wait for its retries, in milliseconds; less if a person or a sender waits. */
	readonly patienceMs?: number;
}

/** Longest pause that the service may ask for, and longest time that it may accept nothing. */
const PATIENCE_MS = 10 * 60_000;
/** What a delete returns if its answer was lost and the record is gone afterwards, perhaps since before. */
export const GONE_WHEN_ASKED_AGAIN =
	'The first answer did not come through. Asked again, the service said that there is no such record.';

/** The service as one execution of a node sees it. */
export interface ApiClient {
	/**
	 * Sends one request and returns the body of the answer, undefined if it is empty.
	 *
	 * @throws NodeApiError with the service's text, the status and the item; NodeOperationError if the credential has
	 * no usable address or the ID cannot be part of a path; NotSentError if the run has ended
	 */
	send(endpoint: Endpoint, request?: ApiRequest): Promise<unknown>;
	/** Waits for something. @throws the reason for which the run ended, as soon as there is one */
	orEnd<T>(awaited: Promise<T>, itemIndex?: number): Promise<T | undefined>;
	/**
	 * Starts no more requests of the items after this one: it failed, and the node stops on errors. Without an index, no
	 * request starts any more.
	 */
	stop(after?: number): void;
}

/**
 * A client for one execution: credential, pace and waiting times are shared by all its requests. An API key is read once
 * and handed to n8n with each request; the tokens of OAuth2 change, so n8n reads and renews them itself.
 * Service document, sections Endpoints and Authentication.
 */
export function createClient(context: ApiContext, options: ClientOptions = {}): ApiClient {
	const { authentication = 'apiKey', timeoutMs = timeoutMsFrom() } = options;
	const type = credentialTypeOf(authentication);
	const isOAuth2 = authentication === 'oAuth2';
	const throttle = createThrottle(cancelSignalOf(context));
	const sendToEnd = createRetries(throttle, options.patienceMs ?? PATIENCE_MS);
	let secrets: string[] = [];
	const learn = (credential: ICredentialDataDecryptedObject) => {
		secrets = [...new Set([...secrets, ...secretsOf(credential)])];
		return credential;
	};
	const readCredential = async () => learn(await context.getCredentials(type));
	let reading = options.credential && Promise.resolve(learn(options.credential));

	return {
		orEnd: throttle.orEnd,
		stop: (after = -1) => throttle.stop(after),
		async send(endpoint, request = {}) {
			const credential = await (reading ??= readCredential());
			const { itemIndex, path = {}, about = Object.values(path)[0] } = request;
			const expected = expectedAnswer(endpoint, request);
			const toSend = requestOptions(context, credential, endpoint, request, timeoutMs);
			const handed = isOAuth2 ? undefined : credential;
			const { answer, outcome, isUnclear, isDoneAnyway, note } = await sendToEnd({
				method: endpoint.method,
				itemIndex,
				attempt: async () => {
					const outcome = await sendOnce(context, type, handed, toSend, timeoutMs);
					const isExpected = isSuccess(outcome) && problemWith(outcome, expected) === undefined;
					// n8n may have stored new tokens, and errors must hide those too. They are read within the attempt: the next
					// request starts after it, and this failure may end the run before that.
					if (isOAuth2 && !isExpected) await readCredential().catch(() => undefined);
					return { outcome, answer: isExpected ? outcome : undefined };
				},
			});
			if (answer !== undefined) {
				request.onHeaders?.(answer.headers ?? {});
				return answer.body;
			}
			if (isDoneAnyway) return { message: GONE_WHEN_ASKED_AGAIN };
			const info = { ...request, endpoint, about, expected, timeoutMs, secrets, isOAuth2 };
			if (isWithoutAccess(outcome)) {
				const { problem, advice } = explain(outcome, info);
				throttle.end(
					new NotSentError(`, because the credential gives no access${problem}`, advice),
				);
			}
			throw requestError(context.getNode(), info, outcome, isUnclear, note);
		},
	};
}
