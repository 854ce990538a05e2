import type { IPollFunctions } from 'n8n-workflow';
import { warn } from '../events/logLine';
import type { ProcessMemory } from './state/processMemory';

const HOUR_MS = 60 * 60_000;
const MOST_LINES = 20;

/**
 * Writes one line to n8n's log, but the same line at most once an hour.
 *
 * @param text what follows the names of the node and the workflow
 * @param about two lines about the same count as the same
 */
export function warnHourly(
	context: IPollFunctions,
	{ lastLogged }: ProcessMemory,
	text: string,
	nowMs: number,
	about = text,
): void {
	const sinceMs = nowMs - (lastLogged.get(about) ?? -Infinity);
	if (sinceMs >= 0 && sinceMs < HOUR_MS) return;
	if (lastLogged.size >= MOST_LINES) lastLogged.clear();
	lastLogged.set(about, nowMs);
	warn(context, text);
}
