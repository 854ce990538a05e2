import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { contentDigest } from '../events/eventId';
import { nodeKey, NewestEntries } from '../events/memory';
import { Refusal } from './refusals';

const MOST_NODES = 1_000;
/** Of one node. */
const MOST_TAKEN = 500;
const MOST_IN_PROGRESS = 2_000;
/**
 * A delivery is repeated after it was taken only if the answer to it was lost, and the next attempt then ends it. Two edits
 * can have the same bytes: if the second one comes after this time, it starts the workflow.
 */
const REMEMBERED_MS = 60 * 60_000;

/** n8n answers 200 and starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/** What this process knows of the deliveries to one node, by the digest of the body. */
interface Deliveries {
	/** When n8n had stored or queued the execution, in milliseconds since the process started. */
	readonly taken: Map<string, number>;
	/** The response, which n8n ends in every case. It is held weakly, since it holds the whole request. */
	readonly inProgress: Map<string, WeakRef<{ readonly writableEnded: boolean }>>;
}

/**
 * Nothing is kept after the process ends. A repeat then starts the workflow again, with the same `eventId`. The service
 * repeats a delivery only after a 5xx or silence.
 */
const nodes = new NewestEntries<Deliveries>(MOST_NODES);

/**
 * Takes a delivery unless it is a duplicate: one with the same body as a delivery that was taken, byte for byte, whatever
 * its signature. One with the same body as a delivery that is being handled is refused: nobody knows yet whether the other
 * one will be taken. The service then sends it again.
 *
 * @param take gives what the workflow starts with
 * @throws Refusal
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: Uint8Array,
	take: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	const digest = contentDigest(body);
	const { taken, inProgress } = deliveriesTo(nodeKey(context));
	if ((taken.get(digest) ?? -Infinity) + REMEMBERED_MS > performance.now()) return ACCEPTED;
	// n8n ends the response of every delivery, even if it could not store the execution or the sender has hung up.
	if (inProgress.get(digest)?.deref()?.writableEnded === false) {
		throw new Refusal('beingHandled', 'the same delivery is being handled right now');
	}
	inProgress.set(digest, new WeakRef(context.getResponseObject()));
	const outcome = await take();
	if (outcome.workflowData === undefined) return outcome;
	return {
		...outcome,
		// n8n reads this after it has stored or queued the execution, and a delivery counts as taken from that moment, never
		// earlier. n8n has no hook for it. It works only if `responseData` in the node's description is empty.
		get webhookResponse() {
			taken.set(digest, performance.now());
			return undefined;
		},
	};
}

function deliveriesTo(node: string): Deliveries {
	const known = nodes.get(node) ?? {
		taken: new NewestEntries(MOST_TAKEN),
		inProgress: new NewestEntries(MOST_IN_PROGRESS),
	};
	nodes.set(node, known);
	return known;
}
