import type { IPollFunctions } from 'n8n-workflow';
import { toNodeError } from './errors';
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
		await running.end;
		// Only the first poll of a new activation goes on: its context is new. With durable schedules each poll's is.
		if (running.context === context || hasDurableSchedule(context)) return null;
	}
	const polling = pollOnce(context, memory);
	const ignore = () => undefined;
	memory.running = { context, end: polling.then(ignore, ignore) };
	try {
		return await polling;
	} finally {
		memory.running = undefined;
	}
}
