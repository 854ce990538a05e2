import { API_PREFIX } from '../../service/endpoints';
import type { Endpoint } from '../../service/endpoints';
import { isNotFound } from '../answers/outcome';
import type { Answer } from '../answers/outcome';
import type { AnswerProblem } from '../answers/answerForm';

export const BASE_URL_ADVICE = `Check the Base URL in the credential: it must be the address of the service itself, without ${API_PREFIX}.`;

const CHECK_VALUES = 'Check the values of this item against what the service says.';
const CHECK_ID =
	'Check the ID. The record may have been deleted, or it may belong to a different company.';
const NOT_THE_SERVICE =
	'The answer is not in the format that the service uses, so it says nothing about the record.';
const ADVICE: Readonly<Record<number, string>> = {
	401: 'Open the credential of this node: enter the API key again, or reconnect the account.',
	403: 'The company or person behind the credential is not allowed to do this. Use a credential that is allowed to, or ask the administrator of the service.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential, and whether a newer version of this package exists.',
	408: 'The request took too long to reach the service. Try again later. If the problem continues, check the network between n8n and the service.',
	409: 'The record has changed in the meantime, or it already exists. Read it again, then repeat the change.',
	413: 'The item is too large for the service. Send less in one item.',
	429: 'The service allows fewer requests than this workflow makes. Run it less often or with fewer items, or ask the operator of the service for a higher limit.',
};
const SERVER_ADVICE =
	'The service had an internal problem. Try again later. If the problem continues, tell the operator of the service.';
/** On an authorization server that cannot renew a token. */
export const AUTH_SERVER_ADVICE =
	'The authorization server cannot renew the access token at the moment. Try again later. If the problem continues, tell the operator of the service.';
const REDIRECT_ADVICE =
	'The service redirects to another address. Enter the final address as Base URL in the credential. For safety, the node does not send the credential to other addresses.';

/** What to do about an answer that is not a success. */
export function adviceOnRefusal(answer: Answer, endpoint?: Endpoint): string {
	const { statusCode } = answer;
	if (statusCode >= 500) return SERVER_ADVICE;
	if (statusCode >= 300 && statusCode < 400) return REDIRECT_ADVICE;
	if (statusCode === 404 && endpoint !== undefined) return adviceOnNotFound(answer, endpoint);
	return ADVICE[statusCode] ?? CHECK_VALUES;
}

/** What to do about a success whose body is not what was expected. */
export const adviceOnProblem = ({ kind }: AnswerProblem, endpoint: Endpoint | undefined): string =>
	kind === 'failed' ? CHECK_VALUES : adviceOnAddress(endpoint);

/** Only a path with an ID in it can lead to a record that does not exist, and only the service knows. */
function adviceOnNotFound(answer: Answer, endpoint: Endpoint): string {
	if (!endpoint.path.includes('{')) return adviceOnAddress(endpoint);
	return isNotFound(answer) ? CHECK_ID : `${NOT_THE_SERVICE} ${adviceOnAddress(endpoint)}`;
}

/** Service document, section Endpoints: it shows few of the paths. */
const adviceOnAddress = (endpoint: Endpoint | undefined): string =>
	endpoint?.basis === 'assumed'
		? `${BASE_URL_ADVICE} If it is correct, the service may use a different path: the path ${endpoint.path} is assumed, because the service's documentation does not show it.`
		: BASE_URL_ADVICE;
