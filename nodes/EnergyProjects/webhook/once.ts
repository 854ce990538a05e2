import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRefusal, refused } from './delivery';
import type { Refusal } from './delivery';
import { digestOf, remember, SeenDeliveries } from './seen';
import type { Taken } from './seen';

/** Answered with 200 by n8n, starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/** n8n may never answer, as when somebody stops an execution that waits for its turn. */
const LONGEST_UNDER_WAY_SECONDS = 60 * 60;

/** A delivery n8n has not answered yet. */
interface UnderWay {
	/** Not the end of the connection: n8n goes on when the sender hangs up, and ends the response all the same. */
	readonly response: { readonly writableEnded: boolean; readonly statusCode: number };
	readonly beganAtSeconds: number;
	isHandedOver: boolean;
}

/** What one process of n8n knows about the deliveries of one node, until it ends. */
interface ProcessMemory {
	/** Started an execution, and n8n answered with 200. */
	readonly taken: Taken;
	readonly underWay: Map<string, UnderWay>;
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
	const memory = memoryOf(context);
	const digest = digestOf(body);
	const seen = new SeenDeliveries(context.getWorkflowStaticData('node'), Date.now(), memory.taken);
	settle(memory);
	if (seen.has(digest)) return ACCEPTED;
	if (memory.underWay.has(digest)) {
		return refused(503, 'the same delivery is being handled right now');
	}
	const delivery: UnderWay = {
		response: context.getResponseObject(),
		beganAtSeconds: nowInSeconds(),
		isHandedOver: false,
	};
	memory.underWay.set(digest, delivery);
	const outcome = await take().catch((error: unknown) => {
		memory.underWay.delete(digest);
		throw error;
	});
	if (isRefusal(outcome) || outcome.workflowData === undefined) {
		memory.underWay.delete(digest);
		return outcome;
	}
	delivery.isHandedOver = true;
	seen.add(digest);
	return {
		...outcome,
		// n8n 2.41 forgets that static data was changed while it hands the execution over, and would not save it. It
		// reads this property after that and before it saves.
		get webhookResponse() {
			settle(memory);
			seen.add(digest);
			return undefined;
		},
	};
}

/** Moves what n8n has answered meanwhile from "under way" to "taken". */
function settle({ taken, underWay }: ProcessMemory): void {
	for (const [digest, { response, beganAtSeconds, isHandedOver }] of underWay) {
		const isLost = beganAtSeconds + LONGEST_UNDER_WAY_SECONDS < nowInSeconds();
		if (!response.writableEnded && !isLost) continue;
		underWay.delete(digest);
		if (isHandedOver && response.writableEnded && response.statusCode === 200) {
			remember(taken, digest, beganAtSeconds);
		}
	}
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function memoryOf(context: IWebhookFunctions): ProcessMemory {
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memoryByNode.get(node) ?? { taken: new Map(), underWay: new Map() };
	memoryByNode.set(node, memory);
	return memory;
}
