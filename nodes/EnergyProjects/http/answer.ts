import type { IDataObject } from 'n8n-workflow';

/** An answer to one attempt to send a request. */
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
	readonly isAboutPath?: boolean;
}

type Response = Pick<Answer, 'statusCode' | 'body' | 'headers'>;

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
