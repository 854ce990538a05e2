import type { IWebhookFunctions } from 'n8n-workflow';
import { warn } from '../../events/logLine';
import type { Refusal, RefusalKind } from './refusal';

const INTERVAL_MS = 60_000;
const MOST_KEYS = 1000;

/** What a line is about. Lines of one kind can have different texts. */
type LogKind = RefusalKind | 'recordGone' | 'repeatedSignature';

interface LogState {
	readonly loggedAt: number;
	suppressed: number;
}

/** By node and kind, until the process ends. Only the log depends on it. The kind that was written last comes last. */
const states = new Map<string, LogState>();

/** Writes to n8n's log that a delivery was refused, and why. */
export function logRefusal(
	context: IWebhookFunctions,
	{ statusCode, kind, reason }: Refusal,
	nowMs: number,
): void {
	log(context, kind, `answered a delivery with ${statusCode}: ${reason}`, nowMs);
}

/**
 * Writes one line to n8n's log, but at most one line a minute for each kind and node, so that an attack cannot flood the
 * log. The next line says how many lines were left out.
 *
 * @param text what follows the names of node and workflow in the line
 */
export function log(context: IWebhookFunctions, kind: LogKind, text: string, nowMs: number): void {
	const workflow = context.getWorkflow();
	const node = context.getNode();
	const key = `${workflow.id}/${node.id}/${kind}`;
	const former = states.get(key);
	// If the clock was set back, the log must not stay silent until the clock reaches the old time again.
	if (former !== undefined && nowMs >= former.loggedAt && nowMs < former.loggedAt + INTERVAL_MS) {
		former.suppressed++;
		return;
	}
	states.delete(key);
	states.set(key, { loggedAt: nowMs, suppressed: 0 });
	const [oldest] = states.keys();
	if (states.size > MOST_KEYS) states.delete(oldest);
	const more =
		former !== undefined && former.suppressed > 0
			? ` (${former.suppressed} more like this since the last line)`
			: '';
	warn(context, text, more);
}
