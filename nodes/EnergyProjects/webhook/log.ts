import type { IWebhookFunctions } from 'n8n-workflow';

const INTERVAL_MS = 60_000;
const MOST_KEYS = 1000;

interface LogState {
	readonly loggedAt: number;
	suppressed: number;
}

/** Lives as long as the process, for the log alone; nothing depends on it. */
const states = new Map<string, LogState>();

/**
 * Writes the reason of a refusal to n8n's log, in one line. The same kind of refusal of the same node is written once
 * a minute at most, so that an attack cannot flood the log; the next line says how many were left out.
 */
export function logRefusal(
	context: IWebhookFunctions,
	statusCode: number,
	reason: string,
	nowMs: number,
): void {
	const workflow = context.getWorkflow();
	const node = context.getNode();
	// Numbers differ from one stale delivery to the next, and are no new kind of refusal.
	const key = `${workflow.id ?? ''}/${node.id}/${statusCode}/${reason.replace(/\d+/g, '')}`;
	const former = states.get(key);
	if (former !== undefined && nowMs - former.loggedAt < INTERVAL_MS) {
		former.suppressed++;
		return;
	}
	if (states.size >= MOST_KEYS) states.clear();
	states.set(key, { loggedAt: nowMs, suppressed: 0 });
	const more =
		former !== undefined && former.suppressed > 0
			? ` (${former.suppressed} more like this since the last line)`
			: '';
	const line = `"${node.name}" in workflow "${workflow.name ?? workflow.id ?? ''}" answered a delivery with ${statusCode}: ${reason}${more}`;
	context.logger.warn(line.replace(/\s+/g, ' '), { workflowId: workflow.id, nodeName: node.name });
}
