import type { IPollFunctions } from 'n8n-workflow';
import { isNews } from './memory';
import type { ProcessMemory } from './memory';

const LONGEST = 500;

/** Writes one line to n8n's log, the same one once an hour at most. */
export function warn(
	context: IPollFunctions,
	memory: ProcessMemory,
	text: string,
	nowMs: number,
): void {
	if (!isNews(memory, text, nowMs)) return;
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	context.logger.warn(oneLine(`"${node}" in workflow "${name ?? id ?? ''}" ${text}`), {
		workflowId: id,
		nodeName: node,
	});
}

const oneLine = (text: string) =>
	text
		.slice(0, LONGEST)
		.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
		.replace(/[\p{Cf}\p{Cs}]/gu, '');
