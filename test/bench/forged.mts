import type { Bench } from './harness/bench.mts';
import type { Comparison, Contender, Ratio } from './harness/comparison.mts';
import { executionsEnded, executionsOf, rowOf } from './harness/database.mts';
import { OURS } from './harness/names.mts';
import { BY_HAND, receiversIn } from './harness/receivers.mts';
import type { Receiver } from './harness/receivers.mts';
import { bodiesOf, forged as wronglySigned, sendAll, unsigned } from './harness/senders.mts';
import type { Header } from './harness/senders.mts';
import { DEFAULTS, LAZY, runningWith } from './harness/settings.mts';
import type { Setting } from './harness/settings.mts';

const AT_ONCE = 10;
const HEADERS: ReadonlyArray<readonly [words: string, header: Header]> = [
	['a wrong signature', wronglySigned],
	['no signature', unsigned],
];
const named = (who: string, what: string) => `${who}, ${what}`;

/** Deliveries that somebody else sends, ten at once. */
export const forged = (bench: Bench): Comparison[] => [
	refusals(bench, DEFAULTS, [ratio('a wrong signature', 1.2), ratio('no signature')]),
	refusals(bench, LAZY, [ratio('a wrong signature', 1.5), ratio('no signature', 1.6)]),
];

const ratio = (what: string, atLeast?: number): Ratio => ({
	of: named(OURS, what),
	against: named(BY_HAND, what),
	...(atLeast !== undefined && { atLeast }),
});

function refusals(bench: Bench, setting: Setting, ratios: readonly Ratio[]): Comparison {
	const count = bench.size(200, 10);
	const { ours, byHand } = receiversIn(bench);
	const contenders = HEADERS.flatMap(([words, header]): Contender[] => [
		{
			name: named(OURS, words),
			measure: async () => count / (await refuseAll(bench, await ours(), count, header)),
		},
		{
			name: named(BY_HAND, words),
			measure: async () => count / (await dropAll(bench, await byHand(), count, header)),
		},
	]);
	return {
		title: `Forged deliveries, ${AT_ONCE} at once, with ${setting.words}`,
		unit: 'deliveries/s',
		...runningWith(bench, setting, async () => {
			for (const [, header] of HEADERS) {
				await refuseAll(bench, await ours(), bench.size(50, 5), header);
				await dropAll(bench, await byHand(), bench.size(50, 5), header);
			}
		}),
		contenders,
		ratios,
		notes: [
			`${OURS} answers each with 401. It starts no execution, and what n8n keeps of the workflow stays the same, byte for byte. The workflow built by hand answers 200, and drops the delivery in the execution that it started.`,
		],
	};
}

/** All are refused, and leave nothing behind. @returns how long that took, in seconds */
async function refuseAll(
	bench: Bench,
	{ name, workflowId, url }: Receiver,
	count: number,
	header: Header,
): Promise<number> {
	const left = () => `${executionsOf(bench, workflowId)} ${rowOf(bench, workflowId)}`;
	const bodies = bodiesOf(bench.stack.service, count);
	const before = left();
	const began = performance.now();
	const statuses = await sendAll(url(), bodies, AT_ONCE, header);
	const seconds = (performance.now() - began) / 1000;
	const wrong = statuses.filter((status) => status !== 401);
	if (wrong.length > 0) throw new Error(`${name} answered forged deliveries with ${wrong}`);
	if (left() !== before) throw new Error(`${name}: forged deliveries left something behind`);
	return seconds;
}

/** All start an execution, which drops them. @returns how long that took, in seconds */
async function dropAll(
	bench: Bench,
	{ workflowId, url }: Receiver,
	count: number,
	header: Header,
): Promise<number> {
	const before = executionsOf(bench, workflowId);
	const bodies = bodiesOf(bench.stack.service, count);
	const began = performance.now();
	await sendAll(url(), bodies, AT_ONCE, header);
	await executionsEnded(bench, workflowId, before + count);
	return (performance.now() - began) / 1000;
}
