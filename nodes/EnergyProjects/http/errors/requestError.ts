import { NodeApiError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { API_PREFIX } from '../../service/endpoints';
import type { Endpoint } from '../../service/endpoints';
import { NotSentError } from '../pace/notSent';
import { isRateLimit, isSuccess } from '../answers/outcome';
import type { Answer, Failure, Outcome } from '../answers/outcome';
import { redact } from '../secrets/redaction';
import { serviceText } from './serviceText';

/** What an error message needs to know about the request it belongs to. */
export interface RequestInfo {
	readonly node: INode;
	readonly endpoint: Endpoint;
	/** What the person calls the record it is about; undefined where it is about none. */
	readonly about?: string;
	readonly itemIndex?: number;
	readonly secrets: readonly string[];
	/** The request may have been carried out although no success came back. */
	readonly unclear: boolean;
	readonly timeoutMs: number;
}

const CHECK_VALUES = 'Check the values of this item against the message above.';
const ADVICE: Readonly<Record<number, string>> = {
	401: 'Open the credential of this node: enter the API key again, or reconnect the account.',
	403: 'The company or person behind the credential may not do this. Use a credential that may, or ask the administrator of the service.',
	404: 'Check the ID. The record may have been deleted, or belong to another company than the credential.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential and whether a newer version of this package exists.',
	409: 'The record was changed or exists already. Read it again, then repeat the change.',
	413: 'The item is too large for the service. Send less in one item.',
	429: 'The service takes fewer requests than this workflow makes. Run it less often or with fewer items, or ask the operator of the service for a higher limit.',
};
const SERVER_ADVICE =
	'The service had a problem of its own. Try again later; if it stays, tell the operator of the service.';
const REDIRECT_ADVICE =
	'The service answered with another address. Enter the final address as Base URL in the credential; for safety the credential is not sent along to other addresses.';
const BASE_URL_ADVICE = `Check the Base URL in the credential: it must be the address of the service itself, without ${API_PREFIX}.`;
const CHECK_FIRST =
	'The record may have been created although no confirmation came back. Look for it (in the service or with Get Many) before you run this item again, or it may be there twice.';

const UNCLEAR = 'unclear';
/** Characters of a record's name that an error shows. */
const LONGEST_NAME = 100;

/** What went wrong, in the service's own words where it has some, and what to do. */
interface Explanation {
	/** Follows what could not be done; with `isWhole` it stands by itself. */
	readonly problem: string;
	readonly isWhole?: boolean;
	readonly advice: string;
	readonly httpCode?: string;
}

/**
 * The error of a request that did not succeed.
 *
 * @param problem what is wrong with the body of a success
 * @param note what else the person should know, before the advice
 */
export function requestError(
	info: RequestInfo,
	outcome: Outcome,
	{ problem, note }: { problem?: string; note?: string } = {},
): NodeApiError {
	const explanation = explain(info, outcome, problem);
	// A create that may have been carried out: the person has to look before trying again.
	const mayExist = info.unclear && info.endpoint.method === 'POST';
	const isRefused = outcome.kind === 'answer' && !isSuccess(outcome);
	const advice = [
		note,
		mayExist ? CHECK_FIRST : undefined,
		mayExist && isRefused ? undefined : explanation.advice,
	];
	const error = apiError(info, {
		...explanation,
		advice: advice.filter((part) => part !== undefined).join(' '),
	});
	if (outcome.kind === 'answer') error.context.answerForm = outcome.form;
	return error;
}

/** What requests fail with that are not sent, since the credential of an earlier one was not accepted. */
export function withoutAccess(info: RequestInfo, outcome: Outcome): NotSentError {
	const { problem, advice } = explain(info, outcome);
	return new NotSentError(
		redact(`Not sent, since the credential gives no access${problem}`, info.secrets),
		`Nothing of this item was sent, so it can be run again. ${redact(advice, info.secrets)}`,
	);
}

/** Whether nobody can tell from this error if the service carried the request out. */
export const isUnclear = (error: unknown) =>
	error instanceof NodeApiError && error.context.outcome === UNCLEAR;

/** Whether the service answered that there is no such record. */
export const isNotFoundError = (error: unknown) =>
	error instanceof NodeApiError && error.httpCode === '404';

/** The same, and in the service's form: a 404 that is no JSON comes from something else on the way. */
export const isNotFoundByService = (error: unknown) =>
	isNotFoundError(error) &&
	error instanceof NodeApiError &&
	['object', 'page'].includes(String(error.context.answerForm));

/** What was to be done, in words that follow "Could not", with the record as the person calls it. */
function operationOf({ endpoint, about = '', secrets }: RequestInfo): string {
	// Before it is cut, or the rest of a secret could not be recognised.
	const name = [...redact(about, secrets).replace(/\s+/g, ' ').trim()];
	if (endpoint.operationOn === undefined || name.length === 0) return endpoint.operation;
	const shown =
		name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).join('')} …` : name.join('');
	return `${endpoint.operationOn} ${shown}`;
}

function explain(info: RequestInfo, outcome: Outcome, problem = ''): Explanation {
	if (outcome.kind !== 'answer') return explainFailure(outcome, info.timeoutMs);
	if (isSuccess(outcome)) return { problem: `: ${problem}`, advice: BASE_URL_ADVICE };
	return explainRefusal(outcome, info.secrets);
}

function explainRefusal({ statusCode, body }: Answer, secrets: readonly string[]): Explanation {
	const text = serviceText(body, secrets);
	return {
		problem: ` (${statusCode})${text === '' ? '' : `: ${text}`}`,
		advice: adviceFor(statusCode),
		httpCode: String(statusCode),
	};
}

function adviceFor(statusCode: number): string {
	if (statusCode >= 500) return SERVER_ADVICE;
	if (statusCode >= 300 && statusCode < 400) return REDIRECT_ADVICE;
	return ADVICE[statusCode] ?? CHECK_VALUES;
}

function explainFailure(failure: Failure, timeoutMs: number): Explanation {
	const isAtAuthServer = failure.isAtAuthServer === true;
	const server = isAtAuthServer ? 'the authorization server' : 'the service';
	const url = isAtAuthServer ? 'Authorization Server URL' : 'Base URL';
	const code = failure.code === undefined ? '' : ` (${failure.code})`;
	switch (failure.kind) {
		case 'timeout':
			return {
				problem: `: ${server} did not answer within ${timeoutMs / 1000} seconds`,
				advice: 'Raise "Timeout" in the options of this node, or try again later.',
			};
		case 'dns':
			return {
				problem: `: the address of ${server} was not found${code}`,
				advice: `Check the ${url} in the credential for typing mistakes, and the DNS of the machine n8n runs on.`,
			};
		case 'refused':
			return {
				problem: `: ${server} could not be reached${code}`,
				advice: `Check the ${url} in the credential, and whether n8n may reach that address.`,
			};
		case 'tls':
			return {
				problem: `: the certificate of ${server} was not accepted${code}`,
				advice: `Check the ${url} in the credential. For a server with a certificate of its own, switch on "Ignore SSL Issues" in the credential.`,
			};
		case 'broken':
			return {
				problem: `: the connection to ${server} broke off${code}`,
				advice: `Try again; if it stays, check the network between n8n and ${server}.`,
			};
		case 'notConnected':
			return {
				// The editor shows it in place of a list too, where no word of an operation fits.
				problem: 'This account is not connected yet: open the credential and click Connect',
				isWhole: true,
				advice:
					'Nothing was sent: the OAuth2 credential of this node holds no access yet. Connect it, or choose another credential.',
			};
		case 'cancelled':
			return {
				problem: ': the execution was canceled',
				advice: 'A change that was already under way may have been carried out.',
			};
		default:
			return {
				problem: isAtAuthServer
					? `: the authorization server did not renew the access: ${failure.message}`
					: `: ${failure.message}`,
				advice: isAtAuthServer
					? 'Open the credential of this node and reconnect the account; if that fails, check its addresses.'
					: 'Check the credential of this node: its addresses, and whether it is connected.',
			};
	}
}

function apiError(
	info: RequestInfo,
	{ problem, isWhole, advice, httpCode }: Explanation,
): NodeApiError {
	const whole = isWhole ? problem : `Could not ${operationOf(info)}${problem}`;
	const message = redact(whole, info.secrets);
	const description = redact(advice, info.secrets);
	// Built from a plain object of ours: the request n8n attaches to its own errors carries the credential.
	const error = new NodeApiError(
		info.node,
		{ message },
		{ message, description, httpCode, itemIndex: info.itemIndex },
	);
	// n8n replaces a message that happens to contain the name of a network error by a general one.
	error.message = message;
	if (info.unclear) error.context.outcome = UNCLEAR;
	return error;
}

/**
 * Why the request is not sent again although another attempt would be left.
 *
 * @param waitMs how long it would have had to wait, in milliseconds
 * @param longestPauseMs the longest pause the service may ask for, in milliseconds
 */
export function impatience(outcome: Outcome, waitMs: number, longestPauseMs: number): string {
	const isAsked = outcome.kind === 'answer' && outcome.retryAfterMs !== undefined;
	if (isAsked && waitMs > longestPauseMs) {
		return `The service asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than this node waits.`;
	}
	return isRateLimit(outcome)
		? 'The service has taken no request for a while, however long the node waited.'
		: 'It has waited for another attempt as long as one request may.';
}
