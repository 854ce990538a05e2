import { sleep } from 'n8n-workflow';
import { now } from './clock';
import { cancelled } from './notSent';
import { backoff, TOO_SHORT } from './retry';

/** Requests in flight once the first answer is in. */
const STARTING_WINDOW = 5;

/**
 * How many requests of one execution may be in flight, and when the next may start. All requests of a run share
 * one throttle, so that a "too many requests" heard by one slows them all.
 *
 * The first request goes alone: an expired OAuth2 token is then refreshed once, whatever n8n's version. Then five go
 * at once, and twice as many each round until the service first asks for less; from then on one more each round.
 */
export interface Throttle {
	/**
	 * Runs `task` as soon as the pace allows.
	 *
	 * @throws the reason of `end`, where that came first
	 */
	run<T>(task: (turn: Turn) => Promise<T>, place?: QueueRank): Promise<T>;
	/** Resolves after `waitMs` milliseconds; throws the reason of `end` as soon as there is one. */
	wait(waitMs: number): Promise<void>;
	/**
	 * How long the service has taken no request, in milliseconds; before the first, since this run began. A pause it
	 * asked for itself does not count where it is longer than `patienceMs`.
	 */
	idleMs(patienceMs: number): number;
	/** From now on nothing starts; whatever waits ends at once with this reason. */
	end(reason: Error): void;
}

/**
 * Where a request waits. Repeats go before those that have not begun: what was refused in turn, or the same few would
 * use up all their repeats; what failed at once, so that it is soon known whether anybody answers.
 */
export type QueueRank = 'new' | 'refused' | 'failed';

/** What one request tells about the service. */
export interface Turn {
	/** The service took the request, whatever it made of it. */
	taken(): void;
	/**
	 * The service wants fewer requests: nothing starts for the time it asks for, and fewer at once afterwards. Where
	 * it says nothing, or too little for the next request to be taken, the pauses grow.
	 *
	 * @param askedMs what Retry-After says
	 * @param isRateLimit whether it is well, and has only taken as many as it allows in a time
	 * @returns how long the pause is, in milliseconds
	 */
	refused(askedMs?: number, isRateLimit?: boolean): number;
	/** It took too long: fewer at once. */
	timedOut(): void;
}

interface Waiting {
	readonly start: () => void;
	readonly reject: (reason: Error) => void;
}

function pauseOf(refusals: number, askedMs: number | undefined): number {
	if (askedMs === undefined) return backoff(refusals, Math.random());
	return refusals > 1 ? askedMs + backoff(refusals - 1, Math.random(), TOO_SHORT) : askedMs;
}

/**
 * @param maxParallel most requests in flight, at least 1
 * @param cancelSignal n8n's signal that the execution was canceled
 */
export function createThrottle(maxParallel: number, cancelSignal?: AbortSignal): Throttle {
	const largest = Math.max(1, Math.floor(maxParallel));
	const repeats: Waiting[] = [];
	const fresh: Waiting[] = [];
	const sleeping = new Set<(reason: Error) => void>();
	let window = 1;
	let inFlight = 0;
	let pausedUntil = 0;
	let alarmAt = 0;
	/** How often the service asked for less. What was sent before the last time says nothing new about it. */
	let epoch = 0;
	/** How often it did so since it last took a request. */
	let refusals = 0;
	/** How many requests it has taken since it last asked for less. */
	let takenSince = 0;
	let progressAt = now();
	/** The longest pause it has asked for since. */
	let longestAskedMs = 0;
	let ended: Error | undefined;

	const startNext = () => {
		const left = pausedUntil - now();
		if (left > 0) {
			if (alarmAt >= pausedUntil) return;
			alarmAt = pausedUntil;
			void sleep(left).then(() => {
				alarmAt = 0;
				startNext();
			});
			return;
		}
		while (inFlight < Math.floor(window)) {
			const next = repeats.shift() ?? fresh.shift();
			if (next === undefined) return;
			inFlight++;
			next.start();
		}
	};

	const grow = () => {
		const first = window < STARTING_WINDOW && epoch === 0;
		const step = epoch === 0 ? 1 : 1 / Math.floor(window);
		window = Math.min(largest, first ? STARTING_WINDOW : window + step);
	};

	const shrink = (to = window / 2) => {
		epoch++;
		takenSince = 0;
		window = Math.max(1, to);
	};

	/**
	 * A service that allows so many requests in a time refuses what comes after them, however few are in flight: where it
	 * took many times the window first, fewer at once would only make the next of its times longer.
	 */
	const windowWithinLimit = () => Math.max(window / 2, Math.min(window, takenSince / 2));

	const turn = (): Turn => {
		const begunIn = epoch;
		return {
			taken() {
				progressAt = now();
				longestAskedMs = 0;
				if (begunIn !== epoch) return;
				refusals = 0;
				takenSince++;
				grow();
			},
			refused(askedMs, isRateLimit) {
				// Several requests in flight hear the same "too many": that is one reason to slow down, not several.
				if (begunIn === epoch) {
					shrink(isRateLimit === true ? windowWithinLimit() : undefined);
					refusals++;
				}
				const pauseMs = pauseOf(refusals, askedMs);
				longestAskedMs = Math.max(longestAskedMs, askedMs ?? 0);
				pausedUntil = Math.max(pausedUntil, now() + pauseMs);
				return pauseMs;
			},
			timedOut() {
				if (begunIn === epoch) shrink();
			},
		};
	};

	const end = (reason: Error) => {
		ended ??= reason;
		for (const { reject } of [...repeats.splice(0), ...fresh.splice(0)]) reject(ended);
		for (const reject of sleeping) reject(ended);
	};
	const cancel = () => end(cancelled());
	if (cancelSignal?.aborted) cancel();
	else cancelSignal?.addEventListener('abort', cancel);

	return {
		end,
		idleMs: (patienceMs) => now() - progressAt - (longestAskedMs > patienceMs ? longestAskedMs : 0),
		async wait(waitMs) {
			if (ended !== undefined) throw ended;
			let wake: (reason: Error) => void = () => undefined;
			const ending = new Promise<never>((_, reject) => (wake = reject));
			sleeping.add(wake);
			await Promise.race([sleep(waitMs), ending]).finally(() => sleeping.delete(wake));
		},
		async run(task, place) {
			await new Promise<void>((start, reject) => {
				if (ended !== undefined) return reject(ended);
				const request = { start, reject };
				if (place === 'failed') repeats.unshift(request);
				else (place === 'refused' ? repeats : fresh).push(request);
				startNext();
			});
			try {
				if (ended !== undefined) throw ended;
				return await task(turn());
			} finally {
				inFlight--;
				// Not before the caller has read the answer: it may put an end to the rest.
				void sleep(0).then(startNext);
			}
		},
	};
}
