/** Why a delivery is refused. The log has at most one line a minute for each kind. */
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
	| 'unexpected'
	| 'eventUnhandled';

/**
 * The answer to a delivery that is refused. For the service a 4xx is final, and after a 5xx it sends the delivery again.
 * So the node answers 4xx only if another attempt could never succeed. Service document, section Delivery.
 */
export interface Refusal {
	readonly statusCode: 400 | 401 | 503;
	readonly kind: RefusalKind;
	/** One line for n8n's log. */
	readonly reason: string;
	/** What a person can do about this reason, beside what is said of its kind. */
	readonly advice?: string;
}

/** Whether something is a refusal and not a result. */
export const isRefusal = <T extends object>(result: T | Refusal): result is Refusal =>
	'statusCode' in result;

/**
 * @param reason one line for the log; must not contain a secret
 * @param advice what a person can do about this reason; must not contain a secret either
 */
export const refused = (
	statusCode: Refusal['statusCode'],
	kind: RefusalKind,
	reason: string,
	advice?: string,
): Refusal => ({ statusCode, kind, reason, advice });

/** The message of an error, or the text of anything else that was thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** What an error says to do; undefined if it says nothing. */
export function adviceOf(error: unknown): string | undefined {
	const { description } = Object(error) as { description?: unknown };
	return typeof description === 'string' ? description : undefined;
}
