import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting {
	/** How often to ask, in milliseconds. */
	interval?: number;
	/** When to give up, in milliseconds, and what to say then. Without it, it is asked for ever. */
	timeout?: number;
	message?: string;
}

/** Options for asking n8n again and again. */
export const within = (seconds: number, problem: string): Waiting => ({
	interval: 100,
	timeout: seconds * 1000,
	message: `${problem} within ${seconds} seconds`,
});

/**
 * Asks again and again.
 *
 * @returns the first answer that is neither false nor undefined
 * @throws Error if there is none in time; what `ask` throws
 */
export async function waitFor<T>(
	ask: () => T | false | undefined | Promise<T | false | undefined>,
	{ interval = 20, timeout = Infinity, message = 'It took too long' }: Waiting = {},
): Promise<T> {
	const end = Date.now() + timeout;
	for (;;) {
		const answer = await ask();
		if (answer !== false && answer !== undefined) return answer;
		if (Date.now() >= end) throw new Error(message);
		await sleep(interval);
	}
}
