import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Answer } from './answer';
import { acceptsNothing, longPause, NotSentError, StoppedError, unreachable } from './errors';
import { backoff, now } from './throttle';
import type { Throttle, Turn } from './throttle';
import { isSentAgain, retryAfterOf, statusOf, verdictOf } from './verdicts';
import type { Outcome } from './verdicts';

/** Most retries of a request under `times`, or if the service asked for a pause. */
const RETRIES = 3;
/** How long an outage may last and still be a restart; shorter before anything has answered, since the address may be wrong. */
const RESTART_MS = 30_000;
const FIRST_RESTART_MS = 10_000;
/** Requests that have to be given up before the service counts as unreachable. */
const FEWEST_GIVEN_UP = 3;

export interface RetriedRequest {
	readonly method: IHttpRequestMethods;
	/** The item that needs it. */
	readonly itemIndex?: number;
	/** Sends it once. */
	readonly attempt: () => Promise<Attempted>;
}

/** What came of one attempt. */
interface Attempted {
	readonly outcome: Outcome;
	/** The same, if it is the expected answer. */
	readonly answer?: Answer;
}

/** All that the attempts of a request leave behind: those that failed, in their order, and when they ended. */
type Past = ReadonlyArray<{ readonly outcome: Outcome; readonly endedAt: number }>;

/** What a request got in the end. */
export interface Result extends Attempted {
	/** A change may have been carried out although no success came back. */
	readonly isUnclear?: boolean;
	/** The answer to an earlier attempt was lost, but this one shows that it got through. */
	readonly isDoneAnyway?: boolean;
	/** Why it was not sent again although another retry was left. */
	readonly note?: string;
}

/** What a run knows about the service. */
interface Service {
	readonly hasAnswered: boolean;
	/** Since when nobody answers, on the clock of `now`; Infinity if somebody does. */
	readonly outageSince: number;
	/** How many requests were given up since then. */
	readonly givenUp: number;
}

const UNKNOWN: Service = { hasAnswered: false, outageSince: Infinity, givenUp: 0 };

/** What a run knows about the service after an outcome. */
function serviceAfter(service: Service, outcome: Outcome, at: number): Service {
	if (isOutage(outcome)) return { ...service, outageSince: Math.min(service.outageSince, at) };
	return outcome.kind === 'answer' ? { ...UNKNOWN, hasAnswered: true } : service;
}

const isOutage = (outcome: Outcome) => verdictOf(outcome).passes === 'outage';

/** Whether all requests of the run wait after this outcome, and not just this one. */
function holdsBackAll(outcome: Outcome, method: IHttpRequestMethods): boolean {
	const { holdsBack } = verdictOf(outcome);
	return holdsBack === 'always' || (holdsBack === 'creates' && method === 'POST');
}

/** What was the case when an attempt failed. */
interface Limits {
	/** Whether the service asks for a longer pause than the run makes. */
	readonly isTooLong: boolean;
	/** Whether the service has accepted no request for too long. */
	readonly isIdle: boolean;
	/** Whether the request has been tried for too long. */
	readonly isOver: boolean;
	/** How much longer it is worth waiting for a restart, in milliseconds; Infinity if somebody answers. */
	readonly restartLeftMs: number;
}

/**
 * Sends the requests of a run, each in its turn, and again after a failure that passes, as the verdict on it says.
 *
 * @param patienceMs the longest pause the service may ask for, the longest time it may accept nothing, and how long after
 * its first attempt a request is still sent again, in milliseconds
 */
export function createRetries(throttle: Throttle, patienceMs: number) {
	const { learn, limitsAfter, longestWaitMs, giveUp } = watchService(throttle, patienceMs);

	return async ({ method, itemIndex, attempt }: RetriedRequest): Promise<Result> => {
		const past: Array<Past[number]> = [];
		let giveUpAt = Infinity;
		const tryOnce = async (turn: Turn) => {
			giveUpAt = Math.min(giveUpAt, now() + patienceMs);
			const tried = await attempt();
			learn(turn, tried.outcome, method);
			return tried;
		};
		try {
			for (;;) {
				const last = await throttle.run(tryOnce, past.length > 0, itemIndex);
				const { outcome } = last;
				if (last.answer !== undefined) return last;
				if (wasDeletedBefore(method, past, outcome)) return { outcome, isDoneAnyway: true };
				past.push({ outcome, endedAt: now() });
				const limits = { ...limitsAfter(outcome, method), isOver: now() > giveUpAt };
				const next = nextAfter(method, past, limits);
				if (next !== 'again') {
					giveUp(outcome, method, limits);
					const note = next === 'tooLong' ? { note: noteOn(outcome, limits) } : {};
					return { ...failureOf(method, past), ...note };
				}
				// If all requests wait, the throttle already holds back this one.
				if (holdsBackAll(outcome, method)) continue;
				const waitMs = Math.min(longestWaitMs(), backoff(failuresIn(past)));
				await throttle.wait(waitMs, itemIndex);
			}
		} catch (reason) {
			// The run ended while the request waited for its turn.
			if (!isShownAfter(reason, method, past)) throw reason as Error;
			return failureOf(method, past);
		}
	};
}

