/** Requests in flight once the first answer is in. */
const STARTING_SIZE = 5;

/** How many requests may be in flight, and what the service has said about that so far. */
export interface Window {
	/** Requests that may be in flight, rounded down; at least 1. */
	readonly size: number;
	/** How often the service asked for less. A request sent before the last time says nothing new about it. */
	readonly slowdowns: number;
	/** How often in a row it refused a request. */
	readonly refusals: number;
	/** How many requests it has taken since it last asked for less. */
	readonly taken: number;
}

/** One request, until the first answer is in. */
export const FIRST_WINDOW: Window = { size: 1, slowdowns: 0, refusals: 0, taken: 0 };

/**
 * The service took a request: five at once, then twice as many each round until it first asks for less; from then on
 * one more each round.
 *
 * @param largest the size it never exceeds
 */
export function grown(window: Window, largest: number): Window {
	const { size, slowdowns, taken } = window;
	const isFirst = slowdowns === 0 && size < STARTING_SIZE;
	const step = slowdowns === 0 ? 1 : 1 / Math.floor(size);
	const next = Math.min(largest, isFirst ? STARTING_SIZE : size + step);
	return { ...window, size: next, refusals: 0, taken: taken + 1 };
}

/** The service was too slow: half as many at once. */
export const halved = (window: Window): Window => shrunk(window, window.size / 2);

/**
 * The service refused a request: half as many at once.
 *
 * If it only allows so many requests in a given time, sending fewer at once does not help: it would only take longer to
 * use up the next allowance. So a rate limit does not shrink the window below half of what the service has just taken.
 */
export function refused(window: Window, isRateLimit: boolean): Window {
	const { size, refusals, taken } = window;
	const smallest = isRateLimit ? Math.min(size, taken / 2) : 0;
	return { ...shrunk(window, Math.max(size / 2, smallest)), refusals: refusals + 1 };
}

const shrunk = (window: Window, size: number): Window => ({
	...window,
	size: Math.max(1, size),
	slowdowns: window.slowdowns + 1,
	taken: 0,
});
