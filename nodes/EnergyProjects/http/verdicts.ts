// What each outcome of an attempt means: one row for each answer and each failure, all with the same columns. Whatever
// decides about an outcome, from the retries to the words of the error, reads its row.
import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { isObject } from '../values/objects';
import type { Answer } from './answer';
import { saysItFailed } from './expected';

/**
 * What an outcome means, and what a person is told. Without any of the effects, the request was refused, and will be
 * refused again.
 */
interface Verdict {
	/** Whether the service may have carried the request out. Then a create is never sent again. */
	readonly mayHaveArrived?: boolean;
	/**
	 * How the problem goes away by itself, which decides how long the request is sent again: `patiently`, as long as the service
	 * takes a request now and then (only with `holdsBack`, which waits as long as the service asks); `outage`, while nobody
	 * answers, but no longer than a restart takes; `times`, a few times.
	 */
	readonly passes?: 'patiently' | 'outage' | 'times';
	/** Whether only reads are sent again. */
	readonly onlyReads?: boolean;
	/** Whether all requests of the run wait, and not just this one: after any request, or only after a create. */
	readonly holdsBack?: 'always' | 'creates';
	/** It says that there is no such record, or no longer one, if one was asked for. */
	readonly isGone?: true;
	/**
	 * The end of the message, after what could not be done. {server}, {url}, {seconds}, {message} and {ownAdvice} are replaced,
	 * here and in the advice. Of an answer it is the status, and what the service says.
	 */
	readonly problem?: string;
	readonly advice: string | ((endpoint: Endpoint, outcome: Outcome) => string);
}

type Effects = Omit<Verdict, 'problem' | 'advice'>;

/** No answer came. */
export interface Failure {
	readonly kind: FailureKind;
	readonly code?: string;
	readonly message: string;
	/** What n8n advises. */
	readonly ownAdvice?: string;
	readonly isAtAuthServer?: boolean;
}

/** What became of one attempt to send a request: an answer of the service, or the reason why none came. */
export type Outcome = Answer | Failure;

const CHECK_VALUES = 'Check the values of this item against what the service says.';
const CHECK_CREDENTIAL =
	'Check the credential of this node: its addresses, and whether it is connected.';
const REDIRECTS =
	'The service redirects to another address. Enter the final address as Base URL in the credential. For safety, the node does not send the credential to other addresses.';
const RENEW = '{renew} If that does not help, check the Base URL.';
const OTHER_FORM =
	'The answer does not have the form of the service: another program may answer at this address, or something in between, such as a firewall. First check the Base URL in the credential.';
const INTERNAL =
	'This is an internal problem of {server}. Try again later. If the problem continues, tell its operator.';
/** After these, the request was refused for good. */
const REFUSALS: Readonly<Record<number, string>> = {
	401: RENEW,
	403: 'The company or person behind the credential is not allowed to do this. Use a credential that is allowed to, or ask the administrator of the service.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential, and whether a newer version of this package exists.',
	409: 'The record has changed in the meantime, or it already exists. Read it again, then repeat the change.',
	413: 'The item is too large for the service. Send less in one item.',
};

