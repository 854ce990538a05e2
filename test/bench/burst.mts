import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './harness/bench.mts';
import type { Comparison, Contender } from './harness/comparison.mts';
import { executionsEnded, executionsOf, executionsWith } from './harness/database.mts';
import { OURS } from './harness/names.mts';
import { NOOP, receiversIn, WEBHOOK } from './harness/receivers.mts';
import type { Receiver } from './harness/receivers.mts';
import { bodiesOf, burst as sendBurst } from './harness/senders.mts';
import { runningWith, settingsFor } from './harness/settings.mts';
import type { Setting } from './harness/settings.mts';

/** How long the service waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;
/** A sender that waits as long as it takes. */
const FOR_EVER_MS = 600_000;

/** Somebody changes many projects in one go: a burst of deliveries, all at once. */
export const burst = (bench: Bench): Comparison[] =>
	settingsFor(bench).flatMap((setting) => [answered(bench, setting), repeated(bench, setting)]);

const sizeIn = (bench: Bench) => bench.size(500, 10);

/** When the last is answered, where the sender waits as long as it takes. */
function answered(bench: Bench, setting: Setting): Comparison {
	const count = sizeIn(bench);
	const receivers = receiversIn(bench);
	const inTime = new Map<string, number[]>();
	const contender = (name: string, receiver: () => Promise<Receiver>): Contender => ({
		name,
		async measure() {
			const { answeredMs } = await burstTo(bench, await receiver(), FOR_EVER_MS);
			const good = answeredMs.filter((ms) => ms <= PATIENCE_MS).length;
			inTime.set(name, [...(inTime.get(name) ?? []), good]);
			return (answeredMs.at(-1) ?? NaN) / 1000;
		},
	});
	return {
		title: `The last answer to a burst of ${count} valid deliveries, with ${setting.words}`,
		unit: 's',
		...runningWith(bench, setting, async () => {
			for (const receiver of [receivers.ours, receivers.noop, receivers.webhook]) {
				await burstTo(bench, await receiver(), FOR_EVER_MS, 5);
			}
		}),
		contenders: [
			contender(OURS, receivers.ours),
			contender(NOOP, receivers.noop),
			contender(WEBHOOK, receivers.webhook),
		],
		ratios: [
			{ of: OURS, against: NOOP, atMost: 1.1 },
			{ of: OURS, against: WEBHOOK },
		],
		get notes() {
			const counts = [...inTime].map(([name, all]) => `${name}: ${all.join(', ')}`);
			return [
				`Answered within the ${PATIENCE_MS / 1000} s that the service waits, round by round: ${counts.join('; ')}.`,
			];
		},
	};
}

/** When all are through, where the sender gives up after 30 seconds and repeats, as the service does. */
function repeated(bench: Bench, setting: Setting): Comparison {
	const count = sizeIn(bench);
	const receivers = receiversIn(bench);
	const executions = new Map<string, string[]>();
	const contender = (name: string, receiver: () => Promise<Receiver>): Contender => ({
		name,
		async measure() {
			const { answeredMs, sent, started, twice, lost } = await burstTo(
				bench,
				await receiver(),
				PATIENCE_MS,
			);
			const figures = `${sent} sent, ${started} executions`;
			executions.set(name, [...(executions.get(name) ?? []), figures]);
			if (lost > 0) throw new Error(`${name}: ${lost} of ${count} deliveries are lost`);
			if (name === OURS && (twice > 0 || started !== count)) {
				throw new Error(`${name}: ${started} executions of ${count} deliveries, ${twice} twice`);
			}
			return (answeredMs.at(-1) ?? NaN) / 1000;
		},
	});
	return {
		title: `A burst of ${count} repeated until each is answered within 30 s, with ${setting.words}`,
		unit: 's',
		rounds: 1,
		...runningWith(bench, setting, async () => {}),
		contenders: [contender(OURS, receivers.ours), contender(NOOP, receivers.noop)],
		ratios: [{ of: OURS, against: NOOP }],
		get notes() {
			const figures = [...executions].map(([name, all]) => `${name}: ${all.join('; ')}`);
			return [
				`${OURS} starts one execution for each delivery, or this fails. ${figures.join('. ')}.`,
			];
		},
	};
}

/** Sends a burst, waits until n8n is done with it, and counts what it started. */
async function burstTo(
	bench: Bench,
	{ workflowId, url }: Receiver,
	patienceMs: number,
	count = sizeIn(bench),
) {
	const before = executionsOf(bench, workflowId);
	const bodies = bodiesOf(bench.stack.service, count);
	const { answeredMs, sent } = await sendBurst(url(), bodies, patienceMs);
	await executionsEnded(bench, workflowId, before + count);
	await quiet(bench, workflowId);
	const counts = executionsWith(
		bench,
		workflowId,
		bodies.map(({ marker }) => marker),
	);
	return {
		answeredMs,
		sent,
		started: executionsOf(bench, workflowId) - before,
		twice: counts.filter((each) => each > 1).length,
		lost: counts.filter((each) => each === 0).length,
	};
}

/** n8n goes on with what a sender has given up: waits until no more executions come. */
async function quiet(bench: Bench, workflowId: string): Promise<void> {
	for (let before = -1, now = executionsOf(bench, workflowId); before !== now; ) {
		await sleep(bench.size(3_000, 200));
		[before, now] = [now, executionsOf(bench, workflowId)];
	}
	await executionsEnded(bench, workflowId, executionsOf(bench, workflowId));
}
