import type { IPollFunctions } from 'n8n-workflow';
import { toNodeError } from './errors';
import { handOver } from './handOver';
import { pollOnce } from './pollOnce';
import type { PollOutputs } from './pollOnce';
import { hasDurableSchedule } from './reading/budget';
import { sampleOutputs } from './samples';
import { processMemory } from './state/processMemory';

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
	for (let { running } = memory; running !== undefined; { running } = memory) {
		if (running.context !== context) running.isReplaced = true;
		await running.end;
		// Only the first poll of a new activation goes on: its context is new. With durable schedules every poll has a new
		// context, which says nothing about the activation.
		if (running.context === context || hasDurableSchedule(context)) return null;
	}
	const polling = pollOnce(context, memory);
	const ignore = () => undefined;
	const running = { context, end: polling.then(ignore, ignore), isReplaced: false };
	memory.running = running;
	try {
		const outputs = await polling;
		const isByNode = outputs !== null && !running.isReplaced && !hasDurableSchedule(context);
		const mark = memory.reportMarks[memory.reportMarks.length - 1];
		return isByNode && mark !== undefined && handOver(context, memory, outputs, mark)
			? null
			: outputs;
	} finally {
		memory.running = undefined;
	}
}
