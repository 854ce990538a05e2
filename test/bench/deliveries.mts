import type { Bench } from './harness/bench.mts';
import type { Comparison, Contender, Ratio } from './harness/comparison.mts';
import { executionsEnded, executionsOf } from './harness/database.mts';
import { OURS } from './harness/names.mts';
import { BY_HAND, CREDENTIAL, NOOP, receiversIn } from './harness/receivers.mts';
import type { Receiver } from './harness/receivers.mts';
import { bodiesOf, sendAll } from './harness/senders.mts';
import { DEFAULTS, LAZY, runningWith } from './harness/settings.mts';
import type { Setting } from './harness/settings.mts';

const AT_ONCE = 10;

/** Valid deliveries, ten at once and one by one, until the last execution has ended. */
export const deliveries = (bench: Bench): Comparison[] => [
	valid(bench, DEFAULTS, [
		{ of: OURS, against: NOOP, atLeast: 0.9 },
		{ of: OURS, against: CREDENTIAL },
		{ of: OURS, against: BY_HAND },
		{ of: NOOP, against: BY_HAND },
	]),
	valid(bench, LAZY, [
		{ of: OURS, against: NOOP, atLeast: 0.95 },
		{ of: OURS, against: CREDENTIAL },
		{ of: OURS, against: BY_HAND, atLeast: 1.3 },
	]),
	oneByOne(bench),
];

function valid(bench: Bench, setting: Setting, ratios: readonly Ratio[]): Comparison {
	const count = bench.size(200, 10);
	const receivers = receiversIn(bench);
	const wanted = [receivers.ours, receivers.noop, receivers.credential, receivers.byHand];
	return {
		title: `Valid deliveries, ${AT_ONCE} at once, with ${setting.words}`,
		unit: 'deliveries/s',
		...runningWith(bench, setting, async () => {
			for (const receiver of wanted) await deliverAll(bench, await receiver(), bench.size(50, 5));
			// From here on it remembers as many deliveries as it ever will.
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
			'For a trigger node of version 1, n8n evaluates an expression with every delivery. Almost all community triggers have version 1, and so do these two. This package has a later version, so with that setting n8n sets up no expression engine for it at all.',
			'Counted until the last execution has ended. The workflow built by hand answers at once and checks later. It checks neither the age nor for duplicates.',
		],
	};
}

/** Each delivery waits for the answer to the one before it, so each one saves what was taken. */
function oneByOne(bench: Bench): Comparison {
	const count = bench.size(100, 5);
	const { ours, noop } = receiversIn(bench);
	return {
		title: `Valid deliveries, one by one, with ${DEFAULTS.words}`,
		unit: 'deliveries/s',
		async setUp() {
			for (const receiver of [ours, noop]) await deliverAll(bench, await receiver(), count, 1);
		},
		contenders: [
			{
				name: OURS,
				measure: async () => count / (await deliverAll(bench, await ours(), count, 1)),
			},
			{
				name: NOOP,
				measure: async () => count / (await deliverAll(bench, await noop(), count, 1)),
			},
		],
		ratios: [{ of: OURS, against: NOOP, atLeast: 0.95 }],
	};
}

/** Each starts exactly one execution. @returns how long that took, in seconds */
async function deliverAll(
	bench: Bench,
	{ name, workflowId, url }: Receiver,
	count: number,
	atOnce = AT_ONCE,
): Promise<number> {
	const before = executionsOf(bench, workflowId);
	const bodies = bodiesOf(bench.stack.service, count);
	const began = performance.now();
	const statuses = await sendAll(url(), bodies, atOnce);
	await executionsEnded(bench, workflowId, before + count);
	const seconds = (performance.now() - began) / 1000;
	const wrong = statuses.filter((status) => status !== 200);
	const started = executionsOf(bench, workflowId) - before;
	if (wrong.length > 0 || started !== count) {
		throw new Error(`${name}: ${count} sent, ${started} started, answers beside 200: ${wrong}`);
	}
	return seconds;
}
