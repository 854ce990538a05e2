import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { leftOutSince, warn } from '../events/log';
import { nodeKey } from '../events/memory';
import { now } from '../http/throttle';
import { isObject } from '../values/objects';
import { compare } from './compare';
import type { PollResult } from './compare';
import { itemsOf } from './items';
import { sampleOutputs } from './samples';
import { readPollSettings } from './settings';
import { OutOfTime, withSource } from './source';
import type { Source } from './source';
import { stateIn, stateText, withoutReports } from './state';
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
const HOUR_MS = 60 * 60_000;
/** Names of n8n's errors about an execution that did start: it was stopped, or has ended already. */
const HAS_STARTED = /ExecutionCancelled|ExecutionNotFound|Stalled/;

/**
 * What this process knows about a polling node, in addition to the saved state. A cursor is n8n's own store for that
 * state: n8n saves it together with the execution of the poll.
 */
interface Memory {
	/** n8n makes one context for each activation, so the first poll of a context is the first one of its activation. */
	context?: IPollFunctions;
	running?: Promise<unknown>;
	/** When the lists were last read whole even if the newest records would do. */
	wholeAt?: number;
	/** The last state. With durable cursors, n8n does not save that of an activation without events. */
	text?: string;
	/** States of a cursor that polls went on from, with events, and when. */
	superseded: ReadonlyArray<{ readonly text?: string; readonly at: number }>;
	/** What polls have reported whose executions did not start. */
	unstarted: ReadonlyArray<PollResult['reported']>;
	/** The state after the first poll of all, if its execution did not start: the next poll is the first one again. */
	unstartedFirst?: string;
}

/** By workflow and node, until the process ends. Each may hold a state or two, some 120 bytes for each record. */
const memories = new Map<string, Memory>();

/**
 * Finds out what was created, edited and deleted since the last poll.
 *
 * A node runs one poll at a time. n8n can start a second one meanwhile, and both use the workflow's one isolate for
 * expressions: the first poll to end would release it while the other still needs it. So the second waits, and reports
 * nothing, unless it is the first one of a new activation.
 *
 * @returns the items by output; null if there is nothing to report
 * @throws NodeApiError or NodeOperationError if the poll fails. The first poll of an activation only logs the failure if
 * there is a state, or if only the time was too short: the next poll makes up for it, and n8n would give up the workflow
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n before 2.37 lacks the function, although the types have it.
	const mostMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;
	if (context.getMode() === 'manual') {
		return await sampleOutputs(context, mostMs).catch(rethrow(context));
	}
	const key = nodeKey(context);
	const memory = memories.get(key) ?? { superseded: [], unstarted: [] };
	memories.set(key, memory);
	// n8n's durable schedule makes a context for each poll, and limits its time. Otherwise n8n says exactly five minutes.
	const isDurable = mostMs !== UNLIMITED_BUDGET_MS;
	const isActivation = !isDurable && memory.context !== context;
	memory.context = context;
	const deadline = now() + Math.min(mostMs, isActivation ? ACTIVATION_BUDGET_MS : Infinity);
	while (memory.running !== undefined) {
		await Promise.race([memory.running, ...(isActivation ? [sleep(deadline - now())] : [])]);
		if (!isActivation || now() >= deadline) return null;
	}
	const polling = pollOnce(context, memory, { isDurable, isActivation, deadline });
	memory.running = polling.catch(() => undefined);
	try {
		return await polling;
	} catch (error) {
		const mayWait = error instanceof OutOfTime || storageOf(context).read() !== undefined;
		if (!isActivation || !mayWait) return rethrow(context)(error);
		const { message } = error as Error;
		warnHourly(context, `could not poll when the workflow was activated: ${message}`);
		return null;
	} finally {
		memory.running = undefined;
	}
}

/** How n8n runs a poll. */
interface Run {
	readonly isDurable: boolean;
	readonly isActivation: boolean;
	readonly deadline: number;
}

