import { NodeApiError } from 'n8n-workflow';
import type { INode, NodeOperationError } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { problemWith, saysItFailed } from './expected';
import type { ExpectedAnswer } from './expected';
import { failures } from './failures';
import { isGone, isNotFound, isSuccess, isTemporary, statusOf } from './outcome';
import type { Answer, Failure, Outcome } from './outcome';
import { redact } from './redaction';
import { serviceText } from './serviceText';

/**
 * What an error means for a workflow that decides by it: a wrong value, a record that does not exist, a write that may or may
 * not have been carried out, a trouble that passes, a refusal, or an item of which nothing was sent.
 */
export type ErrorKind = 'value' | 'notFound' | 'unclear' | 'temporary' | 'refused' | 'notSent';

/** What an error needs to know about the request it belongs to. */
export interface RequestInfo {
	readonly endpoint: Endpoint;
	/** What the person calls the record; undefined if the request is not about one record. */
	readonly about?: string;
	readonly itemIndex?: number;
	readonly secrets: readonly string[];
	readonly expected: ExpectedAnswer;
	readonly timeoutMs: number;
	/** Whether the whole operation can be repeated, even if it creates something. */
	readonly isRepeatable?: boolean;
}

const LONGEST_MESSAGE = 600;
/** What may have happened although no clear answer came, and what to do, by the method of the request. */
const UNCLEAR_OUTCOME: Readonly<Record<string, string>> = {
	POST: 'The record may have been created although no confirmation came back. Look for it (in the service or with Get Many) before you run this item again. Otherwise it may be created twice.',
	/** A POST of an operation that looks for the record before it creates one. */
	repeatable:
		'The record may have been created although no confirmation came back. Run this item again in a few minutes: it looks for the record first, so it is not created twice.',
	DELETE:
		'The record may or may not have been deleted. Look for it in the service. If it is still there, run this item again.',
};
const UNCLEAR_CHANGE =
	'The change may or may not have been saved. Read the record to see, or run this item again: making the same change twice does not matter.';

const CHECK_VALUES = 'Check the values of this item against what the service says.';
const ADVICE: Readonly<Record<number, string>> = {
	401: "Copy the whole API Key again from the service's application into the credential. For OAuth2, reconnect the account there.",
	403: 'The company or person behind the credential is not allowed to do this. Use a credential that is allowed to, or ask the administrator of the service.',
	405: 'The service does not offer this operation at this address. Check the Base URL in the credential, and whether a newer version of this package exists.',
	408: 'The service waited too long for the request. Try again later.',
	409: 'The record has changed in the meantime, or it already exists. Read it again, then repeat the change.',
	410: 'The record existed once, but it has been deleted.',
	413: 'The item is too large for the service. Send less in one item.',
	429: 'The service allows fewer requests than this workflow makes. Run it less often or with fewer items, or ask the operator of the service for a higher limit.',
};

/**
 * What went wrong, in the service's own words if it has any, and what to do. `problem` is the end of the message: what
 * follows the operation.
 */
export function explain(
	outcome: Outcome,
	{ endpoint, expected, timeoutMs, about, secrets }: RequestInfo,
): { readonly message: string; readonly advice: string; readonly problem: string } {
	const [problem, advice] =
		outcome.kind === 'answer'
			? explainAnswer(outcome, endpoint, expected)
			: explainFailure(outcome, timeoutMs);
	const name = about?.replace(/\s+/g, ' ').trim();
	const operation =
		name && endpoint.operationOn ? `${endpoint.operationOn} ${name}` : endpoint.operation;
	// Cut only after the redaction: a part of a secret would not be recognised.
	const clean = (text: string) => {
		const shown = redact(text, secrets);
		return shown.length > LONGEST_MESSAGE ? `${shown.slice(0, LONGEST_MESSAGE)} …` : shown;
	};
	return {
		message: clean(`Could not ${operation}${problem}`),
		problem: clean(problem),
		advice: redact(advice, secrets),
	};
}

type Explanation = readonly [problem: string, advice: string];

function explainAnswer(answer: Answer, endpoint: Endpoint, expected: ExpectedAnswer): Explanation {
	const { statusCode, body, isAtAuthServer } = answer;
	if (isSuccess(answer)) {
		const advice = saysItFailed(body) ? CHECK_VALUES : adviceOnAddress(endpoint);
		return [`: ${problemWith(answer, expected)}`, advice];
	}
	const text = serviceText(body);
	const who = isAtAuthServer ? ': the authorization server did not renew the access token' : '';
	return [`${who} (${statusCode})${text && `: ${text}`}`, adviceOn(answer, endpoint)];
}

function adviceOn(answer: Answer, endpoint: Endpoint): string {
	const { statusCode, isAtAuthServer } = answer;
	if (statusCode >= 500) {
		const who = isAtAuthServer ? 'authorization server' : 'service';
		return `The ${who} has an internal problem. Try again later. If the problem continues, tell its operator.`;
	}
	if (statusCode < 400) {
		return 'The service redirects to another address. Enter the final address as Base URL in the credential. For safety, the node does not send the credential to other addresses.';
	}
	if (statusCode !== 404) {
		return ADVICE[statusCode] ?? CHECK_VALUES;
	}
	return isNotFound(answer) && endpoint.path.includes('{')
		? 'Check the ID. The record may have been deleted, or it may belong to a different company.'
		: adviceOnAddress(endpoint);
}

