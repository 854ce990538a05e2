/** The first pause and the longest one, in milliseconds. Each pause is twice as long as the one before. */
interface BackoffRange {
	readonly firstMs: number;
	readonly longestMs: number;
}

const BACKOFF: BackoffRange = { firstMs: 500, longestMs: 30_000 };
/**
 * Added to the time a service asks for, if waiting that long was not enough. A service that rounds its seconds down
 * asks for too little.
 */
export const ADDED_TO_ASKED: BackoffRange = { firstMs: 100, longestMs: 2_000 };

/**
 * Exponential back-off with jitter.
 *
 * @param retry 1 for the first retry
 * @param random a number from 0 up to 1
 * @returns milliseconds
 */
export function backoff(retry: number, random: number, range = BACKOFF): number {
	const ceiling = Math.min(range.longestMs, range.firstMs * 2 ** (retry - 1));
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

/**
 * How long to pause after a refusal.
 *
 * @param refusals how often in a row the service has refused a request
 * @param askedMs what it asks for itself
 * @param longestMs the longest pause if it asks for none
 * @returns milliseconds
 */
export function pauseAfter(
	refusals: number,
	askedMs: number | undefined,
	longestMs = Infinity,
): number {
	if (askedMs === undefined) return Math.min(longestMs, backoff(refusals, Math.random()));
	return refusals > 1 ? askedMs + backoff(refusals - 1, Math.random(), ADDED_TO_ASKED) : askedMs;
}
