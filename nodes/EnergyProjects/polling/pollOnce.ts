import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { now } from '../http/pace/clock';
import { comparePoll } from './comparePoll';
import type { PollResult } from './comparePoll';
import { sameIdError, toNodeError } from './errors';
import { itemsOf } from './items';
import { warnHourly } from './log';
import { hasDurableSchedule, pollBudgetMs } from './reading/budget';
import { OutOfTime } from './reading/deadline';
import type { Deadline } from './reading/deadline';
import { pollClient, serviceSource } from './reading/serviceSource';
import { readPollSettings } from './settings';
import { isSuperseded, latestState, noteSuperseded, noteUnsaved } from './state/latestState';
import { noteContext, noteReport } from './state/processMemory';
import type { ProcessMemory } from './state/processMemory';
import type { State } from './state/state';
import { stateIn, stateText } from './state/stateText';
import { storageOf } from './state/storage';
import type { Storage } from './state/storage';

/** Items by output; null if there is nothing to report. */
export type PollOutputs = INodeExecutionData[][] | null;

/**
 * If more polls in a row than this have a new context each, they are not activations. n8n's durable schedule runs them,
 * with the one setting of its time-out (375 seconds) that leaves a poll as much time as without durable schedules.
 */
const MOST_ACTIVATIONS = 3;

/** One poll of one node. */
interface PollRun {
	readonly context: IPollFunctions;
	readonly memory: ProcessMemory;
	readonly storage: Storage;
	/** Whether n8n's durable schedule runs it. */
	readonly isDurable: boolean;
	/** The saved state as n8n loaded it; undefined if there is none. */
	readonly loaded: string | undefined;
	/** How long it may take, in milliseconds. */
	readonly budgetMs: number;
	readonly nowMs: number;
}

/**
 * Polls once, and remembers what was found.
 *
 * @param forActivation until when it may take if it is the first poll of an activation
 * @throws NodeApiError or NodeOperationError if the poll fails. The first poll of an activation only logs the failure if
 * there is a state, or if only the time was too short: the next poll makes up for it, and n8n would give up the workflow
 */
export async function pollOnce(
	context: IPollFunctions,
	memory: ProcessMemory,
	forActivation: Deadline,
): Promise<PollOutputs> {
	const hasSameId = noteContext(memory, context);
	const isDurable = hasDurableSchedule(context) || memory.newContexts > MOST_ACTIVATIONS;
	const isActivation = !isDurable && memory.newContexts > 0;
	const storage = storageOf(context, isDurable);
	const loaded = storage.read();
	if (isSuperseded(memory, loaded)) return null;
	const mostMs = isActivation ? Math.max(0, Math.floor(forActivation.at - now())) : Infinity;
	const budgetMs = Math.min(pollBudgetMs(context), mostMs);
	const run = { context, memory, storage, isDurable, loaded, budgetMs, nowMs: Date.now() };
	storage.notePoll(run.nowMs);
	try {
		if (hasSameId) throw sameIdError(context);
		return await findAndCommit(run);
	} catch (error) {
		const nodeError = toNodeError(context, error);
		const mayWait = loaded !== undefined || error instanceof OutOfTime;
		if (!isActivation || !mayWait) throw nodeError;
		const note = `could not poll when the workflow was activated: ${nodeError.message}`;
		warnHourly(context, memory, note, run.nowMs);
		return null;
	}
}

async function findAndCommit(run: PollRun): Promise<PollOutputs> {
	const { context, memory, storage, loaded, budgetMs, nowMs } = run;
	const settings = readPollSettings(context);
	const text = latestState(memory, loaded);
	const stored = text === undefined ? undefined : await readableState(run, text);
	const client = pollClient(context, settings.client, budgetMs);
	try {
		const { authentication } = settings.client;
		const source = await serviceSource(context, client, authentication, budgetMs);
		const wanted = { ...settings, emitExisting: settings.emitExisting && text === undefined };
		const result = await comparePoll(stored, source, wanted, {
			nowMs,
			isOwnReport: (mark) => memory.reportMarks.includes(mark),
			isTransactional: storage.isTransactional,
		});
		if (result.events.length === 0) {
			await commit(run, result);
			return null;
		}
		const { outputs, customerProblem } = await itemsOf(result.events, source, settings);
		if (customerProblem !== undefined) warnOfCustomers(run, customerProblem);
		await commit(run, result);
		return outputs;
	} finally {
		client.stop();
	}
}

/** Undefined if the state cannot be read: then the node starts over. */
async function readableState(
	{ context, memory, nowMs }: PollRun,
	text: string,
): Promise<State | undefined> {
	try {
		return await stateIn(text);
	} catch (error) {
		const { message } = error as Error;
		const note = `cannot read its saved state (${message}): it starts over, and reports what changes from now on`;
		warnHourly(context, memory, note, nowMs);
		return undefined;
	}
}

/** The problem may name a customer, a different one each time. */
function warnOfCustomers({ context, memory, nowMs }: PollRun, problem: string): void {
	const note = `could not read all customers of the reported projects (${problem}): their events come without "customer"`;
	warnHourly(context, memory, note, nowMs, 'customers');
}

/** Remembers what the poll found. It comes last, when nothing can fail any more: events and state belong together. */
async function commit(run: PollRun, { state, events, notes }: PollResult): Promise<void> {
	const { context, memory, storage, isDurable, loaded, nowMs } = run;
	for (const note of notes) warnHourly(context, memory, note, nowMs);
	const next = await stateText(state);
	const hasEvents = events.length > 0;
	if (next !== loaded) {
		storage.write(next);
		const isSaved = hasEvents || storage.isTransactional;
		if (isSaved && isDurable) noteSuperseded(memory, loaded);
	}
	if (hasEvents) memory.unsaved = undefined;
	else noteUnsaved(memory, loaded, next);
	if (state.lastReport !== undefined) noteReport(memory, state.lastReport.mark);
}
