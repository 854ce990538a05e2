// When and how a node polls. What a poll keeps, and what n8n does with that, is in saved.ts; what it compares, in compare.ts.
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { leftOutSince, warn } from '../events/log';
import { nodeKey } from '../events/memory';
import { now } from '../http/throttle';
import { quotedList } from '../values/text';
import { compare } from './compare';
import { itemsOf } from './items';
import { sampleOutputs } from './samples';
import { pollMemoryOf, savedText, stateIn, stateText } from './saved';
import type { PollMemory, State, Step } from './saved';
import { readPollSettings } from './settings';
import { OutOfTime, withSource } from './source';
import type { Source } from './source';

const HOUR_MS = 60 * 60_000;
/** For a poll that n8n sets no limit, and for n8n before 2.37, which cannot say. */
export const UNLIMITED_BUDGET_MS = 5 * 60_000;
/**
 * For the first poll after publishing or a restart. n8n 2.41 gives it 84 seconds (70 % of its
 * N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS). After a longer one it calls the workflow failed, and does not start it
 * again after its next restart.
 */
export const ACTIVATION_BUDGET_MS = 75_000;
/** By then n8n has saved a cursor, or never will. No schedule is shorter. */
const SAVED_AFTER_MS = 30_000;
/** Names of n8n's errors about an execution that did start: it was stopped, or has ended already. */
const HAS_STARTED = /ExecutionCancelled|ExecutionNotFound|Stalled/;

/** The items of a poll by output. */
type Outputs = INodeExecutionData[][];

/**
 * Finds out what was created, edited and deleted since the last poll. A node runs one poll at a time.
 *
 * @returns the items by output; null if there is nothing to report
 * @throws NodeApiError or NodeOperationError if the poll fails. An activation only logs the failure if there is a state,
 * or if only the time was too short: n8n would give up the workflow, and the next poll makes up for it
 */
export async function poll(context: IPollFunctions): Promise<Outputs | null> {
	if (context.getMode() === 'manual') {
		return await sampleOutputs(context, budgetMsOf(context)).catch(rethrow(context));
	}
	const memory = pollMemoryOf(context);
	const schedule = scheduleOf(context, memory);
	const run = async () => await pollOnce(context, memory, schedule);
	try {
		return await oneAtATime(memory, schedule, run);
	} catch (error) {
		const mayWait = error instanceof OutOfTime || savedText(context).read() !== undefined;
		if (!schedule.isActivation || !mayWait) return rethrow(context)(error);
		const { message } = error as Error;
		warnHourly(context, `could not poll when the workflow was activated: ${message}`);
		return null;
	}
}

/** How long n8n lets a poll take, in milliseconds. */
const budgetMsOf = (context: IPollFunctions): number =>
	// n8n before 2.37 lacks the function, although the types have it.
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;

/** How n8n runs a poll. */
interface Schedule {
	/** n8n's durable schedule: a context for each poll. Durable cursors are a setting of their own. */
	readonly isDurable: boolean;
	/** The first poll after publishing or a restart. */
	readonly isActivation: boolean;
	/** When the poll has to end, its wait for another one included; see `now`. */
	readonly deadline: number;
}

/** Finds out how n8n runs this poll. The next one with the same context is no activation any more. */
function scheduleOf(context: IPollFunctions, memory: PollMemory): Schedule {
	const budgetMs = budgetMsOf(context);
	// The durable schedule always limits the time of a poll. Without it, n8n says exactly five minutes.
	const isDurable = budgetMs !== UNLIMITED_BUDGET_MS;
	const isActivation = !isDurable && memory.context !== context;
	memory.context = context;
	const mostMs = isActivation ? Math.min(budgetMs, ACTIVATION_BUDGET_MS) : budgetMs;
	return { isDurable, isActivation, deadline: now() + mostMs };
}

/**
 * Runs one poll of the node at a time. n8n can start a second one meanwhile, and both use the workflow's one isolate for
 * expressions: the first poll to end would release it while the other still needs it. So the second waits, and reports
 * nothing, unless it is the first one of a new activation.
 *
 * @returns null if it reports nothing
 */
async function oneAtATime<Result>(
	memory: PollMemory,
	{ isActivation, deadline }: Schedule,
	run: () => Promise<Result>,
): Promise<Result | null> {
	while (memory.running !== undefined) {
		await Promise.race([memory.running, ...(isActivation ? [sleep(deadline - now())] : [])]);
		if (!isActivation || now() >= deadline) return null;
	}
	// Not at once: it counts as running before it does anything.
	const result = Promise.resolve()
		.then(run)
		.finally(() => (memory.running = undefined));
	memory.running = result.catch(() => undefined);
	return await result;
}

