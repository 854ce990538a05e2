import type { IPollFunctions } from 'n8n-workflow';
import { warn } from '../events/logLine';
import { shouldLog } from './state/processMemory';
import type { ProcessMemory } from './state/processMemory';

/**
 * Writes one line to n8n's log, the same one once an hour at most.
 *
 * @param text what follows the names of node and workflow
 */
export function warnHourly(
	context: IPollFunctions,
	memory: ProcessMemory,
	text: string,
	nowMs: number,
): void {
	if (shouldLog(memory, text, nowMs)) warn(context, text);
}
