import type { Bench } from './harness/bench.mts';
import type { Comparison, Contender, Ratio } from './harness/comparison.mts';
import { executionsEnded, executionsOf } from './harness/database.mts';
import { OURS } from './harness/names.mts';
import { BY_HAND, CREDENTIAL, NOOP, receiversIn } from './harness/receivers.mts';
import type { Receiver } from './harness/receivers.mts';
import { bodiesOf, sendAll } from './harness/senders.mts';
import { DEFAULTS, LAZY, runningWith, settingsFor } from './harness/settings.mts';
import type { Setting } from './harness/settings.mts';

const AT_ONCE = 10;

/** Valid deliveries, ten at once, until the last execution has ended. */
export const deliveries = (bench: Bench): Comparison[] =>
	settingsFor(bench).map((setting) => valid(bench, setting, ratiosWith.get(setting) ?? []));

const ratiosWith: ReadonlyMap<Setting, readonly Ratio[]> = new Map([
	[
		DEFAULTS,
		[
			{ of: OURS, against: NOOP, atLeast: 0.9 },
			{ of: OURS, against: CREDENTIAL },
			{ of: OURS, against: BY_HAND },
			{ of: NOOP, against: BY_HAND },
		],
	],
	[
		LAZY,
		[
			{ of: OURS, against: NOOP, atLeast: 0.95 },
			{ of: OURS, against: CREDENTIAL },
			{ of: OURS, against: BY_HAND, atLeast: 1.3 },
		],
	],
]);

function valid(bench: Bench, setting: Setting, ratios: readonly Ratio[]): Comparison {
	const count = bench.size(200, 10);
	const receivers = receiversIn(bench);
	const wanted = [receivers.ours, receivers.noop, receivers.credential, receivers.byHand];
	return {
		title: `Valid deliveries, ${AT_ONCE} at once, with ${setting.words}`,
		unit: 'deliveries/s',
		...runningWith(bench, setting, async () => {
			for (const receiver of wanted) await deliverAll(bench, await receiver(), bench.size(50, 5));
			// Measured with as much as it ever remembers.
			await deliverAll(bench, await receivers.ours(), bench.size(500, 5));
		}),
		contenders: [OURS, NOOP, CREDENTIAL, BY_HAND].map(
			(name, index): Contender => ({
				name,
				measure: async () => count / (await deliverAll(bench, await wanted[index](), count)),
			}),
		),
		ratios,
		notes: [
			'With every delivery to a trigger node of version 1, as almost all community triggers are and these two, n8n evaluates an expression; for a node of a later version, as this package has, it does not, so with that setting it sets up no expression engine at all.',
			'Counted until the last execution has ended. What is built by hand answers at once and checks later; it looks neither at age nor at repeats.',
		],
	};
}

/** Each starts exactly one execution. @returns how long that took, in seconds */
async function deliverAll(
	bench: Bench,
	{ name, workflowId, url }: Receiver,
	count: number,
): Promise<number> {
	const before = executionsOf(bench, workflowId);
	const bodies = bodiesOf(bench.stack.service, count);
	const began = performance.now();
	const statuses = await sendAll(url(), bodies, AT_ONCE);
	await executionsEnded(bench, workflowId, before + count);
	const seconds = (performance.now() - began) / 1000;
	const wrong = statuses.filter((status) => status !== 200);
	const started = executionsOf(bench, workflowId) - before;
	if (wrong.length > 0 || started !== count) {
		throw new Error(`${name}: ${count} sent, ${started} started, answers beside 200: ${wrong}`);
	}
	return seconds;
}
