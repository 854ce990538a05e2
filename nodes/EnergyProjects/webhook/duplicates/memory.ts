import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { REMEMBERED_SECONDS, seenIn, savedText, together, withTaken } from './seen';
import type { Seen } from './seen';

const MOST_WORKFLOWS = 500;
/** n8n may never answer, as when somebody stops an execution that waits for its turn. */
const LONGEST_UNDER_WAY_SECONDS = 60 * 60;
/** In the workflow's static data: by node id, what the node has taken. */
const KEY = 'energyProjectsTrigger';

/** A delivery n8n has neither started nor given up yet. */
interface UnderWay {
	/**
	 * The response, as long as n8n works on it: it holds the whole request. Not the end of the connection, since n8n goes
	 * on when the sender hangs up, and ends the response all the same.
	 */
	readonly response: WeakRef<{ readonly writableEnded: boolean }>;
	readonly since: number;
}

/** What this process knows of one workflow until it ends. */
interface ProcessMemory {
	/** By node id. */
	readonly seen: Map<string, Seen>;
	/** By node id and digest. */
	readonly underWay: Map<string, UnderWay>;
	usedAt: number;
}

/** By workflow id; the one used last comes last. */
const memories = new Map<string, ProcessMemory>();

/** The deliveries of one trigger node, as one delivery sees them. */
export interface NodeMemory {
	isTaken(digest: string): boolean;
	isUnderWay(digest: string): boolean;
	begin(digest: string): void;
	/** It will not be taken now. */
	giveUp(digest: string): void;
	/** n8n has stored or queued its execution. Never throws. */
	markTaken(digest: string): void;
	/** Writes it once more where the saved document lacks it: another process may have written over it. */
	repair(digest: string): void;
}

/**
 * Opens what is known of a node's deliveries: what this process remembers, together with what was saved.
 *
 * Saved is in the workflow's static data by node id, not in the node's own, which goes by its name: so it survives a
 * renaming, and each save can carry all triggers of the workflow. n8n loads that document with each delivery and saves
 * it as a whole, the last one wins: a save that carried less than the process knows would undo the others of a burst.
 */
export function deliveryMemory(context: IWebhookFunctions): NodeMemory {
	const nodeId = context.getNode().id;
	const workflowId = String(context.getWorkflow().id);
	const response = context.getResponseObject();
	const document = context.getWorkflowStaticData('global') as unknown;
	const saved = savedIn(document);
	const memory = () => processMemoryOf(workflowId);
	const keyOf = (digest: string) => `${nodeId}/${digest}`;

	for (const [id, text] of Object.entries(saved)) learn(memory(), id, text);
	settle(memory());

	const write = () => {
		if (!isObject(document)) return;
		const entries = [...memory().seen].map(([id, seen]) => [id, savedText(seen)]);
		// n8n notices only what is assigned.
		document[KEY] = Object.fromEntries(entries.filter(([, text]) => text !== '')) as IDataObject;
	};
	return {
		isTaken(digest) {
			// Not all that the process knows was looked through lately: n8n may have nowhere to save it.
			const takenAt = memory().seen.get(nodeId)?.get(digest);
			return takenAt !== undefined && takenAt + REMEMBERED_SECONDS > nowInSeconds();
		},
		isUnderWay: (digest) => memory().underWay.has(keyOf(digest)),
		begin(digest) {
			const underWay = { response: new WeakRef(response), since: nowInSeconds() };
			memory().underWay.set(keyOf(digest), underWay);
		},
		giveUp(digest) {
			memory().underWay.delete(keyOf(digest));
		},
		markTaken(digest) {
			const { seen, underWay } = memory();
			seen.set(nodeId, withTaken(seen.get(nodeId) ?? new Map(), digest, nowInSeconds()));
			underWay.delete(keyOf(digest));
			write();
		},
		repair(digest) {
			if (!seenIn(saved[nodeId]).has(digest)) write();
		},
	};
}

function savedIn(document: unknown): IDataObject {
	const saved = isObject(document) ? document[KEY] : undefined;
	return isObject(saved) ? saved : {};
}

function learn({ seen }: ProcessMemory, nodeId: string, text: unknown): void {
	const before = seen.get(nodeId) ?? new Map<string, number>();
	seen.set(nodeId, together(before, seenIn(text, before), nowInSeconds()));
}

/** Forgets what n8n has answered without starting it, and what it never will. */
function settle({ underWay }: ProcessMemory): void {
	for (const [key, { response, since }] of underWay) {
		const isAnswered = response.deref()?.writableEnded ?? true;
		if (isAnswered || since + LONGEST_UNDER_WAY_SECONDS < nowInSeconds()) underWay.delete(key);
	}
}

function processMemoryOf(workflowId: string): ProcessMemory {
	const now = nowInSeconds();
	const memory = memories.get(workflowId) ?? { seen: new Map(), underWay: new Map(), usedAt: now };
	memory.usedAt = now;
	memories.delete(workflowId);
	memories.set(workflowId, memory);
	forgetUnused(now);
	return memory;
}

/** Workflows come and go: one without a delivery for as long as anything is remembered has nothing left to remember. */
function forgetUnused(now: number): void {
	for (const [workflowId, { underWay, usedAt }] of memories) {
		const isOld = usedAt + REMEMBERED_SECONDS <= now || memories.size > MOST_WORKFLOWS;
		if (!isOld) return;
		if (underWay.size === 0) memories.delete(workflowId);
	}
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);
