// How far the polls of a node have come, and what n8n does about it: when it polls, how it saves the state, and whether it
// starts the executions. What a poll itself does is in poll.ts.
//
// By default, n8n makes one context when a workflow is published or n8n starts, polls at once (the activation), and then
// on schedule with that context. A poll with events makes it save the static data and start the execution, and it waits
// for neither. After the activation it saves too. What a poll without events writes stays in n8n's memory.
//
// With its durable schedule, n8n makes a context for each poll and limits its time. With durable cursors, each node has a
// static data of its own, the cursor, which n8n saves in one transaction with the execution, and after any other poll but
// an activation. After a pause it loads the cursor for all polls that are due before the first of them has moved it on.
import { sleep } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { nodeKey } from '../events/memory';
import { now } from '../http/throttle';
import { isObject } from '../values/objects';
import type { PollResult } from './compare';
import { stateIn, withoutReports } from './state';
import type { State } from './state';

const KEY = 'energyProjectsPollingTrigger';
/** n8n puts this flag on static data that it watches for changes and saves by itself. */
const WATCHED = '__dataChanged';
/** For a poll that n8n sets no limit, and for n8n before 2.37, which cannot say. */
const UNLIMITED_BUDGET_MS = 5 * 60_000;
/**
 * For the first poll after publishing or a restart. n8n 2.41 gives it 84 seconds (70 % of its
 * N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS). After a longer one it calls the workflow failed, and does not start it
 * again after its next restart.
 */
const ACTIVATION_BUDGET_MS = 75_000;
/** By then n8n has saved a cursor, or never will. No schedule is shorter. */
const SAVED_AFTER_MS = 30_000;
/** Names of n8n's errors about an execution that did start: it was stopped, or has ended already. */
const HAS_STARTED = /ExecutionCancelled|ExecutionNotFound|Stalled/;

/** What this process knows about a polling node, in addition to the saved state. */
export interface Memory {
	/** n8n makes one context for each activation, so the first poll of a context is the first one of its activation. */
	context?: IPollFunctions;
	/** Resolves when the poll under way has ended. */
	running?: Promise<unknown>;
	/** When the lists were last read whole even if the newest records would do. */
	wholeAt?: number;
	/** The last state. With durable cursors, n8n does not save that of an activation without events. */
	text?: string;
	/**
	 * Cursors that a poll has consumed, and when: it started from this state and reported events. If n8n loads the same one
	 * for another poll that is due, that poll reports nothing.
	 */
	consumed: ReadonlyArray<{ readonly text?: string; readonly at: number }>;
	/** What polls have reported whose executions did not start. */
	unstarted: ReadonlyArray<PollResult['reported']>;
	/** The state after the first poll of all, if its execution did not start: the next poll is the first one again. */
	unstartedFirst?: string;
}

/** By workflow and node, until the process ends. Each may hold a state or two, some 120 bytes for each record. */
const memories = new Map<string, Memory>();

/** The memory of the node, which this process keeps between polls. */
export function memoryOf(context: IPollFunctions): Memory {
	const memory = memories.get(nodeKey(context)) ?? { consumed: [], unstarted: [] };
	memories.set(nodeKey(context), memory);
	return memory;
}

/** How long n8n lets a poll take, in milliseconds. */
export const budgetMsOf = (context: IPollFunctions): number =>
	// n8n before 2.37 lacks the function, although the types have it.
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;

/** How n8n runs a poll. */
export interface Schedule {
	/** n8n's durable schedule: a context for each poll. Durable cursors are a setting of their own. */
	readonly isDurable: boolean;
	/** The first poll after publishing or a restart. */
	readonly isActivation: boolean;
	/** When the poll has to end, its wait for another one included; see `now`. */
	readonly deadline: number;
}

