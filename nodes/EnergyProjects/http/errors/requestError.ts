import { NodeApiError } from 'n8n-workflow';
import type { IHttpRequestMethods, INode } from 'n8n-workflow';
import type { Endpoint } from '../../service/endpoints';
import { isGone, isNotFound, isSuccess } from '../answers/outcome';
import type { Outcome } from '../answers/outcome';
import { NOTHING_SENT, NotSentError } from '../pace/notSent';
import { redact } from '../secrets/redaction';
import type { ExpectedAnswer } from '../answers/answerForm';
import { explain } from './explanation';

/** What an error needs to know about the request it belongs to. */
export interface RequestInfo {
	readonly node: INode;
	readonly endpoint: Endpoint;
	/** What the person calls the record; undefined if the request is not about one record. */
	readonly about?: string;
	readonly itemIndex?: number;
	readonly secrets: readonly string[];
	/** The request may have been carried out although no success came back. */
	readonly isUnclear: boolean;
	/** What the answer has to be; undefined if any will do. */
	readonly expected?: ExpectedAnswer;
	readonly timeoutMs: number;
}

const MAY_EXIST =
	'The record may have been created although no confirmation came back. Look for it (in the service or with Get Many) before you run this item again. Otherwise it may be created twice.';
const MAY_BE_DELETED =
	'The record may or may not have been deleted. Look for it in the service. If it is still there, run this item again.';
const MAY_BE_SAVED =
	'The change may or may not have been saved. Read the record to see, or run this item again: making the same change twice does not matter.';
/** What may have happened although no clear answer came, and what to do, by the method of the request. */
const WHAT_MAY_BE: Readonly<Partial<Record<IHttpRequestMethods, string>>> = {
	POST: MAY_EXIST,
	DELETE: MAY_BE_DELETED,
};

const UNCLEAR = 'unclear';
/** Characters of a record's name that an error shows. */
const LONGEST_NAME = 100;

/**
 * The error of a request that did not succeed.
 *
 * @param note what else the person should know, before the advice
 */
export function requestError(
	info: RequestInfo,
	outcome: Outcome,
	{ note }: { note?: string } = {},
): NodeApiError {
	const explanation = explain(outcome, info);
	const { method } = info.endpoint;
	const mayExist = info.isUnclear && method === 'POST';
	const isRefused = outcome.kind === 'answer' && !isSuccess(outcome);
	const advice = [
		note,
		info.isUnclear ? (WHAT_MAY_BE[method] ?? MAY_BE_SAVED) : undefined,
		mayExist && isRefused ? undefined : explanation.advice,
	];
	const whole = `${explanation.isWhole ? '' : `Could not ${operationOf(info)}`}${explanation.problem}`;
	const message = redact(whole, info.secrets);
	const description = redact(advice.filter((part) => part !== undefined).join(' '), info.secrets);
	// Made from plain texts: the request that n8n attaches to its own errors carries the credential.
	const error = new NodeApiError(
		info.node,
		{ message },
		{ message, description, httpCode: explanation.httpCode, itemIndex: info.itemIndex },
	);
	// n8n replaces a message that happens to contain the name of a network error with a general one.
	error.message = message;
	if (info.isUnclear) error.context.outcome = UNCLEAR;
	if (isNotFound(outcome)) error.context.isNotFound = true;
	if (isGone(outcome)) error.context.isGone = true;
	return error;
}

/** The error of requests that are not sent, since the credential of an earlier one was not accepted. */
export function withoutAccess(
	outcome: Outcome,
	info: Pick<RequestInfo, 'secrets' | 'timeoutMs'>,
): NotSentError {
	const { problem, advice } = explain(outcome, info);
	return new NotSentError(
		redact(`Not sent, because the credential gives no access${problem}`, info.secrets),
		redact(`${NOTHING_SENT} ${advice}`, info.secrets),
	);
}

/** Whether this error leaves open whether the service carried the request out. */
export const isUnclear = (error: unknown) =>
	error instanceof NodeApiError && error.context.outcome === UNCLEAR;

/**
 * Whether the service answered, in its own form, that there is no such record. Check this before you treat a 404 as a
 * deleted record.
 */
export const isNotFoundByService = (error: unknown) =>
	error instanceof NodeApiError && error.context.isNotFound === true;

/** Whether the service answered, in its own form, that the record existed once. */
export const isGoneByService = (error: unknown) =>
	error instanceof NodeApiError && error.context.isGone === true;

/** What was to be done, in words that follow "Could not", with the record as the person calls it. */
function operationOf({ endpoint, about = '', secrets }: RequestInfo): string {
	// Redacted before it is cut: after the cut, part of a secret could remain that nothing recognises.
	const name = [...redact(about, secrets).replace(/\s+/g, ' ').trim()];
	if (endpoint.operationOn === undefined || name.length === 0) return endpoint.operation;
	const shown =
		name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).join('')} …` : name.join('');
	return `${endpoint.operationOn} ${shown}`;
}
