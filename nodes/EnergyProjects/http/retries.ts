import type { IHttpRequestMethods } from 'n8n-workflow';
import { longPause, NotSentError, StoppedError, acceptsNothing, unreachable } from './errors';
import {
	asksToSlowDown,
	hasStatus,
	isGone,
	isNotFound,
	wasDeferred,
	isServerError,
	mayHaveArrived,
	retryAfterOf,
	statusOf,
} from './outcome';
import type { Answer, Outcome } from './outcome';
import { backoff, now } from './throttle';
import type { Throttle, Turn } from './throttle';

interface RetryRule {
	readonly after: (outcome: Outcome) => boolean;
	/** The methods that are sent again. */
	readonly methods: readonly IHttpRequestMethods[];
	/**
	 * How long: `patiently`, as long as the service accepts a request now and then; `outage`, while nobody answers, but no
	 * longer than a restart takes; `times`, a few times.
	 */
	readonly lasts: 'patiently' | 'outage' | 'times';
}

const READS: readonly IHttpRequestMethods[] = ['GET'];
const REPEATABLE: readonly IHttpRequestMethods[] = ['GET', 'PATCH', 'DELETE'];
const ALL: readonly IHttpRequestMethods[] = [...REPEATABLE, 'POST'];

const status =
	(...statuses: readonly number[]) =>
	(outcome: Outcome) =>
		hasStatus(outcome, ...statuses);
const failure =
	(...kinds: ReadonlyArray<Outcome['kind']>) =>
	({ kind }: Outcome) =>
		kinds.includes(kind);
/** When n8n was about to renew the token: the request itself was not sent. */
const renewal = ({ isAtAuthServer }: Outcome) => isAtAuthServer === true;

/**
 * What is sent again, and how long. The first row that fits counts. What fits no row is not sent again: for example if
 * the name does not exist, or after a late renewal, since it may still be under way and each refresh token works only once.
 * A POST is never sent again once it may have reached the service: the record could be created twice.
 */
const retryTable: readonly RetryRule[] = [
	{ after: status(429), methods: ALL, lasts: 'patiently' },
	{ after: wasDeferred, methods: ALL, lasts: 'outage' },
	{ after: failure('refused', 'noNameServer'), methods: ALL, lasts: 'outage' },
	{
		after: (outcome) => renewal(outcome) && (isServerError(outcome) || failure('broken')(outcome)),
		methods: ALL,
		lasts: 'outage',
	},
	{ after: failure('broken', 'timeout'), methods: REPEATABLE, lasts: 'outage' },
	{ after: status(502, 503, 504), methods: REPEATABLE, lasts: 'outage' },
	{ after: isServerError, methods: REPEATABLE, lasts: 'times' },
	{ after: status(408), methods: READS, lasts: 'times' },
];

const ruleAfter = (outcome: Outcome) => retryTable.find(({ after }) => after(outcome));
const isOutage = (outcome: Outcome) => ruleAfter(outcome)?.lasts === 'outage';

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

/** An attempt that failed, and what the service was like then. Times are those of `now`. */
interface FailedAttempt {
	readonly outcome: Outcome;
	/** If it was the first one: until then the request may be sent again. */
	readonly giveUpAt: number;
	readonly endedAt: number;
	/** How long to wait before the next one, in milliseconds, and whether the run does not wait that long. */
	readonly waitMs: number;
	readonly isTooLong: boolean;
	/** Whether the service has accepted no request for too long. */
	readonly isIdle: boolean;
	/** How much longer it is worth waiting for a restart, in milliseconds; Infinity if somebody answers. */
	readonly restartLeftMs: number;
}

/** All that the attempts of a request leave behind: those that failed, in their order. */
type Past = readonly FailedAttempt[];

/** What a request got in the end. */
export interface Result extends Attempted {
	/** A change may have been carried out although no success came back. */
	readonly isUnclear?: boolean;
	/** The answer to an earlier attempt was lost, but this one shows that it got through. */
	readonly isDoneAnyway?: boolean;
	/** Why it was not sent again although another retry was left. */
	readonly note?: string;
}

/**
 * Sends the requests of a run, each in its turn, and again after a temporary failure, as the table says.
 *
 * @param patienceMs the longest pause the service may ask for, the longest time it may accept nothing, and how long after
 * its first attempt a request is still sent again, in milliseconds
 */
export function createRetries(throttle: Throttle, patienceMs: number) {
	const service = watchService(throttle, patienceMs);

	return async ({ method, itemIndex, attempt }: RetriedRequest): Promise<Result> => {
		const past: FailedAttempt[] = [];
		const tryOnce = async (turn: Turn) => {
			const giveUpAt = now() + patienceMs;
			const tried = await attempt();
			const waitMs = service.learn(turn, method, tried.outcome, failuresIn(past) + 1);
			const isTooLong = waitMs > patienceMs;
			return { ...tried, ...service.state(), giveUpAt, endedAt: now(), waitMs, isTooLong };
		};
		try {
			for (;;) {
				const last = await throttle.run(tryOnce, past.length > 0, itemIndex);
				if (last.answer !== undefined) return last;
				if (wasDeletedBefore(method, past, last.outcome)) return { ...last, isDoneAnyway: true };
				past.push(last);
				const next = nextAfter(method, past);
				if (next !== 'again') {
					service.giveUp(last);
					return { ...failureOf(method, past), ...(next === 'tooLong' && { note: noteOn(last) }) };
				}
				// If the service wants fewer requests, the throttle already holds back all of them.
				if (!asksToSlowDown(last.outcome)) await throttle.wait(last.waitMs, itemIndex);
			}
		} catch (reason) {
			// The run ended while the request waited for its turn.
			if (!isShownAfter(reason, method, past)) throw reason as Error;
			return failureOf(method, past);
		}
	};
}

