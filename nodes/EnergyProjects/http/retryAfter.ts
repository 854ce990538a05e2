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
