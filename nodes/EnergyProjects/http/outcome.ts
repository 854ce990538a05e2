import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { isObject } from '../values/objects';
import { failures } from './failures';
import type { FailureKind } from './failures';

/** What became of one attempt to send a request: an answer of the service, or the reason why none came. */
export type Outcome = Answer | Failure;

export interface Answer {
	readonly kind: 'answer';
	readonly statusCode: number;
	/** Undefined if it is empty. */
	readonly body: unknown;
	readonly headers?: IDataObject;
	/** How long the service asks to wait, in milliseconds from the arrival of the answer. */
	readonly retryAfterMs?: number;
	/** It came from the authorization server, when n8n was about to renew the token; nothing reached the service. */
	readonly isAtAuthServer?: boolean;
	/** It says that the address does not exist, and nothing about a record. */
	readonly isUnknownRoute?: boolean;
}

export interface Failure {
	readonly kind: FailureKind;
	readonly code?: string;
	readonly message: string;
	readonly isAtAuthServer?: boolean;
}

type Response = Pick<IN8nHttpFullResponse, 'statusCode'> & {
	readonly body: unknown;
	readonly headers?: IN8nHttpFullResponse['headers'];
};

/** Reads an answer of the service, whatever its status. */
export const readAnswer = ({ statusCode, body, headers = {} }: Response): Answer => ({
	kind: 'answer',
	statusCode,
	body: body === null || body === '' ? undefined : body,
	headers,
	retryAfterMs: readRetryAfter(headers['retry-after'], headers.date),
});

/**
 * Seconds or an HTTP date, as milliseconds from now; undefined if there is none or it cannot be read. A date counts from
 * the service's own clock, if the answer tells it.
 */
function readRetryAfter(value: unknown, date: unknown): number | undefined {
	const text = String(value ?? '').trim();
	// However long they are, digits alone are seconds and never a date.
	if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Number.MAX_SAFE_INTEGER, Number(text) * 1000);
	const until = readHttpDate(text);
	return until === undefined ? undefined : Math.max(0, until - (readHttpDate(date) ?? Date.now()));
}

/** Only what begins like an HTTP date: from other texts, `Date.parse` makes dates that nobody meant. */
function readHttpDate(value: unknown): number | undefined {
	const text = String(value);
	const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** The status of an answer; NaN, which equals no number, if none came. */
export const statusOf = (outcome: Outcome): number =>
	outcome.kind === 'answer' ? outcome.statusCode : NaN;

/** Whether it is an answer with one of these statuses. */
export const hasStatus = (outcome: Outcome, ...statuses: readonly number[]): boolean =>
	statuses.includes(statusOf(outcome));

/** An answer with a status from 200 to 299. */
export const isSuccess = (outcome: Outcome): outcome is Answer =>
	statusOf(outcome) >= 200 && statusOf(outcome) < 300;

/** An answer with a status from 500 on. */
export const isServerError = (outcome: Outcome): boolean => statusOf(outcome) >= 500;

/** Whether an answer is in the service's own form, an object, and speaks of a record. */
const isAboutRecord = (outcome: Outcome) =>
	outcome.kind === 'answer' && isObject(outcome.body) && outcome.isUnknownRoute !== true;

/** How long the service asks to wait, in milliseconds; undefined if it does not ask. */
export const retryAfterOf = (outcome: Outcome): number | undefined =>
	outcome.kind === 'answer' ? outcome.retryAfterMs : undefined;

/**
 * Whether the service says that there is no such record: in its own form, an object. Any other 404, such as a web page or
 * an empty one, may come from something on the way, or from an address that is not the service; and one that speaks of
 * the address says nothing about the record.
 */
export const isNotFound = (outcome: Outcome): boolean =>
	isAboutRecord(outcome) && hasStatus(outcome, 404);

/** Whether the service itself says that the record existed once: a 410 in its own form. */
export const isGone = (outcome: Outcome): boolean =>
	isAboutRecord(outcome) && hasStatus(outcome, 410);

/** The credential was not accepted: this request was not carried out. */
export const isUnauthorized = (outcome: Outcome): boolean => hasStatus(outcome, 401);

/** Whether the service or the authorization server denies this credential access. A late renewal may still succeed. */
export const isWithoutAccess = (outcome: Outcome): boolean =>
	isUnauthorized(outcome) || (outcome.isAtAuthServer === true && outcome.kind !== 'lateRenewal');

/** Failures that pass without anybody's help. */
const TEMPORARY: readonly FailureKind[] = [
	'timeout',
	'noNameServer',
	'refused',
	'broken',
	'lateRenewal',
];

/** Whether the same request may well succeed later, although nobody changes anything. */
export const isTemporary = (outcome: Outcome): boolean =>
	outcome.kind === 'answer'
		? hasStatus(outcome, 408, 429) || isServerError(outcome)
		: TEMPORARY.includes(outcome.kind);

/** Whether the service put the request off until later: it was not carried out. */
export const wasDeferred = (outcome: Outcome): boolean =>
	hasStatus(outcome, 429) || (hasStatus(outcome, 503) && retryAfterOf(outcome) !== undefined);

/** Whether the service, or a proxy in place of it, wants fewer requests, or none for a while. */
export const asksToSlowDown = (outcome: Outcome): boolean => hasStatus(outcome, 429, 502, 503, 504);

/**
 * Whether the service may have carried out the request although no success came back. After a 303 it has: the answer
 * names another address for the result. After a 408 it may still be at work.
 */
export function mayHaveArrived(outcome: Outcome): boolean {
	if (outcome.isAtAuthServer === true || wasDeferred(outcome)) return false;
	// A failure that fits no row and has no code comes from n8n itself, which did not send the request.
	if (outcome.kind === 'other' && outcome.code === undefined) return false;
	if (outcome.kind !== 'answer') return failures[outcome.kind].mayHaveArrived;
	return isServerError(outcome) || hasStatus(outcome, 303, 408) || isSuccess(outcome);
}
