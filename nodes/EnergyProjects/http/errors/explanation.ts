import { API_PREFIX } from '../../service/endpoints';
import { isRateLimit, isSuccess } from '../answers/outcome';
import type { Answer, Failure, Outcome } from '../answers/outcome';
import { serviceText } from './serviceText';

/** What went wrong, in the service's own words if it has any, and what to do. */
export interface Explanation {
	/** Follows what could not be done; with `isWhole` it stands by itself. */
	readonly problem: string;
	readonly isWhole?: boolean;
	readonly advice: string;
	readonly httpCode?: string;
}

const CHECK_VALUES = 'Check the values of this item against the message above.';
const ADVICE: Readonly<Record<number, string>> = {
	401: 'Open the credential of this node: enter the API key again, or reconnect the account.',
	403: 'The company or person behind the credential is not allowed to do this. Use a credential that is allowed to, or ask the administrator of the service.',
	404: 'Check the ID. The record may have been deleted, or it may belong to a different company.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential, and whether a newer version of this package exists.',
	408: 'The request took too long to reach the service. Try again later. If the problem continues, check the network between n8n and the service.',
	409: 'The record has changed in the meantime, or it already exists. Read it again, then repeat the change.',
	413: 'The item is too large for the service. Send less in one item.',
	429: 'The service allows fewer requests than this workflow makes. Run it less often or with fewer items, or ask the operator of the service for a higher limit.',
};
const SERVER_ADVICE =
	'The service had an internal problem. Try again later. If the problem continues, tell the operator of the service.';
const AUTH_SERVER_ADVICE =
	'The authorization server cannot renew the access for now. Try again later. If the problem continues, tell the operator of the service.';
const REDIRECT_ADVICE =
	'The service redirects to another address. Enter the final address as Base URL in the credential. For safety, the node does not send the credential to other addresses.';
const BASE_URL_ADVICE = `Check the Base URL in the credential: it must be the address of the service itself, without ${API_PREFIX}.`;

/**
 * Explains why a request did not succeed.
 *
 * @param info the secrets that must not appear, and the time limit for an answer, in milliseconds
 * @param problem what is wrong with the body of a success
 */
export function explain(
	outcome: Outcome,
	info: { readonly secrets: readonly string[]; readonly timeoutMs: number },
	problem = '',
): Explanation {
	if (outcome.kind !== 'answer') return explainFailure(outcome, info.timeoutMs);
	if (isSuccess(outcome)) return { problem: `: ${problem}`, advice: BASE_URL_ADVICE };
	return explainRefusal(outcome, info.secrets);
}

function explainRefusal(answer: Answer, secrets: readonly string[]): Explanation {
	const { statusCode, body, isAtAuthServer = false } = answer;
	const text = serviceText(body, secrets);
	const what = isAtAuthServer ? ': the authorization server did not renew the access' : '';
	return {
		problem: `${what} (${statusCode})${text === '' ? '' : `: ${text}`}`,
		advice: isAtAuthServer ? AUTH_SERVER_ADVICE : adviceFor(statusCode),
		httpCode: String(statusCode),
	};
}

function adviceFor(statusCode: number): string {
	if (statusCode >= 500) return SERVER_ADVICE;
	if (statusCode >= 300 && statusCode < 400) return REDIRECT_ADVICE;
	return ADVICE[statusCode] ?? CHECK_VALUES;
}

function explainFailure(failure: Failure, timeoutMs: number): Explanation {
	const { kind, message, isAtAuthServer = false } = failure;
	const server = isAtAuthServer ? 'the authorization server' : 'the service';
	const url = isAtAuthServer ? 'Authorization Server URL' : 'Base URL';
	const code = failure.code === undefined ? '' : ` (${failure.code})`;
	const explanations: Readonly<Record<Failure['kind'], Explanation>> = {
		timeout: {
			problem: `: ${server} did not answer within ${timeoutMs / 1000} seconds`,
			advice: 'Raise "Timeout" in the options of this node, or try again later.',
		},
		dns: {
			problem: `: the address of ${server} was not found${code}`,
			advice: `Check the ${url} in the credential for typing mistakes, and the DNS of the machine that runs n8n.`,
		},
		refused: {
			problem: `: ${server} could not be reached${code}`,
			advice: `Check the ${url} in the credential, and whether n8n can reach that address.`,
		},
		tls: {
			problem: `: the certificate of ${server} was not accepted${code}`,
			advice: `Check the ${url} in the credential. If the server has a self-signed certificate, switch on "Ignore SSL Issues" in the credential.`,
		},
		broken: {
			problem: `: the connection to ${server} was lost${code}`,
			advice: `Try again. If the problem continues, check the network between n8n and ${server}.`,
		},
		notConnected: {
			// The editor also shows this in place of a list. No operation has failed then.
			problem: 'This account is not connected yet: open the credential and click Connect',
			isWhole: true,
			advice:
				'Nothing was sent: the OAuth2 credential of this node is not connected yet. Connect it, or choose another credential.',
		},
		cancelled: {
			problem: ': the execution was canceled',
			advice: 'A change that was already under way may have been carried out.',
		},
		other: {
			problem: isAtAuthServer
				? `: the authorization server did not renew the access: ${message}`
				: `: ${message}`,
			advice: isAtAuthServer
				? 'Open the credential of this node and reconnect the account. If that fails, check its addresses.'
				: 'Check the credential of this node: its addresses, and whether it is connected.',
		},
	};
	return explanations[kind];
}

/**
 * Why the node does not send a request again although another retry is left.
 *
 * @param waitMs how long it would have had to wait, in milliseconds
 * @param longestPauseMs the longest pause the service may ask for, in milliseconds
 */
export function whyGivenUp(outcome: Outcome, waitMs: number, longestPauseMs: number): string {
	const isAsked = outcome.kind === 'answer' && outcome.retryAfterMs !== undefined;
	if (isAsked && waitMs > longestPauseMs) {
		const server = outcome.isAtAuthServer ? 'authorization server' : 'service';
		return `The ${server} asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than this node waits.`;
	}
	return isRateLimit(outcome)
		? 'The service has accepted no request for a while, although the node waited and tried again.'
		: 'The request has used up its waiting time.';
}
