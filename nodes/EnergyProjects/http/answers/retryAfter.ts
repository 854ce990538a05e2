/**
 * Reads a Retry-After header: seconds or an HTTP date.
 *
 * @param sentAt the Date header of the same answer: a date is counted from there, so that it does no harm where the
 * clocks of the service and of this machine differ
 * @returns milliseconds, 0 for a date gone by, undefined where there is none or it is unreadable
 */
export function readRetryAfter(value: unknown, sentAt: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
	const date = readHttpDate(text);
	return date === undefined ? undefined : Math.max(0, date - (readHttpDate(sentAt) ?? Date.now()));
}

/** Only the forms of an HTTP date: of other texts Date.parse makes dates nobody meant. */
function readHttpDate(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^[A-Z][a-z]{2,8},? /.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : date;
}
