/** How the service limits requests, and what it says when it refuses one. */
export interface RateLimit {
	/** At most this many requests … */
	requests: number;
	/** … in this many seconds. */
	perSeconds: number;
	/** The form of Retry-After; with `skewedDate`, it and the Date header come from a clock that is ten minutes slow. */
	retryAfter: 'missing' | 'seconds' | 'roundedDown' | 'fraction' | 'zero' | 'date' | 'skewedDate';
}

const SKEW_MS = -10 * 60_000;

/** Refuses requests that come too fast. All callers share one limit. */
export class RateLimiter {
	private limit: RateLimit | undefined;
	private taken = 0;
	/** When the present window ends, in milliseconds since 1970. */
	private end = 0;

	/** @param limit undefined to accept every request */
	set(limit: RateLimit | undefined): void {
		this.limit = limit;
		this.end = 0;
	}

	/** @returns the headers of a 429, or undefined if the request is accepted */
	refuse(): Record<string, string> | undefined {
		const { limit } = this;
		if (limit === undefined) return undefined;
		const now = Date.now();
		if (now >= this.end) {
			this.taken = 0;
			this.end = now + limit.perSeconds * 1000;
		}
		return ++this.taken > limit.requests ? headersOf(limit, this.end - now) : undefined;
	}
}

function headersOf({ retryAfter }: RateLimit, waitMs: number): Record<string, string> {
	const seconds = Math.ceil(waitMs / 1000);
	const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
	const after = (text: string | number) => ({ 'retry-after': String(text) });
	return {
		missing: {},
		seconds: after(seconds),
		roundedDown: after(Math.floor(waitMs / 1000)),
		fraction: after((waitMs / 1000).toFixed(3)),
		zero: after(0),
		date: after(dateIn(seconds * 1000)),
		skewedDate: { ...after(dateIn(seconds * 1000 + SKEW_MS)), date: dateIn(SKEW_MS) },
	}[retryAfter];
}
