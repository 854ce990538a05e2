/** n8n tells a canceled execution from a failed one by this text, in this spelling. */
const CANCELLED = 'The execution was canceled';

/** A person has canceled the execution. */
export const cancelled = () => new Error(CANCELLED);

/** The run ended before the request was sent: it reached nobody, and changed nothing. */
export class NotSentError extends Error {
	/** What the person can do about it. */
	readonly advice: string | undefined;

	constructor(message: string, advice?: string) {
		super(message);
		this.advice = advice;
	}
}

/** Whether a request was not sent. n8n may have wrapped the error. */
export const isNotSent = (error: unknown) =>
	error instanceof NotSentError || (error instanceof Error && error.cause instanceof NotSentError);

/** An earlier item failed, and the person wants the run to stop then. */
export class StoppedError extends NotSentError {
	constructor() {
		super('Not sent, because an earlier item failed');
	}
}

export const NOTHING_SENT = 'Nothing of this item was sent, so you can run it again.';

/** The service answers, but has accepted no request for longer than the node waits. */
export const takesNothing = () =>
	new NotSentError(
		'Not sent: the service has not accepted any request for too long',
		`${NOTHING_SENT} The errors of the earlier items say what the service answered.`,
	);

/** The service asked for a pause that is longer than the node waits. */
export const longPause = (askedMs: number) =>
	new NotSentError(
		`Not sent: the service asked to wait ${Math.ceil(askedMs / 1000)} seconds, longer than this node waits`,
		`${NOTHING_SENT} Wait that long first.`,
	);

/** Nobody has answered for a while. */
export const unreachable = () =>
	new NotSentError(
		'Not sent: the service could not be reached',
		`${NOTHING_SENT} The errors of the earlier items say what failed.`,
	);
