import { cancelled } from './notSent';

/**
 * Everything in one run that waits, for its turn or for a time. It all ends at once when the run does.
 *
 * @param cancelSignal n8n's signal that the execution was canceled, which ends the run
 */
export function createWaits(cancelSignal?: AbortSignal) {
	const waiting = new Set<(reason: Error) => void>();
	let ended: Error | undefined;

	/** @throws the reason of `end`, if the run has ended */
	const throwIfEnded = () => {
		if (ended !== undefined) throw ended;
	};
	const end = (reason: Error) => {
		ended ??= reason;
		for (const reject of waiting) reject(ended);
	};
	const cancel = () => end(cancelled());
	if (cancelSignal?.aborted) cancel();
	else cancelSignal?.addEventListener('abort', cancel);

	return {
		throwIfEnded,
		/**
		 * Begins to wait for something, and resolves when it comes.
		 *
		 * @throws the reason of `end`, as soon as the run has ended
		 */
		async until<T>(begin: () => Promise<T>): Promise<T> {
			throwIfEnded();
			let reject: (reason: Error) => void = () => undefined;
			const ending = new Promise<never>((_, rejectEnding) => (reject = rejectEnding));
			waiting.add(reject);
			return await Promise.race([begin(), ending]).finally(() => waiting.delete(reject));
		},
		/** Ends what waits now or later with this reason. Only the first call counts. */
		end,
	};
}
