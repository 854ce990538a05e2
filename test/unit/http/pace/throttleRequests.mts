import { vi } from 'vitest';
import type { QueueRank } from '../../../../nodes/EnergyProjects/http/pace/queue.ts';
import type { Throttle, Turn } from '../../../../nodes/EnergyProjects/http/pace/throttle.ts';

/** Runs everything that is due, and lets a millisecond pass. */
export const moment = async () => void (await vi.advanceTimersByTimeAsync(1));

/** What an answer says about the service. */
export type How = (turn: Turn) => void;
export const taken: How = (turn) => turn.taken();
export const failed: How = () => undefined;
export const refused =
	(askedMs?: number): How =>
	(turn) =>
		void turn.refused(askedMs);
/** The service allows no more of them in this time. */
export const limited =
	(askedMs?: number): How =>
	(turn) =>
		void turn.refused(askedMs, true);

/** Requests that stay under way until the test answers them. */
export function requests(pace: Throttle, count = 0) {
	const underWay: Array<{ name: string; answer: (how: How) => void }> = [];
	const started: string[] = [];
	const finished: Array<Promise<unknown>> = [];
	const ask = (name: string, rank?: QueueRank) => {
		const result = pace.run(
			(turn) =>
				new Promise<void>((resolve) => {
					started.push(name);
					underWay.push({
						name,
						answer: (how) => {
							how(turn);
							resolve();
						},
					});
				}),
			rank,
		);
		finished.push(result.catch(() => undefined));
		return result;
	};
	for (let number = 1; number <= count; number++) void ask(`request ${number}`);
	return {
		ask,
		started,
		underWay: () => underWay.length,
		async answer(how: How = taken, times = 1) {
			for (let time = 0; time < times; time++) underWay.shift()?.answer(how);
			await moment();
		},
		allFinished: () => Promise.all(finished),
	};
}
