// What a poll does. When n8n polls, and what it does with the state and the events, is in progress.ts.
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';
import { leftOutSince, warn } from '../events/log';
import { nodeKey } from '../events/memory';
import { now } from '../http/throttle';
import { compare } from './compare';
import type { PollTask } from './compare';
import { itemsOf } from './items';
import { budgetMsOf, hasState, memoryOf, oneAtATime, progressOf, scheduleOf } from './progress';
import type { Memory, Outputs, Schedule, PollOutcome } from './progress';
import { sampleOutputs } from './samples';
import { readPollSettings } from './settings';
import { OutOfTime, withSource } from './source';
import type { Source } from './source';
import { stateText } from './state';
import type { State } from './state';

const HOUR_MS = 60 * 60_000;

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
	const memory = memoryOf(context);
	const schedule = scheduleOf(context, memory);
	const run = async () => await pollOnce(context, memory, schedule);
	try {
		return await oneAtATime(memory, schedule, run);
	} catch (error) {
		const mayWait = error instanceof OutOfTime || hasState(context);
		if (!schedule.isActivation || !mayWait) return rethrow(context)(error);
		const { message } = error as Error;
		warnHourly(context, `could not poll when the workflow was activated: ${message}`);
		return null;
	}
}

async function pollOnce(
	context: IPollFunctions,
	memory: Memory,
	schedule: Schedule,
): Promise<Outputs | null> {
	const settings = readPollSettings(context);
	const progress = progressOf(context, memory, schedule, ({ message }) => {
		const note = `could not hand over its events, since n8n did not start the execution (${message}): the next poll reports them again`;
		warnHourly(context, note, 'hand-over');
	});
	if (progress.isConsumed) return null;
	const stored = await progress.stored().catch(({ message }: Error) => {
		const note = `cannot read its saved state (${message}): it starts over, and reports what changes from now on`;
		warnHourly(context, note);
		return undefined;
	});
	const isWholeDue = now() - (memory.wholeAt ?? -Infinity) >= HOUR_MS;
	const emitExisting = settings.emitExisting && progress.isFirst;
	const task = { ...settings, emitExisting, isWholeDue, nowMs: Date.now() };
	const timeLeftMs = schedule.deadline - now();
	const read = async (source: Source) => await readChanges(context, stored, source, task);
	const outcome = await withSource(context, settings.authentication, timeLeftMs, read);
	if (isWholeDue) memory.wholeAt = now();
	return await progress.end(outcome);
}

/** Compares what the service has with the state, and makes the items of what has changed. */
async function readChanges(
	context: IPollFunctions,
	stored: State | undefined,
	source: Source,
	task: PollTask,
): Promise<PollOutcome> {
	const { state, events, reported, unanswered, notes } = await compare(stored, source, task);
	for (const note of notes) warnHourly(context, note);
	if (unanswered > 0) warnHourly(context, unansweredNote(unanswered), 'unanswered');
	const outputs = await itemsOf(events, source, task, (problem) => {
		const note = `could not read the customers of the reported projects (${problem}): their events come without "customer"`;
		warnHourly(context, note, 'customers');
	});
	return { reported, outputs: events.length > 0 ? outputs : null, after: await stateText(state) };
}

const unansweredNote = (count: number) =>
	`got no clear answer about ${count} of the records that a list no longer has: without one it reports no deletion, and the next poll asks again`;

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