/** Service document, section Endpoints: it shows few of the paths. */
const checkAddress = ({ basis, method, path }: Endpoint): string =>
	`Check the Base URL in the credential: it must be the address of the service itself.${
		basis === 'assumed'
			? ` If it is correct, the service may use a different path: ${method} ${path} is assumed, because the service's documentation does not show it. Ask its operator for the right one, and report it to the authors of this package.`
			: ''
	}`;
const checkId = (endpoint: Endpoint): string =>
	endpoint.path.includes('{')
		? 'Check the ID. The record may have been deleted, or it may belong to a different company.'
		: checkAddress(endpoint);

/**
 * @param statuses one, or the first and the last of several
 * @param fits what else has to be the case. The first row that fits an answer counts
 */
function answer(
	statuses: number | readonly [number, number],
	effects: Effects,
	advice: Verdict['advice'],
	fits: (answer: Answer) => boolean = () => true,
) {
	const [first, last] = typeof statuses === 'number' ? [statuses, statuses] : statuses;
	const isIn = ({ statusCode }: Answer) => statusCode >= first && statusCode <= last;
	return { fits: (one: Answer) => isIn(one) && fits(one), ...effects, advice };
}

/** Not the service's own form, but a web page, for example. */
const isOtherForm = ({ body }: Answer) => !isObject(body);
/** A web page or an empty answer may come from something on the way, or from an address that is not the service. */
const isAboutRecord = (one: Answer) => !isOtherForm(one) && one.isAboutPath !== true;

const answers = [
	// A success that is not what was expected.
	answer([200, 299], { mayHaveArrived: true }, (endpoint, outcome) =>
		outcome.kind === 'answer' && saysItFailed(outcome.body) ? CHECK_VALUES : checkAddress(endpoint),
	),
	// The request was carried out: the answer names another address for the result.
	answer(303, { mayHaveArrived: true }, REDIRECTS),
	answer([0, 399], {}, REDIRECTS),
	answer(401, {}, `${OTHER_FORM} ${RENEW}`, isOtherForm),
	answer(403, {}, `${OTHER_FORM} If it is correct, ask the person who runs n8n.`, isOtherForm),
	answer(404, { isGone: true }, checkId, isAboutRecord),
	answer(404, {}, checkAddress),
	// The service may still be at work.
	answer(
		408,
		{ mayHaveArrived: true, passes: 'times', onlyReads: true },
		'The service waited too long for the request. Try again later.',
	),
	answer(410, { isGone: true }, 'The record existed once, but it has been deleted.', isAboutRecord),
	answer(410, {}, checkAddress),
	answer(
		429,
		{ passes: 'patiently', holdsBack: 'always' },
		'The service allows fewer requests than this workflow makes. Run it less often or with fewer items, or ask the operator of the service for a higher limit.',
	),
	answer([400, 499], {}, (_, outcome) => REFUSALS[statusOf(outcome)] ?? CHECK_VALUES),
	// The service put the request off until later: it was not carried out.
	answer(
		503,
		{ passes: 'outage', holdsBack: 'always' },
		INTERNAL,
		({ retryAfterMs }) => retryAfterMs !== undefined,
	),
	// From the service, or from a proxy in place of it.
	answer([502, 504], { mayHaveArrived: true, passes: 'outage', holdsBack: 'always' }, INTERNAL),
	answer([500, Infinity], { mayHaveArrived: true, passes: 'times' }, INTERNAL),
];

/**
 * @param pattern fits the codes and the message of an error: the first row that fits counts. A row without one is chosen
 * by its name
 */
const failure = (effects: Effects, problem: string, advice: string, pattern?: RegExp) => ({
	...effects,
	problem,
	advice,
	pattern,
});

const failures = {
	/** After a 401 of the service: what n8n says if the authorization server refused, or answered what n8n cannot read. */
	notRenewed: failure(
		{},
		'the authorization server did not renew the access token: {message}',
		'Open the credential of this node and reconnect the account. If that fails, check its addresses.',
		/\bE(AUTH|STATUS)\b|reconnect/,
	),
	/** By n8n's protection against requests to private addresses. */
	blocked: failure(
		{},
		'{message}',
		'{ownAdvice} The settings of n8n for it are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.',
		/request was blocked because/,
	),
	cancelled: failure(
		{ mayHaveArrived: true },
		'the execution was canceled',
		'Run the workflow again if nobody meant to stop it.',
		/ERR_CANCELED/,
	),
	timeout: failure(
		{ mayHaveArrived: true, passes: 'outage', holdsBack: 'always' },
		'{server} did not answer within {seconds} seconds',
		'Try again later. If this node has the option "Timeout", you can raise it.',
		/ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|HEADERS_TIMEOUT|timeout of \d+ ?ms exceeded/i,
	),
	unknownName: failure(
		{},
		'the address of {server} was not found',
		'Check the {url} in the credential for typos, and the DNS of the machine that runs n8n.',
		/ENOTFOUND/,
	),
	/** No DNS server answered, so the name may well exist. */
	noNameServer: failure(
		{ passes: 'outage' },
		'the address of {server} could not be looked up',
		'Check the DNS of the machine that runs n8n, and the {url} in the credential for typos.',
		/EAI_/,
	),
	refused: failure(
		{ passes: 'outage' },
		'{server} could not be reached',
		'The service may be off for a while: try again later. Otherwise check the {url} in the credential, and whether n8n can reach that address.',
		/ECONNREFUSED/,
	),
	insecure: failure(
		{},
		'no secure connection (https://) to {server} could be made: {message}',
		'Check the {url} in the credential: if the service has no https://, write http:// in front. Otherwise ask the person who runs n8n: the clock of that machine may be wrong, or n8n may not know who issued the certificate (NODE_EXTRA_CA_CERTS). "Ignore SSL Issues" in the credential is for a service in your own network only.',
		/EPROTO|ERR_SSL|CERT_|ALTNAME_INVALID|SELF_SIGNED|UNABLE_TO_|ERR_TLS|HOSTNAME_MISMATCH/,
	),
	/** After a create, all requests wait: one create after the other would fail in the same way, and none is sent again. */
	broken: failure(
		{ mayHaveArrived: true, passes: 'outage', holdsBack: 'creates' },
		'the connection to {server} was lost',
		'Try again. If the problem continues, check the {url} and the network between n8n and {server}.',
		/ECONNRESET|EPIPE|EHOSTUNREACH|ENET|EADDRNOTAVAIL|ERR_BAD_RESPONSE|PREMATURE_CLOSE|HPE_|Z_|UND_ERR_|ERR_HTTP2|socket hang up|aborted|maximum.*redirect/i,
	),
	notConnected: failure(
		{},
		'this account is not connected yet: open the credential and click Connect',
		'The OAuth2 credential of this node is not connected yet. Connect it, or choose another credential.',
		/unable to sign without access token|oauth credentials not connected/i,
	),
	/** What fits no pattern and has no code comes from n8n itself, which did not send the request. */
	unsent: failure({}, '{message}', CHECK_CREDENTIAL),
	/** What fits no pattern. */
	other: failure({ mayHaveArrived: true }, '{message}', CHECK_CREDENTIAL),
};

export type FailureKind = keyof typeof failures;

/**
 * The kind of a failure.
 *
 * @param words the codes and the message of an error
 */
export function failureKindOf(words: string, code: string | undefined): FailureKind {
	const kinds = Object.keys(failures) as FailureKind[];
	const fitting = kinds.find((kind) => failures[kind].pattern?.test(words));
	return fitting ?? (code === undefined ? 'unsent' : 'other');
}

/** The row of an outcome. What failed at the authorization server never reached the service. */
export function verdictOf(outcome: Outcome): Verdict {
	const verdict: Verdict =
		outcome.kind === 'answer'
			? (answers.find(({ fits }) => fits(outcome)) ?? failures.other)
			: failures[outcome.kind];
	return outcome.isAtAuthServer === true ? { ...verdict, mayHaveArrived: false } : verdict;
}

/** Whether a request is sent again after such an outcome: never a create that may have reached the service. */
export function isSentAgain(
	{ passes, onlyReads, mayHaveArrived }: Verdict,
	method: IHttpRequestMethods,
): boolean {
	const isHarmless = onlyReads !== true && !(method === 'POST' && mayHaveArrived === true);
	return passes !== undefined && (method === 'GET' || isHarmless);
}

/** The status of an answer; NaN, which equals no number, if none came. */
export const statusOf = (outcome: Outcome): number =>
	outcome.kind === 'answer' ? outcome.statusCode : NaN;

/** An answer with a status from 200 to 299. */
export const isSuccess = (outcome: Outcome): outcome is Answer =>
	statusOf(outcome) >= 200 && statusOf(outcome) < 300;

/** How long the service asks to wait, in milliseconds; undefined if it does not ask. */
export const retryAfterOf = (outcome: Outcome): number | undefined =>
	outcome.kind === 'answer' ? outcome.retryAfterMs : undefined;

/** Whether the service or the authorization server denies this credential access. */
export const isWithoutAccess = (outcome: Outcome): boolean =>
	statusOf(outcome) === 401 || outcome.isAtAuthServer === true;
