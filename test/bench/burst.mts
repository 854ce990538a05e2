import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './harness/bench.mts';
import type { Comparison, Contender } from './harness/comparison.mts';
import { executionsEnded, executionsOf, executionsWith } from './harness/database.mts';
import { OURS } from './harness/names.mts';
import { NOOP, receiversIn, WEBHOOK } from './harness/receivers.mts';
import type { Receiver } from './harness/receivers.mts';
import { bodiesOf, burst as sendBurst } from './harness/senders.mts';
import { DEFAULTS, runningWith, settingsFor } from './harness/settings.mts';
import type { Setting } from './harness/settings.mts';

/** How long the service waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;
/** A sender that waits as long as it takes. */
const FOR_EVER_MS = 600_000;

/** Somebody changes many projects in one go: a burst of deliveries, all at once. */
export const burst = (bench: Bench): Comparison[] => [
	...afterStart(bench),
	...settingsFor(bench).flatMap((setting) => [
		...laterOn(bench, setting),
		repeated(bench, setting),
	]),
];

const sizeIn = (bench: Bench) => bench.size(500, 10);

/** The first burst after a start of n8n: nothing is in memory yet. n8n is started again before each burst. */
function afterStart(bench: Bench): Comparison[] {
	const { ours, noop } = receiversIn(bench);
	const send = async (receiver: () => Promise<Receiver>) => {
		const published = await receiver();
		if (bench.scale === 'full') await bench.restart({});
		return (await burstTo(bench, published, FOR_EVER_MS)).answeredMs;
	};
	return lastAndInTime(
		`the first burst of ${sizeIn(bench)} valid deliveries after a start of n8n, with ${DEFAULTS.words}`,
		{ [OURS]: async () => await send(ours), [NOOP]: async () => await send(noop) },
		{},
	);
}

/** One burst after the other, in an n8n that has received deliveries before. */
function laterOn(bench: Bench, setting: Setting): Comparison[] {
	const { ours, noop, webhook } = receiversIn(bench);
	const send = async (receiver: () => Promise<Receiver>, count?: number) =>
		(await burstTo(bench, await receiver(), FOR_EVER_MS, count)).answeredMs;
	const setUp = async () => {
		for (const receiver of [ours, noop, webhook]) await send(receiver, 5);
	};
	return lastAndInTime(
		`a burst of ${sizeIn(bench)} valid deliveries, with ${setting.words}`,
		{
			[OURS]: async () => await send(ours),
			[NOOP]: async () => await send(noop),
			[WEBHOOK]: async () => await send(webhook),
		},
		runningWith(bench, setting, setUp),
	);
}

/**
 * Two views of the same bursts, from a sender that waits as long as it takes: when the last delivery is answered, and how
 * many are answered while the service would still wait.
 *
 * @param senders by contender: sends a burst and gives the milliseconds to each answer, in order
 */
function lastAndInTime(
	what: string,
	senders: Readonly<Record<string, () => Promise<readonly number[]>>>,
	aroundThem: Pick<Comparison, 'setUp' | 'tearDown'>,
): Comparison[] {
	const sent = new Map<string, number[]>(Object.keys(senders).map((name) => [name, []]));
	const others = Object.keys(senders).filter((name) => name !== OURS && name !== NOOP);
	const reported = others.map((name) => ({ of: OURS, against: name }));
	return [
		{
			title: `The last answer to ${what}`,
			unit: 's',
			...aroundThem,
			contenders: Object.entries(senders).map(([name, send]) => ({
				name,
				async measure() {
					const answeredMs = await send();
					sent.get(name)?.push(answeredMs.filter((ms) => ms <= PATIENCE_MS).length);
					return (answeredMs.at(-1) ?? NaN) / 1000;
				},
			})),
			ratios: [{ of: OURS, against: NOOP, atMost: 1.1 }, ...reported],
		},
		{
			title: `Answered within the ${PATIENCE_MS / 1000} s that the service waits: ${what}`,
			unit: 'deliveries',
			contenders: Object.keys(senders).map((name) => ({
				name,
				async measure() {
					const inTime = sent.get(name)?.shift();
					if (inTime === undefined) throw new Error(`The burst to ${name} was not measured`);
					return inTime;
				},
			})),
			ratios: [{ of: OURS, against: NOOP, atLeast: 0.9 }, ...reported],
			notes: ['Counted in the bursts of the table before, round by round.'],
		},
	];
}

/** When every delivery is answered, if the sender gives up after 30 seconds and sends it again, as the service does. */
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
				`${OURS} must start one execution for each delivery, or the measurement fails. ${figures.join('. ')}.`,
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

/** n8n goes on with deliveries that the sender has given up. Waits until no more executions start. */
async function quiet(bench: Bench, workflowId: string): Promise<void> {
	for (let before = -1, now = executionsOf(bench, workflowId); before !== now; ) {
		await sleep(bench.size(3_000, 200));
		[before, now] = [now, executionsOf(bench, workflowId)];
	}
	await executionsEnded(bench, workflowId, executionsOf(bench, workflowId));
}
