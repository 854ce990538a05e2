import { REMEMBERED_SECONDS } from './seen';
import type { Seen } from './seen';

const MOST_WORKFLOWS = 500;
/** n8n may never answer, for example if somebody cancels an execution that waits for its turn. */
const LONGEST_UNDER_WAY_SECONDS = 60 * 60;

/** A delivery that is being handled: n8n has neither stored nor queued its execution yet. */
interface UnderWay {
	/**
	 * n8n ends the response of every delivery, even if the sender has hung up, so this shows when a delivery is over. Held
	 * weakly, since the response holds the whole request.
	 */
	readonly response: WeakRef<Response>;
	/** In seconds since 1970. */
	readonly since: number;
}

interface Response {
	readonly writableEnded: boolean;
}

/** What this process knows of the deliveries to one workflow. */
export interface ProcessMemory {
	/** By node id: the deliveries that were taken. */
	readonly seen: Map<string, Seen>;
	/** By node id: the deliveries that are being handled, by digest. The one that began last comes last. */
	readonly underWay: Map<string, Map<string, UnderWay>>;
	/** Whether `seen` holds something that was not given to n8n to save. */
	isUnsaved: boolean;
	/** In seconds since 1970. */
	usedAt: number;
}

/** By workflow id, until the process ends. The workflow that was used last comes last. */
const memories = new Map<string, ProcessMemory>();

/** What this process knows of a workflow. Forgets other workflows if there are too many, or if all they hold is too old. */
export function processMemoryOf(workflowId: string): ProcessMemory {
	const now = nowInSeconds();
	const memory = memories.get(workflowId) ?? {
		...{ seen: new Map<string, Seen>(), underWay: new Map<string, Map<string, UnderWay>>() },
		...{ isUnsaved: false, usedAt: now },
	};
	memory.usedAt = now;
	memories.delete(workflowId);
	memories.set(workflowId, memory);
	forgetUnused(now);
	return memory;
}

/**
 * The deliveries to a node that are being handled, by digest. Drops those that n8n has answered without a start of the
 * workflow, or will never answer.
 */
export function underWayAt({ underWay }: ProcessMemory, nodeId: string): Map<string, UnderWay> {
	const deliveries = underWay.get(nodeId) ?? new Map<string, UnderWay>();
	underWay.set(nodeId, deliveries);
	for (const [digest, { response, since }] of deliveries) {
		const isAnswered = response.deref()?.writableEnded ?? true;
		if (isAnswered || since + LONGEST_UNDER_WAY_SECONDS < nowInSeconds()) deliveries.delete(digest);
	}
	return deliveries;
}

/** A delivery whose handling begins now. */
export const beginsNow = (response: Response): UnderWay => ({
	response: new WeakRef(response),
	since: nowInSeconds(),
});

function forgetUnused(now: number): void {
	for (const [workflowId, { underWay, usedAt }] of memories) {
		const isOld = usedAt + REMEMBERED_SECONDS <= now || memories.size > MOST_WORKFLOWS;
		if (!isOld) return;
		if ([...underWay.values()].every(({ size }) => size === 0)) memories.delete(workflowId);
	}
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000);
