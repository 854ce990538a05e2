import type { IWebhookFunctions } from 'n8n-workflow';
import { warn } from '../../events/logLine';
import type { Refusal, RefusalKind } from './refusal';

const INTERVAL_MS = 60_000;
const MOST_KEYS = 1000;

/** What a line is about: texts may differ from one delivery to the next. */
type LogKind = RefusalKind | 'repeatedSignature';

interface LogState {
	readonly loggedAt: number;
	suppressed: number;
}

/** Lives as long as the process, for the log alone; nothing depends on it. The one written last comes last. */
const states = new Map<string, LogState>();

/** Writes to n8n's log which delivery was refused and why. */
export function logRefusal(
	context: IWebhookFunctions,
	{ statusCode, kind, reason }: Refusal,
	nowMs: number,
): void {
	log(context, kind, `answered a delivery with ${statusCode}: ${reason}`, nowMs);
}

/**
 * Writes one line to n8n's log. The same kind of line of the same node is written once a minute at most, so that an
 * attack cannot flood the log; the next line says how many were left out.
 *
 * @param text what follows the names of node and workflow
 */
export function log(context: IWebhookFunctions, kind: LogKind, text: string, nowMs: number): void {
	const workflow = context.getWorkflow();
	const node = context.getNode();
	const key = `${workflow.id}/${node.id}/${kind}`;
	const former = states.get(key);
	// A clock that was set back must not silence the log until it has caught up.
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
