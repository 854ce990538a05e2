import { sleep } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { now } from '../http/clock';

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

export const deadlineIn = (milliseconds: number): Deadline => {
	const at = now() + milliseconds;
	return { at, isAhead: () => now() < at };
};

/** The same client until the deadline; then whatever is asked of it, and whatever is under way, fails. */
export function until(deadline: Deadline, client: ApiClient): ApiClient {
	let passed: Promise<never> | undefined;
	const pass = async (): Promise<never> => {
		await sleep(Math.max(0, deadline.at - now()));
		throw new OutOfTime();
	};
	return {
		...client,
		async send(endpoint, request) {
			if (!deadline.isAhead()) throw new OutOfTime();
			passed ??= pass();
			// Nobody may be waiting for it when it comes.
			passed.catch(() => undefined);
			return await Promise.race([client.send(endpoint, request), passed]);
		},
	};
}
