import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How a service limits requests, and what it says to those it refuses. */
export interface RateLimit {
	/** So many requests … */
	requests: number;
	/** … in so many seconds. */
	perSeconds: number;
	/** What Retry-After says; `skewedDate` is a date by a clock that is ten minutes off, as Date is then. */
	retryAfter: 'missing' | 'seconds' | 'roundedDown' | 'zero' | 'date' | 'skewedDate';
}

const SKEW_MS = -10 * 60_000;

/** Refuses what comes too fast, for all callers together. */
export class RateLimiter {
	private limit: RateLimit | undefined;
	private limiter: RateLimiterMemory | undefined;

	/** @param limit undefined takes every request */
	set(limit: RateLimit | undefined): void {
		this.limit = limit;
		this.limiter =
			limit && new RateLimiterMemory({ points: limit.requests, duration: limit.perSeconds });
	}

	/** @returns the headers of a 429, or undefined where the request is taken */
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
	// A date has whole seconds: the next one that is late enough.
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
