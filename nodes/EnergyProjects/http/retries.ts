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
	 * How long: `patiently`, as long as the service accepts a request now and then; `outage`, while nobody answers, until
	 * that is too long for a restart; `times`, a few times.
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
 * What is sent again, and how long. The first row that fits counts, and what fits none is final, such as a name that does
 * not exist, or a late renewal: the authorization server takes each refresh token once, and may still be at work. A POST
 * is never sent again once it may have reached the service: the record would be created twice.
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

/** An attempt that failed, and what led to it. */
interface FailedAttempt {
	readonly outcome: Outcome;
	readonly method: IHttpRequestMethods;
	/** From 1. */
	readonly tries: number;
	/** How long to wait before the next one, in milliseconds. */
	readonly waitMs: number;
	/** From then on it is not sent again. */
	readonly giveUpAt: number;
	/** Since when nobody has answered this request. */
	readonly unansweredSince?: number;
}

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
		let last: Result | undefined;
		let isUnclear = false;
		let isLost = false;
		let giveUpAt = Infinity;
		let unansweredSince: number | undefined;
		let tries = 1;
		const tryOnce = async (turn: Turn) => {
			giveUpAt = Math.min(giveUpAt, now() + patienceMs);
			const result = await attempt();
			return { ...result, waitMs: service.learn(turn, method, result.outcome, tries) };
		};
		try {
			for (;;) {
				const tried = await throttle.run(tryOnce, last !== undefined, itemIndex);
				const { outcome, answer, waitMs } = tried;
				if (answer !== undefined) return { outcome, answer };
				if (isLost && (isNotFound(outcome) || isGone(outcome)))
					return { outcome, isDoneAnyway: true };
				isUnclear ||= method !== 'GET' && mayHaveArrived(outcome);
				// A 503 says that nothing was done. Only for a create, that is not certain enough.
				isLost ||= method === 'DELETE' && mayHaveArrived(outcome) && !hasStatus(outcome, 503);
				last = { outcome, isUnclear };

				const lasts = ruleAfter(outcome)?.lasts;
				if (lasts === 'outage') unansweredSince ??= now();
				else unansweredSince = undefined;
				const failed = { outcome, method, tries, waitMs, giveUpAt, unansweredSince };
				const next = nextAfter(failed, service, patienceMs);
				if (next !== 'again') {
					service.giveUp(outcome, waitMs);
					return next === 'stop' ? last : { ...last, note: noteOn(waitMs, patienceMs, outcome) };
				}
				// A 429 that is obeyed is no failed attempt.
				if (lasts !== 'patiently') tries++;
				// After a refusal the throttle holds back every request; only other failures wait here.
				if (!asksToSlowDown(outcome)) await throttle.wait(waitMs, itemIndex);
			}
		} catch (reason) {
			// The run ended while this request waited for its retry: its own last failure is all that is known about it. But if
			// another item stopped the run, that item's failure is shown, unless this request may have changed something.
			const isOwn = reason instanceof StoppedError ? isUnclear : reason instanceof NotSentError;
			if (last !== undefined && isOwn) return last;
			throw reason as Error;
		}
	};
}

/** Whether a request is sent again. `tooLong` if it would be, but the service asks for a longer pause than the run waits. */
function nextAfter(
	{ outcome, method, tries, waitMs, giveUpAt, unansweredSince }: FailedAttempt,
	service: Service,
	patienceMs: number,
): 'again' | 'stop' | 'tooLong' {
	const rule = ruleAfter(outcome);
	if (!rule?.methods.includes(method)) return 'stop';
	if (waitMs > patienceMs) return 'tooLong';
	if (rule.lasts === 'patiently') return service.isIdle() ? 'tooLong' : 'again';
	if (now() > giveUpAt) return 'stop';
	if (unansweredSince !== undefined && service.mayBeRestart(unansweredSince)) return 'again';
	// If it asks for a pause, it expects to be back after it.
	const isCounted = rule.lasts === 'times' || retryAfterOf(outcome) !== undefined;
	return isCounted && tries <= RETRIES ? 'again' : 'stop';
}

type Service = ReturnType<typeof watchService>;

/** What the outcomes of a run show about the service. */
function watchService(throttle: Throttle, patienceMs: number) {
	let hasAnswered = false;
	/** Since when nobody answers, Infinity if somebody does; and how many requests were given up since then. */
	let outageSince = Infinity;
	let givenUp = 0;

	const outageMs = () => now() - outageSince;
	/** How much longer it is worth waiting for the service to restart, in milliseconds; Infinity if somebody answers. */
	const restartLeftMs = () => {
		const isFirst = !hasAnswered && givenUp === 0;
		return Math.min(isFirst ? FIRST_RESTART_MS : RESTART_MS, patienceMs) - outageMs();
	};
	const isIdle = () => throttle.idleMs() > patienceMs;

	return {
		isIdle,
		/** Whether neither this request nor the service as a whole has been unanswered for longer than a restart takes. */
		mayBeRestart: (since: number) => restartLeftMs() > 0 && now() - since < RESTART_MS,
		/** @returns how long to wait before the next attempt, in milliseconds */
		learn(turn: Turn, method: IHttpRequestMethods, outcome: Outcome, tries: number): number {
			const isOutage = ruleAfter(outcome)?.lasts === 'outage';
			if (isOutage) outageSince = Math.min(outageSince, now());
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
			// A create is not sent again: the pause keeps the next ones from failing in the same way.
			if (outcome.kind === 'timeout' || (outcome.kind === 'broken' && method === 'POST'))
				turn.refused();
			if (statusOf(outcome) < 500) turn.taken();
			return Math.min(longestMs, backoff(tries));
		},
		/** A request was given up. Ends the run if the others would fail too. */
		giveUp(outcome: Outcome, waitMs: number): void {
			if (ruleAfter(outcome)?.lasts === 'outage') givenUp++;
			const isSlow = asksToSlowDown(outcome);
			if (isSlow && waitMs > patienceMs) throttle.end(longPause(waitMs));
			else if (isSlow && isIdle()) throttle.end(acceptsNothing());
			else if (givenUp >= FEWEST_GIVEN_UP && outageMs() >= RESTART_MS) throttle.end(unreachable());
		},
	};
}

const noteOn = (waitMs: number, patienceMs: number, { isAtAuthServer }: Outcome) =>
	waitMs > patienceMs
		? `The ${isAtAuthServer ? 'authorization server' : 'service'} asked to wait ${Math.ceil(waitMs / 1000)} seconds, longer than this node waits.`
		: 'The service has not accepted any request for a while, although the node waited and tried again.';
