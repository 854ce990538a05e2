import { NodeApiError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import type { Failure } from './failure';
import { redact } from './redaction';
import { serviceText } from './serviceText';

/** What an error message needs to know about the request it belongs to. */
export interface RequestInfo {
	readonly node: INode;
	readonly endpoint: Endpoint;
	readonly itemIndex?: number;
	readonly secrets: readonly string[];
	/** The request may have been carried out although no success came back. */
	readonly unclear: boolean;
	readonly timeoutMs: number;
}

const ADVICE: Record<number, string> = {
	400: 'Check the values of this item against the message above.',
	401: 'Open the credential of this node: enter the API key again, or reconnect the account.',
	403: 'The company or person behind the credential may not do this. Use a credential that may, or ask the administrator of the service.',
	404: 'Check the ID. The record may have been deleted, or belong to another company than the credential.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential and whether a newer version of this package exists.',
	409: 'The record was changed or exists already. Read it again, then repeat the change.',
	413: 'The item is too large for the service. Send less in one item.',
	422: 'Check the values of this item against the message above.',
	429: 'The service asks for fewer requests. Lower "Max Parallel Requests" or raise "Max Retries" in the options, or run the workflow less often.',
};
const SERVER_ADVICE =
	'The service had a problem of its own. Try again later; if it stays, tell the operator of the service.';
const REDIRECT_ADVICE =
	'The service answered with another address. Enter the final address as Base URL in the credential; for safety the credential is not sent along to other addresses.';
const BASE_URL_ADVICE =
	'Check the Base URL in the credential: it must be the address of the service itself, without /api/v1.';
const CHECK_FIRST =
	'The record may have been created although no confirmation came back. Look for it (in the service or with Get Many) before you run this item again, or it may be there twice.';

const UNCLEAR = 'unclear';

/** An answer with a status other than 2xx. Message: what failed, the status and the service's own text. */
export function answerError(
	info: RequestInfo,
	statusCode: number,
	body: unknown,
	note = '',
): NodeApiError {
	const text = serviceText(body, info.secrets);
	return apiError(info, {
		message: `Could not ${info.endpoint.operation} (${statusCode})${text === '' ? '' : `: ${text}`}`,
		description: [note, mayExist(info) ? CHECK_FIRST : adviceFor(statusCode)]
			.filter((part) => part !== '')
			.join(' '),
		httpCode: String(statusCode),
	});
}

/** An answer with status 2xx whose body is not what the service's document describes. */
export function unreadableAnswerError(info: RequestInfo, problem: string): NodeApiError {
	return apiError(info, {
		message: `Could not ${info.endpoint.operation}: ${problem}`,
		description: mayExist(info) ? `${CHECK_FIRST} ${BASE_URL_ADVICE}` : BASE_URL_ADVICE,
	});
}

/** A request that brought no answer at all, or one that n8n keeps to itself. */
export function failureError(info: RequestInfo, failure: Failure): NodeApiError {
	if (failure.statusCode !== undefined) return answerError(info, failure.statusCode, failure.body);
	const { problem, advice } = explain(failure, info.timeoutMs);
	return apiError(info, {
		message: `Could not ${info.endpoint.operation}: ${problem}`,
		description: mayExist(info) ? `${CHECK_FIRST} ${advice}` : advice,
	});
}

/** A create that may have been carried out: the person has to look before trying again. */
const mayExist = ({ endpoint, unclear }: RequestInfo) => unclear && endpoint.method === 'POST';

/** Whether nobody can tell from this error if the service carried the request out. */
export const isUnclear = (error: unknown) =>
	error instanceof NodeApiError && error.context.outcome === UNCLEAR;

function adviceFor(statusCode: number): string {
	if (statusCode >= 500) return SERVER_ADVICE;
	if (statusCode >= 300 && statusCode < 400) return REDIRECT_ADVICE;
	return ADVICE[statusCode] ?? 'Check the values of this item against the message above.';
}

function explain(failure: Failure, timeoutMs: number): { problem: string; advice: string } {
	const code = failure.code === undefined ? '' : ` (${failure.code})`;
	switch (failure.kind) {
		case 'timeout':
			return {
				problem: `the service did not answer within ${timeoutMs / 1000} seconds`,
				advice: 'Raise "Timeout" in the options of this node, or try again later.',
			};
		case 'dns':
			return {
				problem: `the address of the service was not found${code}`,
				advice:
					'Check the Base URL in the credential for typing mistakes, and the DNS of the machine n8n runs on.',
			};
		case 'refused':
			return {
				problem: `the service could not be reached${code}`,
				advice: 'Check the Base URL in the credential, and whether n8n may reach that address.',
			};
		case 'tls':
			return {
				problem: `the certificate of the service was not accepted${code}`,
				advice:
					'Check the Base URL in the credential. For a service with a certificate of its own, switch on "Ignore SSL Issues" in the credential.',
			};
		case 'broken':
			return {
				problem: `the connection to the service broke off${code}`,
				advice: 'Try again; if it stays, check the network between n8n and the service.',
			};
		case 'cancelled':
			return {
				problem: 'the execution was canceled',
				advice: 'A change that was already under way may have been carried out.',
			};
		default:
			return {
				problem: failure.message,
				advice: 'Check the credential of this node: its addresses, and whether it is connected.',
			};
	}
}

function apiError(
	info: RequestInfo,
	parts: { message: string; description: string; httpCode?: string },
): NodeApiError {
	const message = redact(parts.message, info.secrets);
	const description = redact(parts.description, info.secrets);
	// Built from a plain object of ours: the request n8n attaches to its own errors carries the credential.
	const error = new NodeApiError(
		info.node,
		{ message },
		{
			message,
			description,
			...(parts.httpCode !== undefined && { httpCode: parts.httpCode }),
			...(info.itemIndex !== undefined && { itemIndex: info.itemIndex }),
		},
	);
	// n8n replaces a message that happens to contain the name of a network error by a general one.
	error.message = message;
	if (info.unclear) error.context.outcome = UNCLEAR;
	return error;
}
