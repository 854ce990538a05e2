import type { ApiClient } from '../../http/client';
import { now } from '../../http/pace/clock';

/** The poll has used up the time that n8n allows. */
export class OutOfTime extends Error {
	constructor(message = 'The service did not send its records in the time n8n allows for a poll') {
		super(message);
	}

	readonly description =
		'Poll when the service is less busy, raise "Max Parallel Requests", or ask the person who runs n8n to allow more time for a poll.';
}

/** A moment, in milliseconds on the clock of `now`. */
export interface Deadline {
	readonly at: number;
	/** Whether it is still to come. */
	isAhead(): boolean;
}

/** The moment after the given number of milliseconds. */
export const deadlineIn = (milliseconds: number): Deadline => {
	const at = now() + milliseconds;
	return { at, isAhead: () => now() < at };
};

/** @throws OutOfTime at the deadline, if the work has not ended by then */
export async function inTime<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
	if (!deadline.isAhead()) throw new OutOfTime();
	const signal = AbortSignal.timeout(Math.ceil(deadline.at - now()));
	let pass = () => {};
	const passed = new Promise<never>((_, reject) => {
		pass = () => reject(new OutOfTime());
		signal.addEventListener('abort', pass);
	});
	try {
		return await Promise.race([work(), passed]);
	} finally {
		// Otherwise what the work brought would stay in memory until the deadline, even if it ends long before it.
		signal.removeEventListener('abort', pass);
	}
}

/** The same client, but at the deadline its running requests fail with OutOfTime, and so does every later one. */
export const clientUntil = (deadline: Deadline, client: ApiClient): ApiClient => ({
	...client,
	send: async (endpoint, request) =>
		await inTime(deadline, async () => await client.send(endpoint, request)),
});
