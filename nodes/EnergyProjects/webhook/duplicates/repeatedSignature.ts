import type { IWebhookFunctions } from 'n8n-workflow';
import { log } from '../answers/log';
import { contentDigest } from '../../events/contentDigest';
import { REMEMBERED_SECONDS } from './seen';
import type { ParsedSignature } from '../verify/signature';

const MOST_ARRIVALS = 5000;
/** Within this time it can be the same attempt, delayed or sent twice by the network. */
const REPEATED_AFTER_MS = 60_000;

/** When each signature first arrived, in milliseconds since 1970, until the process ends. The oldest comes first. */
const arrivals = new Map<string, number>();

/**
 * Writes to the log if a delivery arrives again with its first signature. This package assumes that the service signs each
 * attempt again. If it does not, the signature gets older with each attempt, until Max Age refuses it. But nobody can tell
 * whether the service sends the delivery again, or somebody else who has seen it. Call it for verified deliveries only, so
 * that forged ones cannot fill the memory.
 *
 * @param maxAge of the node, in seconds
 */
export function watchForRepeats(
	context: IWebhookFunctions,
	{ timestampText, signatures }: ParsedSignature,
	maxAge: number,
	nowMs: number,
): void {
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const key = contentDigest(node, ` ${timestampText} `, ...signatures);
	const first = arrivals.get(key);
	if (first === undefined) {
		remember(key, nowMs);
	} else if (nowMs - first > REPEATED_AFTER_MS) {
		log(context, 'repeatedSignature', textFor(nowMs - first, maxAge), nowMs);
	}
}

function textFor(afterMs: number, maxAge: number): string {
	const advice =
		maxAge === 0
			? 'The option Max Age is turned off, so neither is refused because of its age'
			: `In the first case only, set the option Max Age (now ${maxAge} s) at least as long as the service keeps repeating a delivery`;
	return `received a delivery again after ${Math.round(afterMs / 1000)} s with the same timestamp and signature. Either the service does not sign a repeated delivery again, or somebody else sends a copy of it. ${advice}`;
}

function remember(key: string, nowMs: number): void {
	arrivals.set(key, nowMs);
	for (const [oldest, at] of arrivals) {
		if (arrivals.size <= MOST_ARRIVALS && at + REMEMBERED_SECONDS * 1000 > nowMs) return;
		arrivals.delete(oldest);
	}
}
