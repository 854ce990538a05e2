import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
} from 'n8n-workflow';
import { accountRecord } from '../nodes/EnergyProjects/service/records/account';
import { baseUrlExpression } from './connectionFields';

type StatusRule = IAuthenticateRuleResponseCode;
type BodyRule = IAuthenticateRuleResponseSuccessBody;

const ITSELF =
	'Enter the address of the service itself as Base URL, not the address of its application in the browser.';
const MOVED =
	'The Base URL redirects to another address, and for safety the API Key is not sent there. Enter the final address as Base URL. Often it is the same one with https:// instead of http://.';
const REFUSED =
	'The service refuses to show the account. Check the Base URL and the API Key. If both are correct, ask the operator of the service.';
const TROUBLE =
	'The service has a problem of its own. Try again later. If the problem stays, check the Base URL and tell the operator of the service.';
const NOT_FOUND = `The service was not found at the Base URL. ${ITSELF}`;

/** A rule covers one status only, so every status that occurs in practice has its own. */
const SENTENCES: ReadonlyArray<readonly [statuses: readonly number[], sentence: string]> = [
	[[301, 302, 303, 307, 308], MOVED],
	[
		[401],
		'The service does not accept this API Key. Copy the whole key again from the application of the service and enter it as API Key. If it was deleted there, create a new one.',
	],
	[
		[403],
		'The service does not let this API Key read the account. Ask the administrator of your company for a key that may do so, and enter it as API Key.',
	],
	[[404, 405, 410], NOT_FOUND],
	[
		[407],
		'A proxy between n8n and the service asks for a login. Ask the person who runs n8n to set it up.',
	],
	[[400, 402, 406, 409, 412, 415, 418, 421, 422, 423, 426, 428, 431, 451], REFUSED],
	[[429], 'The service accepts no more requests for now. Wait a minute, then test again.'],
	[
		[408, 425, 500, 501, 502, 503, 504, 505, 508, 511, 520, 521, 522, 523, 524, 525, 526, 530],
		TROUBLE,
	],
];

const statusRules = SENTENCES.flatMap(([statuses, message]) =>
	statuses.map((value): StatusRule => ({ type: 'responseCode', properties: { value, message } })),
);

/** A web page, an empty answer and the JSON of another service all lack the ID of an account. */
const bodyRules = [undefined, null, ''].map(
	(value): BodyRule => ({
		type: 'responseSuccessBody',
		properties: {
			key: 'id',
			value,
			message: `Something answers at the Base URL, but it is not the service: the answer is not an account. ${ITSELF}`,
		},
	}),
);

/**
 * Tests a credential by reading the account, with messages for people who do not program. It is part of the credential
 * and not a function of a node: n8n gives such a function only its deprecated request helper, without authentication.
 * The disadvantage: if the network fails, n8n shows an error code instead of a sentence.
 */
export const credentialCheck: ICredentialTestRequest = {
	request: {
		baseURL: baseUrlExpression,
		url: accountRecord.endpoints.get.path,
		method: accountRecord.endpoints.get.method,
		skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}',
		disableFollowRedirect: true,
	},
	// n8n applies rules of both kinds, although its type allows only one kind at a time.
	rules: [...statusRules, ...bodyRules] as StatusRule[] | BodyRule[],
};
