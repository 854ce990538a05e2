import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Outcome } from '../answers/outcome';

/**
 * Longest a single request may spend waiting for its repeats, and longest a run goes on without the service taking
 * any of its requests, in milliseconds.
 */
export const MAX_TOTAL_WAIT_MS = 120_000;

/** Longest pause the service may ask for, in milliseconds; where it asks for more, the run ends. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/** From where to where a back-off doubles, in milliseconds. */
interface Steps {
	readonly firstMs: number;
	readonly longestMs: number;
}

const BACKOFF: Steps = { firstMs: 500, longestMs: 30_000 };
/** What is added where the service says how long to wait, and that turns out too short, as seconds rounded down do. */
export const TOO_SHORT: Steps = { firstMs: 100, longestMs: 2_000 };

/**
 * Whether a request may be sent again. A POST is never repeated once it may have reached the service: the record
 * would be there twice.
 */
export function mayRetry(method: IHttpRequestMethods, outcome: Outcome): boolean {
	switch (outcome.kind) {
		case 'answer':
			if (outcome.statusCode === 429) return true;
			if (method !== 'POST') return outcome.statusCode >= 500;
			return outcome.statusCode === 503 && outcome.retryAfterMs !== undefined;
		case 'dns':
		case 'refused':
			return true;
		case 'timeout':
			// At the authorization server it may still be renewing the token, and takes the old one only once.
			return method !== 'POST' && outcome.isAtAuthServer !== true;
		case 'broken':
			// At the authorization server: the request itself has not left yet.
			return method !== 'POST' || outcome.isAtAuthServer === true;
		default:
			return false;
	}
}

/**
 * Whether the service may have carried out the request although no success came back. 303 says so outright: what came
 * of it stands elsewhere.
 */
export const mayHaveArrived = (outcome: Outcome): boolean =>
	outcome.kind === 'answer'
		? outcome.statusCode >= 500 || outcome.statusCode === 303
		: (outcome.kind === 'timeout' || outcome.kind === 'broken') && outcome.isAtAuthServer !== true;

/** Whether nobody answered: what came, came from the network or from nowhere. */
export const isLost = ({ kind }: Outcome): boolean =>
	kind === 'dns' || kind === 'refused' || kind === 'timeout' || kind === 'broken';

/**
 * Exponential back-off with jitter.
 *
 * @param repeat 1 for the first repeat
 * @param random a number from 0 up to 1
 * @returns milliseconds
 */
export function backoff(repeat: number, random: number, steps = BACKOFF): number {
	const ceiling = Math.min(steps.longestMs, steps.firstMs * 2 ** (repeat - 1));
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
