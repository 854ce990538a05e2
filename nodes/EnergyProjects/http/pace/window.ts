/** Requests in flight once the first answer is in. */
const STARTING_SIZE = 5;
/**
 * A service that limits the number at once answers a larger number with a pause. So the node tries a larger one only
 * after ten times as long: that costs at most a tenth of the time.
 */
const STEADY_PAUSES = 10;

/** How many requests may be in flight, and what the service has said about that so far. */
export interface Window {
	/** Requests that may be in flight, rounded down; at least 1. */
	readonly size: number;
	/** How often the service asked for less. A request sent before the last time says nothing new about it. */
	readonly slowdowns: number;
	/** How often in a row it refused a request. */
	readonly refusals: number;
	/** Since it last asked for less: how many requests it has taken, and how many are in flight. */
	readonly taken: number;
	readonly inFlight: number;
	/** Until this time, by the clock of the run, the window does not grow: the service does not allow more at once. */
	readonly steadyUntil: number;
	/** The last time the service allowed no more; undefined if it has asked for less for another reason since. */
	readonly limit?: Limit;
}

/** What is known when the service allows no more requests (429). */
interface Limit {
	/** The size of the window before, and how many requests it had taken. */
	readonly size: number;
	readonly taken: number;
	/** Requests that were in flight when the first was refused, without those that were refused together with it. */
	readonly allowed: number;
}

/** One request, until the first answer is in. */
export const FIRST_WINDOW: Window = {
	size: 1,
	slowdowns: 0,
	refusals: 0,
	taken: 0,
	inFlight: 0,
	steadyUntil: 0,
};

/** A request was sent. */
export const sent = (window: Window): Window => ({ ...window, inFlight: window.inFlight + 1 });

/** A request that was sent since the service last asked for less has ended. */
export const ended = (window: Window): Window => ({ ...window, inFlight: window.inFlight - 1 });

/**
 * The service took a request: five at once, then twice as many each round until it first asks for less; from then on
 * one more each round, but no more than it allows at once.
 *
 * @param largest the size it never exceeds
 * @param now the time, by the clock of the run
 */
export function grown(window: Window, largest: number, now: number): Window {
	const { size, slowdowns, steadyUntil } = window;
	if (now < steadyUntil) return { ...window, refusals: 0, taken: window.taken + 1 };
	// What was taken at the smaller size says nothing about the larger one.
	const taken = steadyUntil > 0 ? 0 : window.taken;
	const isFirst = slowdowns === 0 && size < STARTING_SIZE;
	const step = slowdowns === 0 ? 1 : 1 / Math.floor(size);
	const next = Math.min(largest, isFirst ? STARTING_SIZE : size + step);
	return { ...window, size: next, refusals: 0, taken: taken + 1, steadyUntil: 0 };
}

/** The service was too slow: half as many at once. */
export const halved = (window: Window): Window => ({
	...slowedDown(window),
	size: Math.max(1, window.size / 2),
});

/** The service refused a request because it is in trouble: half as many at once. */
export const refused = (window: Window): Window => ({
	...halved(window),
	refusals: window.refusals + 1,
});

/**
 * The service refused a request because it allows no more. How many it took shows what it limits:
 *
 * - If it limits the number at once, it refuses what is too much, and all others in flight are taken: as many go at once
 *   from then on, and the window stays like that for a while.
 * - If it limits the number per time, it has taken several rounds before, and then refuses every request, however few
 *   come. With fewer at once, it would only take longer to use up the next allowance. So at least half of what it has
 *   just taken go at once.
 *
 * @param sentAfter `slowdowns` when the request was sent. Requests that are refused together count as one slow-down
 * @param now the time, by the clock of the run
 * @param pauseMs how long the run pauses now
 */
export function limited(window: Window, sentAfter: number, now: number, pauseMs: number): Window {
	const isFirst = sentAfter === window.slowdowns;
	const before = isFirst ? { ...window, allowed: window.inFlight } : window.limit;
	if (before === undefined || sentAfter < window.slowdowns - 1) return window;
	const { size, taken } = before;
	const allowed = before.allowed - 1;
	const limitsAtOnce = allowed > 0 && taken <= 2 * allowed;
	const next = limitsAtOnce ? allowed : Math.max(size / 2, Math.min(size, taken / 2));
	return {
		...(isFirst ? { ...slowedDown(window), refusals: window.refusals + 1 } : window),
		size: Math.max(1, next),
		steadyUntil: limitsAtOnce ? now + (1 + STEADY_PAUSES) * pauseMs : 0,
		limit: { size, taken, allowed },
	};
}

const slowedDown = (window: Window): Window => ({
	...window,
	slowdowns: window.slowdowns + 1,
	taken: 0,
	inFlight: 0,
	steadyUntil: 0,
	limit: undefined,
});
