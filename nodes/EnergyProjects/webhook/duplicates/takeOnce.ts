import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import { deliveryMemory } from './memory';
import { isRefusal, refused } from '../answers/refusal';
import type { Refusal } from '../answers/refusal';

/** Answered with 200 by n8n, starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/**
 * Takes a delivery unless the same one was taken before: one with the same body, byte for byte, also when signed anew.
 * While the same one is being handled it is refused, so that the service sends it again: whether the first will be
 * taken is not known yet.
 *
 * @param body the raw body, exactly as received
 * @param take what the workflow is to start with, or why it does not
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: Uint8Array,
	take: () => Promise<IWebhookResponseData | Refusal>,
): Promise<IWebhookResponseData | Refusal> {
	const memory = deliveryMemory(context);
	const digest = contentDigest(body);
	if (memory.isTaken(digest)) {
		memory.repair(digest);
		return ACCEPTED;
	}
	if (memory.isUnderWay(digest)) {
		return refused(503, 'beingHandled', 'the same delivery is being handled right now');
	}
	memory.begin(digest);
	const outcome = await take().catch((error: unknown) => {
		memory.giveUp(digest);
		throw error;
	});
	if (isRefusal(outcome) || outcome.workflowData === undefined) {
		memory.giveUp(digest);
		return outcome;
	}
	return runBeforeSaving(outcome, () => memory.markTaken(digest));
}

/**
 * Runs something after n8n has stored or queued the execution and before it saves static data: what was not handed
 * over does not count as taken. n8n offers no hook for that moment, and 2.41 forgets changes made before it
 * (handing over takes its mark "changed" away). It does read `webhookResponse` in between, where the description's
 * `responseData` is empty, so that is where this hangs. To go once n8n saves static data that `webhook()` changed.
 */
function runBeforeSaving(outcome: IWebhookResponseData, run: () => void): IWebhookResponseData {
	return {
		...outcome,
		get webhookResponse() {
			run();
			return undefined;
		},
	};
}
