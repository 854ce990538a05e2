import { accountRecord } from '../../service/records/account';
import { isSuccess } from '../answers/outcome';
import type { Answer, Failure, Outcome } from '../answers/outcome';
import { redact } from '../secrets/redaction';
import { explain } from './explanation';
import type { ExplainedRequest } from './explanation';
import { serviceText } from './serviceText';

/** What happened, in words that the status follows, and what to do. */
type Sentences = readonly [what: string, advice: string];

const ENTER_ITSELF =
	'Enter the address of the service itself as Base URL, not the address of its application in the browser.';
const NO_ACCOUNT = `Something answers at the Base URL, but it is not the service: the answer is not an account. ${ENTER_ITSELF}`;

const MOVED: Sentences = [
	'The Base URL redirects to another address, and for safety the API Key is not sent there',
	'Enter the final address as Base URL. Often it is the same one with https:// instead of http://.',
];
const NOT_FOUND: Sentences = ['The service was not found at the Base URL', ENTER_ITSELF];
const REFUSED: Sentences = [
	'The service refuses to show the account',
	'Check the Base URL and the API Key. If both are correct, ask the operator of the service.',
];
const TROUBLE: Sentences = [
	'The service has an internal problem',
	'Try again later. If the problem continues, check the Base URL and tell the operator of the service.',
];
const BY_STATUS: Readonly<Record<number, Sentences>> = {
	401: [
		'The service does not accept this API Key',
		"Copy the whole key again from the service's application and enter it as API Key. If it was deleted there, create a new one.",
	],
	403: [
		'The service does not let this API Key read the account',
		'Ask the administrator of your company for a key that may do so, and enter it as API Key.',
	],
	404: NOT_FOUND,
	405: NOT_FOUND,
	407: [
		'A proxy between n8n and the service asks for a login',
		'Ask the person who runs n8n to set it up.',
	],
	408: TROUBLE,
	410: NOT_FOUND,
	425: TROUBLE,
	429: ['The service is not accepting requests at the moment', 'Wait a minute, then test again.'],
};

/** What to do in the credential, if it is not what to do in a node. */
const ADVICE_ON_FAILURE: Readonly<Partial<Record<Failure['kind'], string>>> = {
	timeout:
		'Check the Base URL, and whether n8n can reach that address. If both are correct, try again later.',
	broken:
		'Check the Base URL: if the service uses https://, enter it with https://. If it is correct, try again later.',
	other: 'Check the Base URL.',
};

/**
 * Why the API key could not be tested, and what to do, in words for the dialog of the credential.
 *
 * @param outcome anything but an account
 */
export function apiKeyCheckText(
	outcome: Outcome,
	request: Pick<ExplainedRequest, 'secrets' | 'timeoutMs'>,
): string {
	const text = outcome.kind === 'answer' ? onAnswer(outcome, request) : onFailure(outcome, request);
	return redact(text, request.secrets);
}

function onAnswer(answer: Answer, { secrets }: Pick<ExplainedRequest, 'secrets'>): string {
	if (isSuccess(answer)) return NO_ACCOUNT;
	const { statusCode, body } = answer;
	const [what, advice] = sentencesOn(statusCode);
	const said = serviceText(body, secrets);
	return `${what} (${statusCode}${said === '' ? '' : `: ${said}`}). ${advice}`;
}

function sentencesOn(statusCode: number): Sentences {
	if (statusCode >= 500) return TROUBLE;
	return BY_STATUS[statusCode] ?? (statusCode < 400 ? MOVED : REFUSED);
}

function onFailure(
	failure: Failure,
	request: Pick<ExplainedRequest, 'secrets' | 'timeoutMs'>,
): string {
	const { problem, advice } = explain(failure, request);
	const { operation } = accountRecord.endpoints.get;
	return `Could not ${operation}${problem}. ${ADVICE_ON_FAILURE[failure.kind] ?? advice}`;
}