/** Keeps what a run knows about the service, sets its pace, and ends it if the service is lost. */
function watchService(throttle: Throttle, patienceMs: number) {
	let service = UNKNOWN;
	const outageMs = () => now() - service.outageSince;
	const restartLeftMs = () => {
		const isFirst = !service.hasAnswered && service.givenUp === 0;
		return Math.min(isFirst ? FIRST_RESTART_MS : RESTART_MS, patienceMs) - outageMs();
	};
	/** In an outage, nobody sleeps past the moment at which we give up: the last attempt is made right then. */
	const longestWaitMs = () => {
		const leftMs = restartLeftMs();
		return leftMs > 0 ? Math.min(leftMs, patienceMs) : patienceMs;
	};
	return {
		longestWaitMs,
		learn(turn: Turn, outcome: Outcome, method: IHttpRequestMethods): void {
			service = serviceAfter(service, outcome, now());
			const askedMs = retryAfterOf(outcome);
			if (!holdsBackAll(outcome, method)) {
				// Only an answer for good shows that the service takes requests.
				if (outcome.kind === 'answer' && verdictOf(outcome).passes === undefined) turn.taken();
			} else if (askedMs === undefined || askedMs <= patienceMs) {
				turn.refused(askedMs, longestWaitMs());
			}
		},
		limitsAfter: (outcome: Outcome, method: IHttpRequestMethods) => ({
			isTooLong: holdsBackAll(outcome, method) && (retryAfterOf(outcome) ?? 0) > patienceMs,
			isIdle: throttle.idleMs() > patienceMs,
			restartLeftMs: restartLeftMs(),
		}),
		/** A request was given up. Ends the run if the others would fail too. */
		giveUp(outcome: Outcome, method: IHttpRequestMethods, { isTooLong, isIdle }: Limits): void {
			if (isOutage(outcome)) service = { ...service, givenUp: service.givenUp + 1 };
			if (isTooLong) throttle.end(longPause(retryAfterOf(outcome) ?? 0));
			else if (isIdle && holdsBackAll(outcome, method)) throttle.end(acceptsNothing());
			else if (service.givenUp >= FEWEST_GIVEN_UP && outageMs() >= RESTART_MS)
				throttle.end(unreachable());
		},
	};
}

/** Whether a request is sent again. `tooLong` if it would be, but the run does not wait as long as the service needs. */
function nextAfter(
	method: IHttpRequestMethods,
	past: Past,
	{ isTooLong, isIdle, isOver, restartLeftMs }: Limits,
): 'again' | 'stop' | 'tooLong' {
	const { outcome, endedAt } = past[past.length - 1];
	const verdict = verdictOf(outcome);
	if (!isSentAgain(verdict, method)) return 'stop';
	if (isTooLong) return 'tooLong';
	if (verdict.passes === 'patiently') return isIdle ? 'tooLong' : 'again';
	if (isOver) return 'stop';
	// It may be a restart: neither the service as a whole nor this request has gone unanswered for longer than that takes.
	const isRestart = restartLeftMs > 0 && endedAt - unansweredSince(past) < RESTART_MS;
	if (verdict.passes === 'outage' && isRestart) return 'again';
	// A service that asks for a pause expects to be back after it.
	const isCounted = verdict.passes === 'times' || retryAfterOf(outcome) !== undefined;
	return isCounted && failuresIn(past) <= RETRIES ? 'again' : 'stop';
}

/** How many attempts count as failed. A 429 only says when to send the request. */
const failuresIn = (past: Past) =>
	past.filter(({ outcome }) => verdictOf(outcome).passes !== 'patiently').length;

/** Since when nobody has answered; Infinity if somebody has answered the last attempt. */
const unansweredSince = (past: Past) =>
	past[past.map(({ outcome }) => isOutage(outcome)).lastIndexOf(false) + 1]?.endedAt ?? Infinity;

/** Whether an attempt may have changed something although no success came back. */
const mayBeDone = (method: IHttpRequestMethods, past: Past) =>
	method !== 'GET' && past.some(({ outcome }) => verdictOf(outcome).mayHaveArrived === true);

/** Whether a record is gone because an earlier attempt has deleted it, whose answer was lost. A 503 deletes nothing. */
const wasDeletedBefore = (method: IHttpRequestMethods, past: Past, outcome: Outcome) =>
	method === 'DELETE' &&
	verdictOf(outcome).isGone === true &&
	mayBeDone(
		method,
		past.filter((one) => statusOf(one.outcome) !== 503),
	);

/** What a request got that is not sent again. */
function failureOf(method: IHttpRequestMethods, past: Past): Result {
	return { outcome: past[past.length - 1].outcome, isUnclear: mayBeDone(method, past) };
}

/**
 * Whether a request shows its own last failure if the run ended before it could be sent again. If another item stopped
 * the run, the failure of that item is enough, unless this request may have changed something.
 */
const isShownAfter = (reason: unknown, method: IHttpRequestMethods, past: Past) =>
	past.length > 0 &&
	(reason instanceof StoppedError ? mayBeDone(method, past) : reason instanceof NotSentError);

const noteOn = (outcome: Outcome, { isTooLong }: Limits) =>
	isTooLong
		? `The ${outcome.isAtAuthServer ? 'authorization server' : 'service'} asked to wait ${Math.ceil((retryAfterOf(outcome) ?? 0) / 1000)} seconds, longer than this node waits.`
		: 'The service has not accepted any request for a while, although the node waited and tried again.';
