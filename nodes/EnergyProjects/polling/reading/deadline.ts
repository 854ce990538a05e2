import type { ApiClient } from '../../http/client';
import { now } from '../../http/pace/clock';

/** The time n8n gives a poll is used up. */
export class OutOfTime extends Error {
	constructor() {
		super('The service did not hand over its records in the time n8n gives a poll');
	}

	readonly description =
		'Poll when the service is quieter, raise Max Parallel Requests, or ask who runs n8n to give polls more time.';
}

/** A moment, in milliseconds on the clock of `now`. */
export interface Deadline {
	readonly at: number;
	/** Whether it is still to come. */
	isAhead(): boolean;
}

/** The moment that comes in so many milliseconds. */
export const deadlineIn = (milliseconds: number): Deadline => {
	const at = now() + milliseconds;
	return { at, isAhead: () => now() < at };
};

/** The same client until the deadline; then whatever is asked of it, and whatever is under way, fails. */
export const clientUntil = (deadline: Deadline, client: ApiClient): ApiClient => ({
	...client,
	async send(endpoint, request) {
		if (!deadline.isAhead()) throw new OutOfTime();
		const signal = AbortSignal.timeout(Math.ceil(deadline.at - now()));
		let pass = () => {};
		const passed = new Promise<never>((_, reject) => {
			pass = () => reject(new OutOfTime());
			signal.addEventListener('abort', pass, { once: true });
		});
		try {
			return await Promise.race([client.send(endpoint, request), passed]);
		} finally {
			// Or the answer would stay in memory until the deadline, however early the poll is done.
			signal.removeEventListener('abort', pass);
		}
	},
});
