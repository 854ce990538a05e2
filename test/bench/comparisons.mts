import { burst } from './burst.mts';
import { deliveries } from './deliveries.mts';
import { forged } from './forged.mts';
import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { growth } from './growth.mts';
import { lists } from './lists.mts';
import { office } from './office.mts';
import { packaged } from './package.mts';
import { rateLimits } from './rateLimits.mts';
import { updates } from './updates.mts';
import { upsert } from './upsert.mts';

/** Everything `npm run bench` measures, by the name it is asked for. */
export const comparisons: Readonly<Record<string, (bench: Bench) => readonly Comparison[]>> = {
	lists,
	updates,
	rateLimits,
	upsert,
	growth,
	office,
	package: packaged,
	deliveries,
	forged,
	burst,
};