/** Whether a request is sent again. `tooLong` if it would be, but the run does not wait as long as the service needs. */
function nextAfter(method: IHttpRequestMethods, past: Past): 'again' | 'stop' | 'tooLong' {
	const { outcome, endedAt, isTooLong, isIdle, restartLeftMs } = past[past.length - 1];
	const rule = ruleAfter(outcome);
	if (!rule?.methods.includes(method)) return 'stop';
	if (isTooLong) return 'tooLong';
	if (rule.lasts === 'patiently') return isIdle ? 'tooLong' : 'again';
	if (endedAt > past[0].giveUpAt) return 'stop';
	// It may be a restart: neither the service as a whole nor this request has gone unanswered for longer than that takes.
	if (rule.lasts === 'outage' && restartLeftMs > 0 && endedAt - unansweredSince(past) < RESTART_MS)
		return 'again';
	// A service that asks for a pause expects to be back after it.
	const isCounted = rule.lasts === 'times' || retryAfterOf(outcome) !== undefined;
	return isCounted && failuresIn(past) <= RETRIES ? 'again' : 'stop';
}

/** How many attempts count as failed. A 429 only says when to send the request. */
const failuresIn = (past: Past) =>
	past.filter(({ outcome }) => ruleAfter(outcome)?.lasts !== 'patiently').length;

/** Since when nobody has answered, if nobody has answered the last attempt. */
const unansweredSince = (past: Past) =>
	past[past.map(({ outcome }) => isOutage(outcome)).lastIndexOf(false) + 1].endedAt;

/** Whether an attempt may have changed something although no success came back. */
const mayBeDone = (method: IHttpRequestMethods, past: Past) =>
	method !== 'GET' && past.some(({ outcome }) => mayHaveArrived(outcome));

/** Whether a record is gone because an earlier attempt has deleted it, whose answer was lost. A 503 deletes nothing. */
const wasDeletedBefore = (method: IHttpRequestMethods, past: Past, outcome: Outcome) =>
	(isNotFound(outcome) || isGone(outcome)) &&
	method === 'DELETE' &&
	past.some((one) => mayHaveArrived(one.outcome) && !hasStatus(one.outcome, 503));

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

/** What the outcomes of a run show about the service. */
function watchService(throttle: Throttle, patienceMs: number) {
	let hasAnswered = false;
	/** Since when nobody answers, Infinity if somebody does; and how many requests were given up since then. */
	let outageSince = Infinity;
	let givenUp = 0;

	const outageMs = () => now() - outageSince;
	const restartLeftMs = () => {
		const isFirst = !hasAnswered && givenUp === 0;
		return Math.min(isFirst ? FIRST_RESTART_MS : RESTART_MS, patienceMs) - outageMs();
	};

	return {
		state: () => ({ isIdle: throttle.idleMs() > patienceMs, restartLeftMs: restartLeftMs() }),
		/** @returns how long to wait before the next attempt, in milliseconds */
		learn(turn: Turn, method: IHttpRequestMethods, outcome: Outcome, tries: number): number {
			if (isOutage(outcome)) outageSince = Math.min(outageSince, now());
			else if (outcome.kind === 'answer') {
				hasAnswered = true;
				outageSince = Infinity;
				givenUp = 0;
			}
			// In an outage, never sleep past the moment at which we give up: the last attempt is made right then.
			const leftMs = restartLeftMs();
			const longestMs = leftMs > 0 ? Math.min(leftMs, patienceMs) : patienceMs;
			const askedMs = retryAfterOf(outcome);
			if (asksToSlowDown(outcome)) {
				if (askedMs !== undefined && askedMs > patienceMs) return askedMs;
				return turn.refused(askedMs, longestMs);
			}
			// Without a pause for all, one create after the other would fail in the same way, and none is sent again.
			if (outcome.kind === 'timeout' || (outcome.kind === 'broken' && method === 'POST'))
				turn.refused();
			if (statusOf(outcome) < 500) turn.taken();
			return Math.min(longestMs, backoff(tries));
		},
		/** A request was given up. Ends the run if the others would fail too. */
		giveUp({ outcome, waitMs, isTooLong, isIdle }: FailedAttempt): void {
			if (isOutage(outcome)) givenUp++;
			const isSlow = asksToSlowDown(outcome);
			if (isSlow && isTooLong) throttle.end(longPause(waitMs));
			else if (isSlow && isIdle) throttle.end(acceptsNothing());
			else if (givenUp >= FEWEST_GIVEN_UP && outageMs() >= RESTART_MS) throttle.end(unreachable());
		},
	};
}

const noteOn = ({ outcome, waitMs, isTooLong }: FailedAttempt) =>
	isTooLong
		? `The ${outcome.isAtAuthServer ? 'authorization server' : 'service'} asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than this node waits.`
		: 'The service has not accepted any request for a while, although the node waited and tried again.';
