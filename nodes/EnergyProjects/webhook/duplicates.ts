import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRefusal, refused } from './delivery';
import type { Refusal } from './delivery';

const MOST_REMEMBERED = 500;
const REMEMBERED_SECONDS = 24 * 60 * 60;
const DIGEST_LENGTH = 16;
/** n8n may never answer, as when somebody stops an execution that waits for its turn. */
const LONGEST_UNDER_WAY_SECONDS = 60 * 60;

/** Answered with 200 by n8n, starts nothing. */
export const ACCEPTED: IWebhookResponseData = {};

/** By digest: when a delivery was taken, in seconds since 1970. */
type Taken = Map<string, number>;

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
	const staticData = context.getWorkflowStaticData('node');
	const memory = memoryOf(context);
	const digest = digestOf(body);
	settle(memory);
	if (allTaken(staticData, memory).has(digest)) return ACCEPTED;
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
	return runBeforeSaving(outcome, () => {
		settle(memory);
		write(staticData, allTaken(staticData, memory).set(digest, nowInSeconds()));
	});
}

/**
 * Runs something after n8n has handed the execution over and before it saves the node's static data: what was not
 * handed over does not count as taken. n8n offers no hook for that moment, and 2.41 forgets changes made before it
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

/** Moves what n8n has answered meanwhile from "under way" to "taken". */
function settle({ taken, underWay }: ProcessMemory): void {
	for (const [digest, { response, beganAtSeconds, isHandedOver }] of underWay) {
		const isLost = beganAtSeconds + LONGEST_UNDER_WAY_SECONDS < nowInSeconds();
		if (!response.writableEnded && !isLost) continue;
		underWay.delete(digest);
		if (isHandedOver && response.writableEnded && response.statusCode === 200) {
			taken.set(digest, beganAtSeconds);
			const [oldest] = taken.keys();
			if (taken.size > MOST_REMEMBERED) taken.delete(oldest);
		}
	}
}

/**
 * What this process and the static data know together. n8n reads and writes static data as a whole: of two deliveries
 * at the same moment, the one that saves last would forget the other.
 */
function allTaken({ seen }: IDataObject, memory: ProcessMemory): Taken {
	const saved = (typeof seen === 'string' ? seen.split(' ') : []).map((entry): [string, number] => [
		entry.slice(0, DIGEST_LENGTH),
		parseInt(entry.slice(DIGEST_LENGTH), 36),
	]);
	const now = nowInSeconds();
	return new Map([...saved, ...memory.taken].filter(([, at]) => at + REMEMBERED_SECONDS > now));
}

/** n8n writes the document with every delivery, so it holds one short text: digests, and times in base 36. */
function write(staticData: IDataObject, taken: Taken): void {
	const latest = [...taken].sort(([, a], [, b]) => a - b).slice(-MOST_REMEMBERED);
	staticData.seen = latest.map(([digest, at]) => `${digest}${at.toString(36)}`).join(' ');
}

const digestOf = (body: Uint8Array) =>
	createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH);

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function memoryOf(context: IWebhookFunctions): ProcessMemory {
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memoryByNode.get(node) ?? { taken: new Map(), underWay: new Map() };
	memoryByNode.set(node, memory);
	return memory;
}
