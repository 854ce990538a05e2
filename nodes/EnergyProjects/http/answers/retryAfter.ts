/** The longest wait that is read. A longer one means the same: nobody waits that long. */
const LONGEST_MS = Number.MAX_SAFE_INTEGER;

/**
 * Reads a Retry-After header: seconds or an HTTP date. Any whole number is a number of seconds, however long it is, and
 * never a date.
 *
 * @param sentAt the Date header of the same answer. A date counts from there, so that the clocks of the service and
 * of this machine may differ
 * @returns milliseconds, 0 for a date in the past, undefined if there is no header or it cannot be read
 */
export function readRetryAfter(value: unknown, sentAt: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+(\.\d{1,9})?$/.test(text)) return Math.min(LONGEST_MS, Number(text) * 1000);
	const date = readHttpDate(text);
	return date === undefined ? undefined : Math.max(0, date - (readHttpDate(sentAt) ?? Date.now()));
}

/** Only the forms of an HTTP date. From other texts Date.parse makes dates that nobody meant. */
function readHttpDate(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^[A-Z][a-z]{2,8},? /.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : date;
}