async function pollOnce(
	context: IPollFunctions,
	memory: Memory,
	{ isDurable, isActivation, deadline }: Run,
): Promise<INodeExecutionData[][] | null> {
	const settings = readPollSettings(context);
	const storage = storageOf(context);
	const saved = storage.read() ?? memory.text;
	const text = saved === memory.unstartedFirst ? undefined : saved;
	// After a pause, n8n loads the cursor for all polls that are due before the first has moved it on.
	memory.superseded = memory.superseded.filter(({ at }) => now() - at < SAVED_AFTER_MS);
	if (memory.superseded.some((one) => one.text === text)) return null;
	const { unstarted } = memory;
	const stored = await savedState(context, memory, text);
	const emitExisting = settings.emitExisting && text === undefined;
	const isWholeDue = now() - (memory.wholeAt ?? -Infinity) >= HOUR_MS;
	const task = { ...settings, emitExisting, isWholeDue, nowMs: Date.now() };
	const read = async (source: Source) => {
		const { state, events, reported, notes } = await compare(stored, source, task);
		for (const note of notes) warnHourly(context, note);
		const noteProblem = (problem: string) => {
			const note = `could not read the customers of the reported projects (${problem}): their events come without "customer"`;
			warnHourly(context, note, 'customers');
		};
		const items = await itemsOf(events, source, settings, noteProblem);
		const outputs = events.length > 0 ? items : null;
		return { reported, outputs, after: await stateText(state) };
	};
	const found = await withSource(context, settings.authentication, deadline - now(), read);
	const { reported, outputs, after } = found;
	// It comes last, when nothing can fail any more: events and state belong together. n8n saves all that is written.
	if (after !== storage.read()) storage.write(after);
	if (isWholeDue) memory.wholeAt = now();
	// The workflow was published again meanwhile: n8n drops all of it.
	if (!isDurable && memory.context !== context) return outputs;
	// Any other state is not saved: n8n may load an older one again.
	if (outputs !== null || isActivation) {
		// n8n may have reported another failed start during this poll.
		memory.unstarted = memory.unstarted.filter((one) => !unstarted.includes(one));
		memory.unstartedFirst = undefined;
	}
	// A cursor is saved together with the execution, or neither is.
	const isWithEvents = storage.isCursor && outputs !== null;
	if (isWithEvents) memory.superseded = [...memory.superseded, { text, at: now() }];
	else memory.text = after;
	// n8n saves the cursor of every other poll.
	if (storage.isCursor && isActivation && outputs === null) await context.__commitCursor?.();
	if (outputs === null || isDurable) return outputs;
	const repeat = () => {
		// If nothing of this poll was saved, what did not start before it still counts as told, unless a later poll told it.
		const before = memory.text === after ? unstarted : [];
		memory.unstarted = [...before, ...memory.unstarted, reported];
		if (text === undefined) memory.unstartedFirst = after;
	};
	watchStart(context, repeat);
	return outputs;
}

/** What the polls before have saved, without what they reported in an execution that did not start. */
async function savedState(
	context: IPollFunctions,
	{ unstarted }: Memory,
	text: string | undefined,
): Promise<State | undefined> {
	try {
		if (text === undefined) return undefined;
		return unstarted.reduceRight(withoutReports, await stateIn(text));
	} catch (error) {
		const { message } = error as Error;
		const note = `cannot read its saved state (${message}): it starts over, and reports what changes from now on`;
		warnHourly(context, note);
		return undefined;
	}
}

/**
 * Opens the state of a node. With n8n's durable cursors it is in the node's own static data, which n8n then finds by the
 * node's ID. Without them n8n finds those by the node's name, and a renamed node would start over. So the state is then
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
			// n8n notices only an assignment.
			else ofWorkflow[KEY] = { ...states(), [id]: text } as IDataObject;
		},
	};
}

/**
 * Adds a promise to what n8n hands over next: the events of this poll. If n8n cannot start their execution, for example
 * because its database is away, it rejects the promise, and the next poll reports them again. The node does not hand them
 * over by itself: n8n drops them if the workflow was switched off meanwhile. Versions before 2.36 never tell.
 *
 * @param repeat is called if it did not start
 */
function watchStart(context: IPollFunctions, repeat: () => void): void {
	if (context.__runPoll === undefined) return;
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.catch((error: Error) => {
		if (HAS_STARTED.test(error.constructor.name)) return;
		repeat();
		const note = `could not hand over its events, since n8n did not start the execution (${error.message}): the next poll reports them again`;
		warnHourly(context, note, 'hand-over');
	});
	const { __emit } = context;
	context.__emit = (outputs, response) => {
		context.__emit = __emit;
		__emit(outputs, response, done);
	};
}

/** Throws the error in the form in which n8n shows it on the node. */
const rethrow =
	(context: IPollFunctions) =>
	(error: unknown): never => {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) throw error;
		const description = error instanceof OutOfTime ? error.description : undefined;
		throw new NodeOperationError(context.getNode(), error as Error, { description });
	};

/** Writes one line to n8n's log, but at most one an hour about the same subject. */
function warnHourly(context: IPollFunctions, text: string, about = text): void {
	if (leftOutSince(`${nodeKey(context)}/${about}`, HOUR_MS) !== undefined) warn(context, text);
}
