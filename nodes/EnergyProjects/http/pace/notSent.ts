/** In n8n's spelling, by which it knows a canceled execution from a failed one. */
const CANCELLED = 'The execution was canceled';

/** A person has canceled the execution. */
export const cancelled = () => new Error(CANCELLED);

/** The run came to an end before the request was sent: it reached nobody, and changed nothing. */
export class NotSentError extends Error {
	/** What the person can do about it. */
	readonly advice: string | undefined;

	constructor(why: string, advice?: string) {
		super(why);
		this.advice = advice;
	}
}

/** Also where n8n's error has been made of it. */
export const isNotSent = (error: unknown) =>
	error instanceof NotSentError || (error instanceof Error && error.cause instanceof NotSentError);

/** An earlier item failed, and the person wants nothing more to happen then. */
export const afterFailure = () => new NotSentError('Not sent, since an earlier item failed');

/** The service answers, but has wanted no request for longer than anybody waits. */
export const takesNothing = () =>
	new NotSentError(
		'Not sent: the service has taken no request for too long',
		'Nothing of this item was sent, so it can be run again. The errors of the items before say what the service answered.',
	);

/** Nobody has answered for a while, whatever was tried. */
export const unreachable = () =>
	new NotSentError(
		'Not sent: the service could not be reached',
		'Nothing of this item was sent, so it can be run again. The errors of the items before say what failed.',
	);
