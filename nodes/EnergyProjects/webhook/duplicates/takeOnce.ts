import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import type { EventKind } from '../../service/eventKinds';
import { deliveryDigest } from './deliveryDigest';
import { deliveryMemory } from './deliveryMemory';
import { isRefusal, refused } from '../answers/refusal';
import type { Refusal } from '../answers/refusal';

/** n8n answers 200 and starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/** A delivery of a chosen kind. */
export interface ChosenDelivery {
	readonly kind: EventKind;
	/** The data of the event. */
	readonly data: IDataObject;
	/** The raw body, exactly as received. */
	readonly body: Uint8Array;
}

/**
 * Takes a delivery unless it is a duplicate: one with the same body as a delivery that was taken, byte for byte, whatever
 * its signature. It is not a duplicate if a delivery with another body about the same change came in between: the record
 * may have been changed back. A delivery with the same body as one that is being handled is refused: nobody knows yet
 * whether the other one will be taken. The service then sends it again.
 *
 * @param take gives what the workflow starts with, or why the delivery is refused
 */
export async function takeOnce(
	context: IWebhookFunctions,
	{ kind, data, body }: ChosenDelivery,
	take: () => Promise<IWebhookResponseData | Refusal>,
): Promise<IWebhookResponseData | Refusal> {
	const memory = deliveryMemory(context);
	const bodyDigest = contentDigest(body);
	const digest = deliveryDigest(kind, data, bodyDigest);
	// Deliveries that an earlier version saved have only a digest of their body.
	const taken = [digest, bodyDigest].find((each) => memory.isTaken(each));
	if (taken !== undefined) {
		memory.repair(taken);
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
 * Runs a function after n8n has stored or queued the execution, and before n8n saves static data. A delivery counts as
 * taken from that moment, never earlier. n8n has no hook for it, and n8n 2.41 does not save changes that `webhook()` made
 * to static data: starting the execution resets the mark "changed". But n8n reads `webhookResponse` at that moment if
 * `responseData` in the node's description is empty. Remove this once n8n saves the changes that `webhook()` made.
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
