import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import { warnHourly } from './log';
import { forgetReport } from './state/processMemory';
import type { ProcessMemory } from './state/processMemory';

/** Names of n8n's errors about an execution that did start: it was stopped, or has ended already. */
const HAS_STARTED = /Cancelled|NotFound|Stalled/;

/**
 * Starts the execution with the events of a poll. If n8n cannot start it, for example because its database is away, the
 * next poll repeats the events. n8n tells that only a poll that hands over by itself.
 *
 * @param mark of the report with these events
 * @returns whether the events are handed over: versions of n8n before 2.36 never tell, so n8n has to do it there
 */
export function handOver(
	context: IPollFunctions,
	memory: ProcessMemory,
	outputs: INodeExecutionData[][],
	mark: string,
): boolean {
	// n8n has told since 2.35. This function came with 2.36.
	if (context.__runPoll === undefined) return false;
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.catch((error: Error) => {
		if (HAS_STARTED.test(error.constructor.name)) return;
		forgetReport(memory, mark);
		const note = `could not hand over its events, since n8n did not start the execution (${error.message}): the next poll reports them again`;
		warnHourly(context, memory, note, Date.now(), 'hand-over');
	});
	context.__emit(outputs, undefined, done);
	return true;
}
