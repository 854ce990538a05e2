/**
 * Lets at most so many pieces of work run at the same time; the others wait for their turn.
 *
 * @returns runs one piece of work, and answers with its result
 */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
	let running = 0;
	const waiting: Array<() => void> = [];
	return async (work) => {
		if (running >= limit) await new Promise<void>((start) => waiting.push(start));
		else running++;
		try {
			return await work();
		} finally {
			// The place goes to the next one, or is free.
			const next = waiting.shift();
			if (next === undefined) running--;
			else next();
		}
	};
}
