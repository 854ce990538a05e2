import { NodeApiError } from 'n8n-workflow';
import type { INode, NodeOperationError } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { problemWith } from './expected';
import type { ExpectedAnswer } from './expected';
import { redact } from './redaction';
import { serviceText } from './serviceText';
import { isSuccess, statusOf, verdictOf } from './verdicts';
import type { Outcome } from './verdicts';

/**
 * What an error means for a workflow that decides by it: a wrong value, a record that does not exist, one that somebody has
 * changed meanwhile, a write that may or may not have been carried out, a temporary problem, a refusal, or an item of which
 * nothing was sent.
 */
export type ErrorKind =
	| 'value'
	| 'notFound'
	| 'changed'
	| 'unclear'
	| 'temporary'
	| 'refused'
	| 'notSent';

/** What an error needs to know about the request it belongs to. */
export interface RequestInfo {
	readonly endpoint: Endpoint;
	/** What the person calls the record; undefined if the request is not about one record. */
	readonly about?: string;
	readonly itemIndex?: number;
	readonly secrets: readonly string[];
	readonly expected: ExpectedAnswer;
	readonly timeoutMs: number;
	/** Whether n8n may have been renewing a token. */
	readonly isOAuth2?: boolean;
	/** Whether its operation looks for the record before it creates one, so that it can be run again. */
	readonly isRepeatable?: boolean;
}

const LONGEST_MESSAGE = 600;
/** Who did not answer, if n8n may have been renewing a token. */
const EITHER_SERVER = 'the service or the authorization server';
/** OpenSSL puts codes and file names around its reason. */
const OPENSSL = /\b\w{1,20}:error:\w+:[^:]*:[^:]*:([^:]+):\S*/;
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

/**
 * What went wrong, in the service's own words if it has any, and what to do. `problem` is the end of the message: what
 * follows the operation.
 */
export function explain(
	outcome: Outcome,
	info: RequestInfo,
): { readonly message: string; readonly advice: string; readonly problem: string } {
	const { endpoint, about, secrets } = info;
	const { advice } = verdictOf(outcome);
	const problem = problemOf(outcome, info);
	const name = about?.replace(/\s+/g, ' ').trim();
	const operation =
		name && endpoint.operationOn ? `${endpoint.operationOn} ${name}` : endpoint.operation;
	// Cut only after the redaction: a part of a secret would not be recognised.
	const clean = (text: string) => {
		const shown = redact(text, secrets);
		return shown.length > LONGEST_MESSAGE ? `${shown.slice(0, LONGEST_MESSAGE)} …` : shown;
	};
	const whatToDo = typeof advice === 'string' ? advice : advice(endpoint, outcome);
	return {
		message: clean(`Could not ${operation}${problem}`),
		problem: clean(problem),
		advice: redact(filled(whatToDo, outcome, info), secrets),
	};
}

function problemOf(outcome: Outcome, info: RequestInfo): string {
	const { problem = '' } = verdictOf(outcome);
	if (outcome.kind !== 'answer') {
		const isCodeShown = outcome.code !== undefined && !problem.includes('{message}');
		return `: ${filled(problem, outcome, info)}${isCodeShown ? ` (${outcome.code})` : ''}`;
	}
	const { statusCode, body, isAtAuthServer } = outcome;
	if (isSuccess(outcome)) return `: ${problemWith(outcome, info.expected)}`;
	const text = serviceText(body);
	const who = isAtAuthServer ? ': the authorization server did not renew the access token' : '';
	return `${who} (${statusCode})${text && `: ${text}`}`;
}

const COPY_KEY = "Copy the whole API Key again from the service's application into the credential.";

/** A text of a verdict with its words in braces replaced. */
function filled(text: string, outcome: Outcome, { timeoutMs, isOAuth2 }: RequestInfo): string {
	const service = isOAuth2 && outcome.kind === 'timeout' ? EITHER_SERVER : 'the service';
	const server = outcome.isAtAuthServer ? 'the authorization server' : service;
	const words: Readonly<Record<string, string>> = {
		server,
		url: outcome.isAtAuthServer ? 'Authorization Server URL' : 'Base URL',
		renew: isOAuth2 ? 'Reconnect the account in the credential.' : COPY_KEY,
		seconds: String(timeoutMs / 1000),
		message: outcome.kind === 'answer' ? '' : serviceText(outcome.message).replace(OPENSSL, '$1'),
		ownAdvice: outcome.kind === 'answer' ? '' : serviceText(outcome.ownAdvice),
	};
	return text.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole).trim();
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
	const httpCode = statusOf(outcome) >= 300 ? String(statusOf(outcome)) : undefined;
	// Made from plain texts: the request that n8n attaches to its own errors carries the credential.
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, httpCode, itemIndex: info.itemIndex },
	);
	keepMessage(error, message);
	const { isGone: isNone, passes } = verdictOf(outcome);
	// A list that is not found says nothing about a record.
	const isOfRecord = isNone === true && info.expected.id !== undefined;
	const kind = isOfRecord ? 'notFound' : passes ? 'temporary' : 'refused';
	Object.assign(error.context, {
		kind: isUnclear ? 'unclear' : kind,
		...(isUnclear && { mayBeCreated: method === 'POST' && info.isRepeatable !== true }),
	});
	return error;
}

/** What kind of error it is. If it does not say so, it is about a value. */
export const errorKindOf = (error: NodeApiError | NodeOperationError): ErrorKind =>
	isNotSent(error) ? 'notSent' : ((error.context.kind as ErrorKind | undefined) ?? 'value');

/** A text that ends like a sentence, so that another one can follow. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const hasContext = (error: unknown, key: string, value: unknown) =>
	error instanceof NodeApiError && error.context[key] === value;

/** Whether this error leaves open whether the service carried the request out. */
export const isUnclear = (error: unknown) => hasContext(error, 'kind', 'unclear');

/** Whether this error leaves open whether a record was created, and its operation would not look for it. */
export const mayBeCreated = (error: unknown) => hasContext(error, 'mayBeCreated', true);

/** Whether the service refused what a request contains. */
export const isRefusedContent = (error: unknown) =>
	error instanceof NodeApiError && ['400', '422'].includes(error.httpCode ?? '');

/**
 * Whether the service answered, in its own form, that there is no such record: with 404, or with 410 because there was one.
 * Nothing else is a deleted record.
 */
export const isGone = (error: unknown) => hasContext(error, 'kind', 'notFound');

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
