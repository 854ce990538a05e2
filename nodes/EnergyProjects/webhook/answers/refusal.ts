/** Why deliveries are not taken. The log has one line a minute for each, whatever its text. */
export type RefusalKind =
	| 'signatureMissing'
	| 'signatureMalformed'
	| 'signatureWrong'
	| 'rawBytesMissing'
	| 'secretMissing'
	| 'secretUnreadable'
	| 'notAnEvent'
	| 'nestedTooDeep'
	| 'parametersUnusable'
	| 'beingHandled'
	| 'outsideMaxAge'
	| 'recordUnread'
	| 'unexpected';

/**
 * A delivery that is not taken. The service treats 4xx as final and retries on 5xx, so a 4xx goes out only for what
 * can never become right. Service document, section Delivery.
 */
export interface Refusal {
	readonly statusCode: 400 | 401 | 503;
	readonly kind: RefusalKind;
	/** One line for n8n's log. */
	readonly reason: string;
}

/** Whether it came to a refusal, and not to a result. */
export const isRefusal = <T extends object>(result: T | Refusal): result is Refusal =>
	'statusCode' in result;

/** @param reason one line for the log, without a secret */
export const refused = (
	statusCode: Refusal['statusCode'],
	kind: RefusalKind,
	reason: string,
): Refusal => ({ statusCode, kind, reason });

/** What an error says; anything can be thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
