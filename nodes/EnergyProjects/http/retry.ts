import type { IHttpRequestMethods } from 'n8n-workflow';

/** Longest a single request may spend waiting for its repeats, in milliseconds. */
export const MAX_TOTAL_WAIT_MS = 120_000;

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

/** What became of one attempt: an answer with a status, or a failure of the connection. */
export type Attempt =
	| { readonly statusCode: number; readonly retryAfterMs?: number }
	| { readonly failure: 'notReached' | 'unclear' | 'permanent' };

/**
 * Whether a request may be sent again. A POST is never repeated once it may have reached the service: the record
 * would be there twice.
 */
export function mayRepeat(method: IHttpRequestMethods, attempt: Attempt): boolean {
	if ('failure' in attempt) {
		if (attempt.failure === 'permanent') return false;
		return method !== 'POST' || attempt.failure === 'notReached';
	}
	if (attempt.statusCode === 429) return true;
	if (method === 'POST') return attempt.statusCode === 503 && attempt.retryAfterMs !== undefined;
	return attempt.statusCode >= 500;
}

/** Whether the service may have carried out the request although no success came back. */
export function mayHaveArrived(attempt: Attempt): boolean {
	if ('failure' in attempt) return attempt.failure === 'unclear';
	return attempt.statusCode >= 500;
}

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 *
 * @returns milliseconds from `now`, 0 for a date gone by, undefined where there is none or it is unreadable
 */
export function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// Only the forms of an HTTP date: of other texts Date.parse makes dates nobody meant.
	const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Exponential back-off with jitter.
 *
 * @param repeat 1 for the first repeat
 * @param random a number from 0 up to 1
 * @returns milliseconds
 */
export function backoff(repeat: number, random: number): number {
	const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (repeat - 1));
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