/** One poll: from the saved text to the next one, and the events between the two. */
async function pollOnce(
	context: IPollFunctions,
	memory: PollMemory,
	{ isDurable, isActivation, deadline }: Schedule,
): Promise<Outputs | null> {
	const settings = readPollSettings(context);
	const saved = savedText(context);
	const text = saved.read();
	if (saved.isCursor && isConsumed(memory.step, text)) return null;
	const from = memory.step?.isUndone && memory.step.to === text ? memory.step.from : text;
	const isWholeDue = now() - (memory.wholeAt ?? -Infinity) >= HOUR_MS;
	const emitExisting = settings.emitExisting && from === undefined;
	const task = { ...settings, emitExisting, isWholeDue, nowMs: Date.now() };
	const read = async (source: Source) => {
		const { state, events, notes } = await compare(storedIn(context, from), source, task);
		for (const note of notes) warnHourly(context, note);
		const outputs = await itemsOf(events, source, task, (problem) => {
			const note = `could not read the customers of the reported projects (${problem}): their events come without "customer"`;
			warnHourly(context, note, 'customers');
		});
		return { events, outputs, to: stateText(state) };
	};
	const { authentication } = settings;
	const timeLeftMs = deadline - now();
	const { events, outputs, to } = await withSource(context, authentication, timeLeftMs, read);
	if (isWholeDue) memory.wholeAt = now();
	// If the workflow was published again meanwhile, n8n drops what this poll has found, and the next one finds it again.
	if (to === from || (!isDurable && memory.context !== context)) return null;
	// Last of all, when the poll can no longer fail: events and state belong together, and n8n saves all that is written.
	saved.write(to);
	memory.step = { from, to, at: now() };
	const names = events.map(({ kind, id }) => `${kind.value} ${id}`);
	// With the durable schedule, n8n itself starts an execution again that did not start.
	if (names.length > 0 && !isDurable) watchStart(context, memory, memory.step, names);
	// After all other polls without events, n8n itself saves the cursor.
	if (names.length === 0 && saved.isCursor && isActivation) await context.__commitCursor?.();
	return names.length > 0 ? outputs : null;
}

/** Whether the last poll has gone on from this cursor already, and has reported what changed since. */
const isConsumed = (step: Step | undefined, text: string | undefined): boolean =>
	step !== undefined &&
	step.from === text &&
	step.isUndone !== true &&
	now() - step.at < SAVED_AFTER_MS;

/**
 * Adds a promise to what n8n hands over next: the events of this poll. If n8n cannot start their execution, for example
 * because its database is away, it rejects the promise, and the next poll reports them again. If another one has gone on
 * from there meanwhile, the log names what is lost. The node does not hand them over by itself: n8n drops them if the
 * workflow was switched off meanwhile. Versions before 2.36 never tell.
 *
 * @param events what the log calls them
 */
function watchStart(
	context: IPollFunctions,
	memory: PollMemory,
	step: Step,
	events: readonly string[],
): void {
	if (context.__runPoll === undefined) return;
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.catch(async (error: Error) => {
		if (HAS_STARTED.test(error.constructor.name)) return;
		while (memory.running !== undefined) await memory.running;
		const problem = `could not hand over its events, since n8n did not start the execution (${error.message})`;
		if (memory.step !== step)
			return warn(context, `${problem} before another poll came. Lost:`, ` ${quotedList(events)}`);
		step.isUndone = true;
		warnHourly(context, `${problem}: the next poll reports them again`, 'hand-over');
	});
	const { __emit } = context;
	context.__emit = (outputs, response) => {
		context.__emit = __emit;
		__emit(outputs, response, done);
	};
}

/** The state in a text; undefined, which means to start over, if there is none or it cannot be read. */
function storedIn(context: IPollFunctions, text: string | undefined): State | undefined {
	try {
		return text === undefined ? undefined : stateIn(text);
	} catch (error) {
		const { message } = error as Error;
		const note = `cannot read its saved state (${message}): it starts over, and reports what changes from now on`;
		warnHourly(context, note);
		return undefined;
	}
}

/** Throws the error in the form in which n8n shows it on the node. */
const rethrow =
	(context: IPollFunctions) =>
	(error: unknown): never => {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) throw error;
		const description = error instanceof OutOfTime ? error.description : undefined;
		throw new NodeOperationError(context.getNode(), error as Error, { description });
	};

/** Writes one line to n8n's log, but at most one an hour about the same subject: by default the text but for its numbers. */
function warnHourly(context: IPollFunctions, text: string, about = text.replace(/\d+/g, '')): void {
	if (leftOutSince(`${nodeKey(context)}/${about}`, HOUR_MS) !== undefined) warn(context, text);
}
