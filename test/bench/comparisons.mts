import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { lists } from './lists.mts';

/** Everything `npm run bench` measures, by the name it is asked for. */
export const comparisons: Readonly<Record<string, (bench: Bench) => readonly Comparison[]>> = {
	lists,
};
