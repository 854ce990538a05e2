import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ListError } from '../lists/recordsIn';
import { OutOfTime } from './reading/deadline';
import { outputsOf } from './items';
import { warnHourly } from './log';
import {
	isSuperseded,
	noteUnsaved,
	latestState,
	noteSuperseded,
	processMemory,
	noteReport,
} from './state/processMemory';
import type { ProcessMemory } from './state/processMemory';
import { comparePoll } from './comparePoll';
import { sampleOutputs } from './samples';
import { readPollSettings } from './settings';
import { pollClient, serviceSource } from './reading/serviceSource';
import { stateIn, stateText } from './state/state';
import type { State } from './state/state';
import { hasDurableSchedule, storageOf } from './state/storage';

/**
 * Finds out what was created, edited and deleted since the last poll.
 *
 * One poll of a node at a time: n8n starts a second one while the first is under way, and both share what expressions
 * run in, which the first to end takes with it. So the second waits, and reports nothing.
 *
 * @returns items by output, or null where nothing happened
 * @throws NodeApiError or NodeOperationError where the service cannot be read, except from the first poll after an
 * activation where there is a state: n8n would give the workflow up after five tries
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await sampleOutputs(context).catch(rethrow(context));
	const memory = processMemory(context);
	for (let { running } = memory; running !== undefined; { running } = memory) {
		await running.end;
		// A new registration of the node has not polled yet; with durable schedules each poll is one.
		if (running.registration === context || hasDurableSchedule(context)) return null;
	}
	const polling = pollOnce(context, memory);
	const end = polling.then(
		() => undefined,
		() => undefined,
	);
	memory.running = { registration: context, end };
	try {
		return await polling;
	} finally {
		memory.running = undefined;
	}
}

async function pollOnce(
	context: IPollFunctions,
	memory: ProcessMemory,
): Promise<INodeExecutionData[][] | null> {
	const isDurable = hasDurableSchedule(context);
	const isActivation = !isDurable && !memory.registrations.has(context);
	memory.registrations.add(context);
	const storage = storageOf(context);
	const loaded = storage.read();
	if (isDurable && isSuperseded(memory, loaded)) return null;
	const nowMs = Date.now();
	let end = () => {};
	try {
		const settings = readPollSettings(context);
		const text = latestState(memory, loaded);
		const stored = storedState(context, memory, text, nowMs);
		const client = pollClient(context, settings);
		end = () => client.stop();
		const source = await serviceSource(context, client, settings);
		const { state, events, notes } = await comparePoll(
			stored,
			source,
			{ ...settings, emitExisting: settings.emitExisting && text === undefined },
			{
				nowMs,
				isOwnReport: (mark) => memory.reportMarks.includes(mark),
				keepsBatch: !storage.isTransactional,
			},
		);
		const outputs = events.length > 0 ? await outputsOf(events, source, settings) : null;
		for (const note of notes) warnHourly(context, memory, note, nowMs);

		// Nothing can fail from here on: what is handed over and what is known belong together.
		const next = stateText(state);
		if (next !== loaded) storage.write(next);
		const isSaved = outputs !== null || storage.isTransactional;
		if (isDurable && isSaved && next !== loaded) noteSuperseded(memory, loaded);
		if (outputs === null) noteUnsaved(memory, loaded, next);
		else memory.unsaved = undefined;
		if (state.batch !== undefined) noteReport(memory, state.batch.mark);
		return outputs;
	} catch (error) {
		const shown = toNodeError(context, error);
		if (!isActivation || loaded === undefined) throw shown;
		warnHourly(context, memory, `could not poll when it was activated: ${shown.message}`, nowMs);
		return null;
	} finally {
		end();
	}
}

/** Undefined where there is none yet, or none that can be read. */
function storedState(
	context: IPollFunctions,
	memory: ProcessMemory,
	text: string | undefined,
	nowMs: number,
): State | undefined {
	if (text === undefined) return undefined;
	try {
		return stateIn(text);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const note = `cannot read what it saved (${reason}): it begins anew, and reports what changes from now on`;
		warnHourly(context, memory, note, nowMs);
		return undefined;
	}
}

const rethrow = (context: IPollFunctions) => (error: unknown) => {
	throw toNodeError(context, error);
};

function toNodeError(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error as Error, {
		description:
			error instanceof ListError || error instanceof OutOfTime ? error.description : undefined,
	});
}
