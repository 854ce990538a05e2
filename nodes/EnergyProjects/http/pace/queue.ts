/**
 * Where a request waits. Retries go before requests that were never sent: after a refusal at the end of the retries, or
 * the same few requests would use up all theirs; after a failure at the front, so that the run soon knows whether
 * anybody answers.
 */
export type QueueRank = 'new' | 'refused' | 'failed';

/** The requests of one run that wait for their turn. */
export function createQueue() {
	const retries: Array<() => void> = [];
	const newRequests: Array<() => void> = [];
	return {
		/** Resolves when the turn of this request has come. */
		join: async (rank: QueueRank) =>
			await new Promise<void>((start) => {
				if (rank === 'failed') retries.unshift(start);
				else (rank === 'refused' ? retries : newRequests).push(start);
			}),
		/** Gives the next request its turn. @returns whether there was one */
		startNext(): boolean {
			const start = retries.shift() ?? newRequests.shift();
			start?.();
			return start !== undefined;
		},
	};
}
