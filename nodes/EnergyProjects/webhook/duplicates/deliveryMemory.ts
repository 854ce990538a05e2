import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { isOtherBody } from './deliveryDigest';
import { hasOtherMemories } from './otherMemories';
import { beginsNow, nowInSeconds, processMemoryOf, underWayAt } from './processMemory';
import type { ProcessMemory } from './processMemory';
import { fromSavedText, merged, REMEMBERED_SECONDS, toSavedText, withTaken } from './seen';
import type { Seen } from './seen';

/** The key in the workflow's static data. Below it, by node id: the deliveries that were taken, as one text. */
const KEY = 'energyProjectsTrigger';

/** The deliveries to one trigger node, as one delivery sees them. A digest stands for a delivery. */
export interface DeliveryMemory {
	/** Whether it was taken, and no delivery is under way that will make the memory forget it. */
	isTaken(digest: string): boolean;
	isUnderWay(digest: string): boolean;
	/** The handling of this delivery begins. */
	begin(digest: string): void;
	/** This delivery is not taken. */
	giveUp(digest: string): void;
	/** This delivery is taken: n8n has stored or queued its execution. Never throws. */
	markTaken(digest: string): void;
	/** Saves a delivery again that the saved document lacks: another process may have overwritten it. */
	repair(digest: string): void;
}

/**
 * Opens the memory of a node's deliveries: what this process knows, together with what was saved.
 *
 * It is saved in the static data of the workflow, by node id. The node's own static data would be lost when the node is
 * renamed. n8n loads the static data with each delivery and saves it as a whole, and the last save wins. So each save
 * carries all that the process knows, of all triggers of the workflow.
 *
 * If others save in the same document, their data would go back to what it was when the delivery began. So the memory
 * stays in the process then, and does not trust the document, which may be out of date.
 *
 * In a burst, a save waits for the database behind all the other requests. So a delivery saves only if no delivery to
 * its node that began later is still under way: that one will save what both have left.
 */
export function deliveryMemory(context: IWebhookFunctions): DeliveryMemory {
	const nodeId = context.getNode().id;
	const workflowId = String(context.getWorkflow().id);
	const response = context.getResponseObject();
	const document = hasOtherMemories(context, KEY)
		? undefined
		: (context.getWorkflowStaticData('global') as unknown);
	const saved = savedIn(document);
	// Asked for again each time: the process forgets workflows that are not used.
	const memory = () => processMemoryOf(workflowId);
	const underWay = () => underWayAt(memory(), nodeId);
	for (const [id, text] of Object.entries(saved)) learn(memory(), id, text);

	const end = (digest: string) => {
		const [latest] = [...underWay().keys()].reverse();
		underWay().delete(digest);
		if (latest === undefined || latest === digest) save(document, memory());
	};
	return {
		isTaken(digest) {
			if ([...underWay().keys()].some((other) => isOtherBody(digest, other))) return false;
			// Nothing else checks the age of entries that n8n cannot save.
			const takenAt = memory().seen.get(nodeId)?.get(digest);
			return takenAt !== undefined && takenAt + REMEMBERED_SECONDS > nowInSeconds();
		},
		isUnderWay: (digest) => underWay().has(digest),
		begin: (digest) => void underWay().set(digest, beginsNow(response)),
		giveUp: end,
		markTaken(digest) {
			const known = memory();
			const seen = known.seen.get(nodeId) ?? new Map<string, number>();
			known.seen.set(nodeId, withTaken(seen, digest, nowInSeconds()));
			known.isUnsaved = true;
			end(digest);
		},
		repair(digest) {
			if (fromSavedText(saved[nodeId]).has(digest)) return;
			memory().isUnsaved = true;
			if (underWay().size === 0) save(document, memory());
		},
	};
}

/** Writes what the process knows into the static data, which n8n then saves. Does nothing if nothing is new. */
function save(document: unknown, memory: ProcessMemory): void {
	if (!memory.isUnsaved || !isObject(document)) return;
	memory.isUnsaved = false;
	const entries = [...memory.seen].map(([id, seen]) => [id, toSavedText(seen)]);
	// n8n notices a change only if a whole value is assigned.
	document[KEY] = Object.fromEntries(entries.filter(([, text]) => text !== '')) as IDataObject;
}

function savedIn(document: unknown): IDataObject {
	const saved = isObject(document) ? document[KEY] : undefined;
	return isObject(saved) ? saved : {};
}

/** Adds to the memory what was saved of a node's deliveries. */
function learn({ seen }: ProcessMemory, nodeId: string, text: unknown): void {
	const known = seen.get(nodeId) ?? new Map<string, number>();
	const found: Seen = fromSavedText(text, known);
	seen.set(nodeId, merged(known, found, nowInSeconds()));
}