/** Service document, section Endpoints: it shows few of the paths. */
const adviceOnAddress = ({ basis, method, path }: Endpoint): string =>
	`Check the Base URL in the credential: it must be the address of the service itself.${
		basis === 'assumed'
			? ` If it is correct, the service may use a different path: ${method} ${path} is assumed, because the service's documentation does not show it. Ask its operator for the right one, and report it to the authors of this package.`
			: ''
	}`;

function explainFailure(failure: Failure, timeoutMs: number): Explanation {
	const { kind, code, message, isAtAuthServer } = failure;
	const words: Readonly<Record<string, string>> = {
		server: isAtAuthServer ? 'the authorization server' : 'the service',
		url: isAtAuthServer ? 'Authorization Server URL' : 'Base URL',
		seconds: String(timeoutMs / 1000),
		message: serviceText(message),
	};
	const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, word: string) => words[word]);
	const { problem, advice } = failures[kind];
	const shownCode = code === undefined || problem.includes('{message}') ? '' : ` (${code})`;
	return [`: ${filled(problem)}${shownCode}`, filled(advice)];
}

/**
 * The error of a request that did not succeed.
 *
 * @param isUnclear whether it may have been carried out all the same
 * @param note what else the person should know, before the advice
 */
export function requestError(
	node: INode,
	info: RequestInfo,
	outcome: Outcome,
	isUnclear = false,
	note?: string,
): NodeApiError {
	const { message: problem, advice } = explain(outcome, info);
	const { method } = info.endpoint;
	const key = method === 'POST' && info.isRepeatable ? 'repeatable' : method;
	const unclear = isUnclear ? (UNCLEAR_OUTCOME[key] ?? UNCLEAR_CHANGE) : undefined;
	// `unclear` already says when to run the item again, so the advice does not. It is part of the message, because some AI
	// agents show nothing else to a model.
	const more =
		unclear === undefined ? advice : advice.replace(/ ?Try again( later)?\.(?= |$)/, '').trim();
	const message = unclear === undefined ? problem : `${asSentence(problem)} ${unclear}`;
	const description = [note, more].filter(Boolean).join(' ');
	const status = statusOf(outcome);
	const httpCode = status >= 300 ? String(status) : undefined;
	// Made from plain texts: the request that n8n attaches to its own errors carries the credential.
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, httpCode, itemIndex: info.itemIndex },
	);
	keepMessage(error, message);
	// A list that is not found says nothing about a record.
	const isAboutRecord = info.expected.id !== undefined;
	Object.assign(error.context, {
		kind: isUnclear ? 'unclear' : kindOf(outcome, isAboutRecord),
		...(isUnclear && { mayBeCreated: method === 'POST' }),
		...(isAboutRecord && { isGone: isGone(outcome) }),
	});
	return error;
}

function kindOf(outcome: Outcome, isAboutRecord: boolean): ErrorKind {
	if (isAboutRecord && isNotFound(outcome)) return 'notFound';
	return isTemporary(outcome) ? 'temporary' : 'refused';
}

/** What kind of error it is; one that says nothing of it is about a value. */
export const errorKindOf = (error: NodeApiError | NodeOperationError): ErrorKind =>
	isNotSent(error) ? 'notSent' : ((error.context.kind as ErrorKind | undefined) ?? 'value');

/** A text that ends like a sentence, so that another one can follow. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const hasContext = (error: unknown, key: string, value: unknown) =>
	error instanceof NodeApiError && error.context[key] === value;

/** Whether this error leaves open whether the service carried the request out. */
export const isUnclear = (error: unknown) => hasContext(error, 'kind', 'unclear');

/** Whether this error leaves open whether a record was created. */
export const mayBeCreated = (error: unknown) => hasContext(error, 'mayBeCreated', true);

/** Whether the service refused what a request contains. */
export const isRefusedContent = (error: unknown) =>
	error instanceof NodeApiError && ['400', '422'].includes(error.httpCode ?? '');

/** Whether the service answered, in its own form, that there is no such record: only this 404 is a deleted record. */
export const isNotFoundByService = (error: unknown) => hasContext(error, 'kind', 'notFound');

/** Whether the service answered, in its own form, that the record existed once. */
export const isGoneByService = (error: unknown) => hasContext(error, 'isGone', true);

/** n8n tells a canceled execution from a failed one by this text, in this spelling. */
export const cancelled = () => new Error('The execution was canceled');

/** The run ended before the request was sent: it reached nobody, and changed nothing. */
export class NotSentError extends Error {
	/** What the person can do about it. */
	readonly advice: string;

	constructor(why: string, advice: string) {
		super(`Not sent${why}`);
		this.advice = `Nothing of this item was sent, so you can run it again. ${advice}`;
	}
}

/** Whether a request was not sent. n8n may have wrapped the error. */
export const isNotSent = (error: unknown) =>
	error instanceof NotSentError || (error instanceof Error && error.cause instanceof NotSentError);

const SEE_ERRORS = 'The errors of the earlier items say what failed.';

/** An earlier item failed, and the person wants the run to stop then. */
export class StoppedError extends NotSentError {
	constructor() {
		super(', because an earlier item failed', SEE_ERRORS);
	}
}

/** Gives an error its own message again: n8n replaces one that contains the name of a network error with a general one. */
export function keepMessage<Thrown extends Error>(error: Thrown, message: string): Thrown {
	error.message = message;
	return error;
}

export const unreachable = () => new NotSentError(': the service could not be reached', SEE_ERRORS);
export const acceptsNothing = () =>
	new NotSentError(': the service has not accepted any request for too long', SEE_ERRORS);
export const longPause = (askedMs: number) =>
	new NotSentError(
		`: the service asked to wait ${Math.ceil(askedMs / 1000)} seconds, longer than this node waits`,
		'Wait that long first.',
	);
