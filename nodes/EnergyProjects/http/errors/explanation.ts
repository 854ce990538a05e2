import type { Endpoint } from '../../service/endpoints';
import { problemWith } from '../answers/answerForm';
import type { ExpectedAnswer } from '../answers/answerForm';
import { asksForPause, isRateLimit, isSuccess } from '../answers/outcome';
import type { Answer, Failure, Outcome } from '../answers/outcome';
import { AUTH_SERVER_ADVICE, adviceOnProblem, adviceOnRefusal } from './advice';
import { answerProblemText } from './answerProblem';
import { certificateText } from './certificateText';
import { serviceText } from './serviceText';

/** What went wrong, in the service's own words if it has any, and what to do. */
export interface Explanation {
	/** Follows what could not be done; with `isWhole` it stands by itself. */
	readonly problem: string;
	readonly isWhole?: boolean;
	readonly advice: string;
	readonly httpCode?: string;
}

/** What an explanation needs to know about the request. */
export interface ExplainedRequest {
	/** Undefined if the explanation is about the whole run. */
	readonly endpoint?: Endpoint;
	/** Undefined if any answer will do. */
	readonly expected?: ExpectedAnswer;
	/** What must not appear. */
	readonly secrets: readonly string[];
	/** Longest wait for the answer, in milliseconds. */
	readonly timeoutMs: number;
}

/** Explains why a request did not succeed. */
export function explain(outcome: Outcome, request: ExplainedRequest): Explanation {
	if (outcome.kind !== 'answer') return explainFailure(outcome, request);
	return isSuccess(outcome) ? explainBody(outcome, request) : explainRefusal(outcome, request);
}

function explainBody(
	answer: Answer,
	{ endpoint, expected, secrets }: ExplainedRequest,
): Explanation {
	const problem = problemWith(answer, expected) ?? { kind: 'notJson' };
	return {
		problem: `: ${answerProblemText(problem, answer, secrets)}`,
		advice: adviceOnProblem(problem, endpoint),
	};
}

function explainRefusal(answer: Answer, { endpoint, secrets }: ExplainedRequest): Explanation {
	const { statusCode, body, isAtAuthServer = false } = answer;
	const text = serviceText(body, secrets);
	const what = isAtAuthServer ? ': the authorization server did not renew the access token' : '';
	return {
		problem: `${what} (${statusCode})${text === '' ? '' : `: ${text}`}`,
		advice: isAtAuthServer ? AUTH_SERVER_ADVICE : adviceOnRefusal(answer, endpoint),
		httpCode: String(statusCode),
	};
}

function explainFailure(failure: Failure, { secrets, timeoutMs }: ExplainedRequest): Explanation {
	const { kind, isAtAuthServer = false } = failure;
	const message = serviceText(failure.message, secrets);
	const server = isAtAuthServer ? 'the authorization server' : 'the service';
	const url = isAtAuthServer ? 'Authorization Server URL' : 'Base URL';
	const code = failure.code === undefined ? '' : ` (${failure.code})`;
	const explanations: Readonly<Record<Failure['kind'], Explanation>> = {
		timeout: {
			problem: `: ${server} did not answer within ${timeoutMs / 1000} seconds`,
			advice: 'Try again later. If this node has the option "Timeout", you can raise it.',
		},
		dns: {
			problem: `: the address of ${server} was not found${code}`,
			advice: `Check the ${url} in the credential for typos, and the DNS of the machine that runs n8n.`,
		},
		refused: {
			problem: `: ${server} could not be reached${code}`,
			advice: `Check the ${url} in the credential, and whether n8n can reach that address.`,
		},
		handshake: {
			problem: `: no secure connection (https://) to ${server} could be made${code}`,
			advice: `Check the ${url} in the credential. If the service has no https://, let the address start with http://.`,
		},
		tls: certificateText(failure.code, { server, url }),
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
				? `: the authorization server did not renew the access token: ${message}`
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
	if (asksForPause(outcome) && waitMs > longestPauseMs) {
		const server = outcome.isAtAuthServer ? 'authorization server' : 'service';
		return `The ${server} asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than this node waits.`;
	}
	return isRateLimit(outcome)
		? 'The service has not accepted any request for a while, although the node waited and tried again.'
		: 'The request has used up its waiting time.';
}
