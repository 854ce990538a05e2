import type { IWebhookFunctions } from 'n8n-workflow';
import { warn } from '../../events/logLine';
import { keyOf, OncePer } from './oncePer';
import type { Refusal, RefusalKind } from './refusal';

/** What a line is about. Lines of one kind can have different texts. */
type LogKind = RefusalKind | 'recordGone' | 'repeatedSignature';

const lines = new OncePer(60_000);

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
	const leftOut = lines.pass(keyOf(context, kind), nowMs);
	if (leftOut === undefined) return;
	warn(context, text, leftOut > 0 ? ` (${leftOut} more like this since the last line)` : '');
}
