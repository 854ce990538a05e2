import { sleep } from 'n8n-workflow';

/**
 * Waits for a promise, but not forever.
 *
 * @param limitMs the longest wait, in milliseconds
 * @throws what the promise throws, or an Error if the promise takes longer than the limit
 */
export async function inTime<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
	let giveUp: (() => void) | undefined;
	const limit = new Promise<never>((_, reject) => {
		// Not earlier: an error holds on to whatever called the function that made it, here a whole request.
		giveUp = () => reject(new Error(`it did not answer within ${limitMs / 1000} seconds`));
	});
	void sleep(limitMs).then(() => giveUp?.());
	try {
		return await Promise.race([promise, limit]);
	} finally {
		// The timer cannot be stopped. Without this line it would keep the value in memory until it ends.
		giveUp = undefined;
	}
}
