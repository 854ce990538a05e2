import type { IPollFunctions } from 'n8n-workflow';
import { toNodeError } from './errors';
import { handOver } from './handOver';
import { pollOnce } from './pollOnce';
import type { PollOutputs } from './pollOnce';
import { ACTIVATION_BUDGET_MS, hasDurableSchedule } from './reading/budget';
import { deadlineIn, inTime } from './reading/deadline';
import type { Deadline } from './reading/deadline';
import { sampleOutputs } from './samples';
import { processMemory } from './state/processMemory';
import type { RunningPoll } from './state/processMemory';

/**
 * Finds out what was created, edited and deleted since the last poll.
 *
 * A node runs one poll at a time. n8n can start a second one meanwhile, and both use the workflow's one isolate for
 * expressions: the first poll to end would release it while the other still needs it. So the second waits, and reports
 * nothing.
 *
 * @throws NodeApiError or NodeOperationError if the poll fails
 */
export async function poll(context: IPollFunctions): Promise<PollOutputs> {
	if (context.getMode() === 'manual') {
		return await sampleOutputs(context).catch((error: unknown) => {
			throw toNodeError(context, error);
		});
	}
	const memory = processMemory(context);
	const forActivation = deadlineIn(ACTIVATION_BUDGET_MS);
	while (memory.running !== undefined) {
		if (!(await mayFollow(memory.running, context, forActivation))) return null;
	}
	const formerMarks = [...memory.reportMarks];
	const polling = pollOnce(context, memory, forActivation);
	const ignore = () => undefined;
	const running = { context, end: polling.then(ignore, ignore), isReplaced: false };
	memory.running = running;
	try {
		const outputs = await polling;
		const isByNode = outputs !== null && !running.isReplaced && !hasDurableSchedule(context);
		// None if n8n saves the state with the execution: then n8n has to start it too.
		const mark = memory.reportMarks.find((one) => !formerMarks.includes(one));
		return isByNode && mark !== undefined && handOver(context, memory, outputs, mark)
			? null
			: outputs;
	} finally {
		memory.running = undefined;
	}
}

/**
 * Waits for the end of another poll of the node.
 *
 * @returns whether this poll goes on: only the first one of a new activation does, if it still has time. Its context is
 * new; with durable schedules every poll has a new context, which says nothing about the activation
 */
async function mayFollow(
	running: RunningPoll,
	context: IPollFunctions,
	forActivation: Deadline,
): Promise<boolean> {
	if (running.context !== context) running.isReplaced = true;
	if (running.context === context || hasDurableSchedule(context)) {
		await running.end;
		return false;
	}
	return await inTime(forActivation, async () => await running.end).then(
		() => true,
		() => false,
	);
}
