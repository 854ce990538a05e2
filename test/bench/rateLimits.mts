import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { OURS } from './harness/names.mts';
import type { WorkflowNode } from './harness/workflows.mts';
import { ALL_AT_ONCE, httpUpdate, inBatches, IN_BATCHES, ourUpdate, writeAll } from './updates.mts';

const LATENCY_MS = 20;
const ALLOWED = 'what the limit allows';

/** The same updates where the service takes only so many requests a second and answers 429 to the others. */
export const rateLimits = (bench: Bench): Comparison[] =>
	(
		[
			[50, bench.size(500, 60)],
			[10, bench.size(200, 12)],
			[2, bench.size(40, 3)],
		] as const
	).map(([requests, count]) => limited(bench, requests, count));

function limited(bench: Bench, requests: number, count: number): Comparison {
	const losses = new Map<string, string>();
	const notes: string[] = [
		`What the limit allows: the service counts in windows of one second that begin with the first request after the one before, so ${count} requests at ${requests} a second are over after ${Math.ceil(count / requests) - 1} full windows and one latency (${LATENCY_MS} ms). Its 429 says in Retry-After how many whole seconds are left, rounded up.`,
		'',
	];
	const contender = (name: string, short: string, writing: () => Promise<WorkflowNode>) => ({
		name,
		async measure() {
			const limit = { requests, perSeconds: 1, retryAfter: 'seconds' } as const;
			const behaviour = { latencyMs: LATENCY_MS, limit };
			const run = { name: `${short}${requests}x${count}`, count, behaviour };
			const { seconds, lost } = await writeAll(bench, run, writing);
			if (name === OURS && lost > 0)
				throw new Error(`${lost} of ${count} projects were not updated`);
			losses.set(name, `${name}: ${lost} of ${count}`);
			notes[1] = `Items lost: ${[...losses.values()].join('; ')}.`;
			return seconds;
		},
	});
	const allowed = Math.ceil(count / requests) - 1 + LATENCY_MS / 1000;
	return {
		title: `Update of ${count} projects at a limit of ${requests} requests a second`,
		unit: 's',
		rounds: bench.size(2, 1),
		contenders: [
			contender(OURS, 'LimitOurs', async () => ourUpdate()),
			{ name: ALLOWED, measure: async () => allowed },
			contender(ALL_AT_ONCE, 'LimitOnce', async () => await httpUpdate(bench)),
			contender(IN_BATCHES, 'LimitFive', async () => await httpUpdate(bench, inBatches)),
		],
		ratios: [{ of: OURS, against: ALLOWED, atMost: 1.15 }],
		notes,
	};
}
