import type { ListHeaders } from './listHeaders';

/** What became of one attempt to send a request: an answer of the service, or the reason why none came. */
export type Outcome = Answer | Failure;

export interface Answer {
	readonly kind: 'answer';
	readonly statusCode: number;
	/** Undefined if it is empty. */
	readonly body: unknown;
	readonly form: BodyForm;
	/** How long the service asks to wait, in milliseconds from the arrival of the answer. */
	readonly retryAfterMs?: number;
	/** Methods of the Allow header, in capitals. */
	readonly allowed: readonly string[];
	readonly list: ListHeaders;
	/** Where the record is that was created, as the Location header has it. */
	readonly location?: string;
	/** n8n wanted to renew the token, and the authorization server could not answer for a while. */
	readonly isAtAuthServer?: boolean;
}

export interface Failure {
	readonly kind:
		| 'cancelled'
		| 'timeout'
		| 'dns'
		| 'refused'
		| 'handshake'
		| 'tls'
		| 'broken'
		| 'notConnected'
		| 'other';
	readonly code?: string;
	readonly message: string;
	/** The authorization server failed, when n8n was about to renew the token; nothing reached the service. */
	readonly isAtAuthServer?: boolean;
}

/** A page is an object with its records under `items`; a text instead of JSON usually comes from a proxy. */
export type BodyForm = 'empty' | 'text' | 'object' | 'array' | 'page';

/** An answer with a status from 200 to 299. */
export const isSuccess = (outcome: Outcome): outcome is Answer =>
	outcome.kind === 'answer' && outcome.statusCode >= 200 && outcome.statusCode < 300;

const hasStatus = (outcome: Outcome, statusCode: number): outcome is Answer =>
	outcome.kind === 'answer' && outcome.statusCode === statusCode;

/**
 * Whether the service says that there is no such record: in its own form, an object. Any other 404, such as a web page or
 * an empty one, may come from something on the way, or from an address that is not the service.
 */
export const isNotFound = (outcome: Outcome): boolean =>
	hasStatus(outcome, 404) && isJsonObject(outcome);

/** Whether the service itself says that the record existed once: a 410 in its own form. */
export const isGone = (outcome: Outcome): boolean =>
	hasStatus(outcome, 410) && isJsonObject(outcome);

/** Whether the body is an object. A page is one too. */
export const isJsonObject = ({ form }: Answer): boolean => form === 'object' || form === 'page';

/** The credential was not accepted: this request was not carried out. */
export const isUnauthorized = (outcome: Outcome): boolean => hasStatus(outcome, 401);

/** Whether the service or the authorization server denies this credential access. */
export const isWithoutAccess = (outcome: Outcome): boolean =>
	isUnauthorized(outcome) || outcome.isAtAuthServer === true;

/** Statuses of a gateway that cannot reach the service, and of a service that cannot answer for a while. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/**
 * Whether a proxy answered in place of the service, since it could not reach the service. The service itself answers
 * with a JSON object.
 */
export const isFromGateway = (outcome: Outcome): boolean =>
	outcome.kind === 'answer' &&
	outcome.isAtAuthServer !== true &&
	UNAVAILABLE.includes(outcome.statusCode) &&
	outcome.form !== 'object' &&
	outcome.form !== 'page';

/** Too many requests: this one was not carried out. */
export const isRateLimit = (outcome: Outcome): boolean => hasStatus(outcome, 429);

/** Whether the answer says how long to wait. */
export const asksForPause = (outcome: Outcome): boolean =>
	outcome.kind === 'answer' && outcome.retryAfterMs !== undefined;

/** The request took too long to arrive: this one was not carried out. */
export const isRequestTimeout = (outcome: Outcome): boolean => hasStatus(outcome, 408);

/**
 * Whether the service wants fewer requests, or none for a while, as when a gateway cannot reach it. If the
 * authorization server cannot answer, no request can be sent either.
 */
export const asksToSlowDown = (outcome: Outcome): boolean =>
	isRateLimit(outcome) ||
	UNAVAILABLE.some((status) => hasStatus(outcome, status)) ||
	(outcome.kind === 'answer' && outcome.isAtAuthServer === true);
