import type { IWebhookFunctions } from 'n8n-workflow';
import { log } from '../answers/log';
import { contentDigest } from '../../events/contentDigest';
import { REMEMBERED_SECONDS } from './seen';
import type { ParsedSignature } from '../verify/signature';

const MOST_ARRIVALS = 5000;
/** Within this time it may be the same attempt, held up or sent twice on its way. */
const REPEATED_AFTER_MS = 60_000;

/** When a signature came first, in milliseconds since 1970; the first one first. Lives as long as the process. */
const arrivals = new Map<string, number>();

/**
 * Says in the log when the service repeats a delivery with its first signature. That it signs repeats anew is an
 * assumption: where it does not, a repeat grows older with each attempt until Max Age keeps it out. For genuine
 * deliveries only, or forged ones would fill the memory.
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

const textFor = (afterMs: number, maxAge: number): string =>
	`received a delivery again after ${Math.round(afterMs / 1000)} s with the same timestamp and signature: the service repeats with the first signature, so the option Max Age (${maxAge === 0 ? 'switched off, which will do' : `${maxAge} s`}) has to be as long as the service repeats`;

function remember(key: string, nowMs: number): void {
	arrivals.set(key, nowMs);
	for (const [oldest, at] of arrivals) {
		if (arrivals.size <= MOST_ARRIVALS && at + REMEMBERED_SECONDS * 1000 > nowMs) return;
		arrivals.delete(oldest);
	}
}