/** Finds out how n8n runs this poll. The next one with the same context is no activation any more. */
export function scheduleOf(context: IPollFunctions, memory: Memory): Schedule {
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
export async function oneAtATime<Result>(
	memory: Memory,
	{ isActivation, deadline }: Schedule,
	run: () => Promise<Result>,
): Promise<Result | null> {
	while (memory.running !== undefined) {
		await Promise.race([memory.running, ...(isActivation ? [sleep(deadline - now())] : [])]);
		if (!isActivation || now() >= deadline) return null;
	}
	const result = run().finally(() => (memory.running = undefined));
	memory.running = result.catch(() => undefined);
	return await result;
}

/** The items of a poll by output. */
export type Outputs = INodeExecutionData[][];

/** What a poll has to tell, and the state after it. */
export interface PollOutcome {
	/** Null if there is nothing to report. */
	readonly outputs: Outputs | null;
	readonly reported: PollResult['reported'];
	readonly after: string;
}

/**
 * From which state a poll goes on, and the end of the poll.
 *
 * @param onUnstarted is told why n8n did not start the execution with the events
 */
export function progressOf(
	context: IPollFunctions,
	memory: Memory,
	{ isDurable, isActivation }: Schedule,
	onUnstarted: (error: Error) => void,
) {
	const storage = storageOf(context);
	const saved = storage.read() ?? memory.text;
	const text = saved === memory.unstartedFirst ? undefined : saved;
	const start: Start = { text, unstarted: memory.unstarted };
	memory.consumed = memory.consumed.filter(({ at }) => now() - at < SAVED_AFTER_MS);

	return {
		/** Whether no poll came before: nothing is saved, readable or not. */
		isFirst: text === undefined,
		/** Whether a poll before has gone on from this state already, and has reported what changed since. */
		isConsumed: memory.consumed.some((one) => one.text === text),
		/**
		 * What the polls before have saved, without what they reported in an execution that did not start.
		 *
		 * @throws Error if it cannot be read
		 */
		async stored(): Promise<State | undefined> {
			if (text === undefined) return undefined;
			return start.unstarted.reduceRight(withoutReports, await stateIn(text));
		},
		/**
		 * Keeps the state after the poll, and gives n8n what it has to tell. Call it last, when nothing can fail any more:
		 * events and state belong together, and n8n saves all that is written.
		 */
		async end(outcome: PollOutcome): Promise<Outputs | null> {
			const { outputs, after } = outcome;
			if (after !== storage.read()) storage.write(after);
			// The workflow was published again meanwhile: n8n drops all of it.
			if (!isDurable && memory.context !== context) return outputs;
			const hasEvents = outputs !== null;
			// n8n saves the state only in these two cases. After any other poll it may load an older one, and what did not start
			// has to be taken out of that again.
			if (hasEvents || isActivation) forgetRepeated(memory, start);
			// A cursor is saved together with the execution, or neither is.
			if (hasEvents && storage.isCursor) markConsumed(memory, start);
			else memory.text = after;
			// n8n itself saves the cursor after all other polls.
			if (!hasEvents && isActivation && storage.isCursor) await context.__commitCursor?.();
			// With the durable schedule, n8n itself starts an execution again that did not start.
			if (hasEvents && !isDurable)
				watchStart(context, (error) => {
					repeatWithNext(memory, start, outcome);
					onUnstarted(error);
				});
			return outputs;
		},
	};
}

/** Where a poll started: the state, and what had not started before it. */
type Start = Pick<Memory, 'text' | 'unstarted'>;

/** What had not started before this poll was reported again with it. */
function forgetRepeated(memory: Memory, { unstarted }: Start): void {
	// n8n may have reported another failed start during this poll.
	memory.unstarted = memory.unstarted.filter((one) => !unstarted.includes(one));
	memory.unstartedFirst = undefined;
}

/** No other poll may report what has changed since this one started. */
function markConsumed(memory: Memory, { text }: Start): void {
	memory.consumed = [...memory.consumed, { text, at: now() }];
}

/** The next poll reports again what this one has reported, since its execution did not start. */
function repeatWithNext(memory: Memory, start: Start, { reported, after }: PollOutcome): void {
	// This poll had also reported again what did not start before it. If no poll came since, that has to be reported again
	// too.
	const earlier = memory.text === after ? start.unstarted : [];
	memory.unstarted = [...earlier, ...memory.unstarted, reported];
	if (start.text === undefined) memory.unstartedFirst = after;
}

/**
 * Where n8n keeps the state of a node. With durable cursors it is in the node's own static data, which n8n then finds by
 * the node's ID. Without them n8n finds those by the node's name, and a renamed node would start over. So the state is then
 * in the workflow's static data, by node ID.
 */
function storageOf(context: IPollFunctions) {
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const isCursor = !(WATCHED in ofNode);
	const states = () => (isObject(ofWorkflow[KEY]) ? ofWorkflow[KEY] : {});
	return {
		isCursor,
		read() {
			// If durable cursors were switched on later, the cursor is still empty.
			const text = isCursor ? (ofNode[KEY] ?? states()[id]) : states()[id];
			return typeof text === 'string' ? text : undefined;
		},
		write(text: string) {
			if (isCursor) ofNode[KEY] = text;
			// n8n notices the change only if the key itself is assigned.
			else ofWorkflow[KEY] = { ...states(), [id]: text } as IDataObject;
		},
	};
}

/**
 * Adds a promise to what n8n hands over next: the events of this poll. If n8n cannot start their execution, for example
 * because its database is away, it rejects the promise. The node does not hand them over by itself: n8n drops them if the
 * workflow was switched off meanwhile. Versions before 2.36 never tell.
 */
function watchStart(context: IPollFunctions, onUnstarted: (error: Error) => void): void {
	if (context.__runPoll === undefined) return;
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.catch((error: Error) => {
		if (!HAS_STARTED.test(error.constructor.name)) onUnstarted(error);
	});
	const { __emit } = context;
	context.__emit = (outputs, response) => {
		context.__emit = __emit;
		__emit(outputs, response, done);
	};
}

/** Whether a state of the node is saved. */
export const hasState = (context: IPollFunctions) => storageOf(context).read() !== undefined;
