import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRefusal, refused } from './delivery';
import type { Refusal } from './delivery';
import { digestOf, SeenDeliveries } from './seen';
import type { Taken } from './seen';

/** Answered with 200 by n8n, starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/** What one process of n8n knows about the deliveries of one node, until it ends. */
interface ProcessMemory {
	/** Answered with 200. */
	readonly taken: Taken;
	/** Not answered yet. */
	readonly underWay: Set<string>;
}

const memoryByNode = new Map<string, ProcessMemory>();

/**
 * Takes a delivery unless the same one was taken before. While the same one is being handled it is refused, so that
 * the service sends it again: whether the first will be taken is not known yet.
 *
 * @param body the raw body, exactly as received
 * @param take what the workflow is to start with, or why it does not
 */
export async function once(
	context: IWebhookFunctions,
	body: Uint8Array,
	take: () => Promise<IWebhookResponseData | Refusal>,
): Promise<IWebhookResponseData | Refusal> {
	const { taken, underWay } = memoryOf(context);
	const digest = digestOf(body);
	const seen = new SeenDeliveries(context.getWorkflowStaticData('node'), Date.now(), taken);
	if (seen.has(digest)) return ACCEPTED;
	if (underWay.has(digest)) return refused(503, 'the same delivery is being handled right now');

	underWay.add(digest);
	const release = () => void underWay.delete(digest);
	const outcome = await take().catch((error: unknown) => {
		release();
		throw error;
	});
	if (isRefusal(outcome) || outcome.workflowData === undefined) {
		release();
		return outcome;
	}
	seen.add(digest);
	const response = context.getResponseObject();
	response.once('close', () => {
		release();
		if (response.writableFinished && response.statusCode === 200) seen.keep(digest);
	});
	return {
		...outcome,
		// n8n 2.41 forgets that static data was changed while it hands the execution over, and would not save it. It
		// reads this property after that and before it saves.
		get webhookResponse() {
			seen.add(digest);
			// The sender did not wait for the answer.
			if (response.closed) release();
			return undefined;
		},
	};
}

function memoryOf(context: IWebhookFunctions): ProcessMemory {
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memoryByNode.get(node) ?? { taken: new Map(), underWay: new Set() };
	memoryByNode.set(node, memory);
	return memory;
}
