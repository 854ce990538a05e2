import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How the service limits requests, and what it says when it refuses one. */
export interface RateLimit {
	/** At most this many requests … */
	requests: number;
	/** … in this many seconds. */
	perSeconds: number;
	/** The form of Retry-After; with `skewedDate`, it and the Date header come from a clock that is ten minutes slow. */
	retryAfter: 'missing' | 'seconds' | 'roundedDown' | 'zero' | 'date' | 'skewedDate';
}

const SKEW_MS = -10 * 60_000;

/** Refuses requests that come too fast. All callers share one limit. */
export class RateLimiter {
	private limit: RateLimit | undefined;
	private limiter: RateLimiterMemory | undefined;

	/** @param limit undefined to accept every request */
	set(limit: RateLimit | undefined): void {
		this.limit = limit;
		this.limiter =
			limit && new RateLimiterMemory({ points: limit.requests, duration: limit.perSeconds });
	}

	/** @returns the headers of a 429, or undefined if the request is accepted */
	async refuse(): Promise<Record<string, string> | undefined> {
		const { limit, limiter } = this;
		if (limit === undefined || limiter === undefined) return undefined;
		try {
			await limiter.consume('everybody');
			return undefined;
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal;
			return headersOf(limit, refusal.msBeforeNext);
		}
	}
}

function headersOf({ retryAfter }: RateLimit, waitMs: number): Record<string, string> {
	const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
	// A date has whole seconds, so round up.
	const after = Math.ceil(waitMs / 1000) * 1000;
	switch (retryAfter) {
		case 'missing':
			return {};
		case 'seconds':
			return { 'retry-after': String(Math.ceil(waitMs / 1000)) };
		case 'roundedDown':
			return { 'retry-after': String(Math.floor(waitMs / 1000)) };
		case 'zero':
			return { 'retry-after': '0' };
		case 'date':
			return { 'retry-after': dateIn(after) };
		case 'skewedDate':
			return { 'retry-after': dateIn(after + SKEW_MS), date: dateIn(SKEW_MS) };
	}
}
