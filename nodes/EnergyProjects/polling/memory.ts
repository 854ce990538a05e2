import type { IPollFunctions } from 'n8n-workflow';

const MOST_NODES = 500;
const MOST_MARKS = 20;
const NOTE_EVERY_MS = 60 * 60_000;

/** What this process knows of one polling node until it ends. Without it a poll does more than it needs, never less. */
export interface ProcessMemory {
	/** Marks of the batches this process handed over, the last one last. */
	readonly marks: string[];
	/** Registrations of the node that have polled: the first poll of each belongs to its activation. */
	readonly registrations: WeakSet<IPollFunctions>;
	/** n8n saves no state of a poll without events: what it was loaded as, and what it has become since. */
	unsaved?: { readonly from: string; readonly to: string };
	/** The poll under way. */
	running?: { readonly registration: IPollFunctions; readonly end: Promise<unknown> };
	/** When something was last said, in milliseconds since 1970. */
	readonly said: Map<string, number>;
}

/** By workflow and node; the one used last comes last. */
const memories = new Map<string, ProcessMemory>();

export function memoryOf(context: IPollFunctions): ProcessMemory {
	const key = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
	const memory: ProcessMemory = memories.get(key) ?? {
		marks: [],
		registrations: new WeakSet(),
		said: new Map(),
	};
	memories.delete(key);
	memories.set(key, memory);
	for (const [oldest, { running }] of memories) {
		if (memories.size <= MOST_NODES) break;
		if (running === undefined) memories.delete(oldest);
	}
	return memory;
}

export function remember({ marks }: ProcessMemory, mark: string): void {
	marks.push(mark);
	if (marks.length > MOST_MARKS) marks.shift();
}

/** The state as this process knows it, where n8n has loaded one that it knows a later one of. */
export const latest = ({ unsaved }: ProcessMemory, loaded: string | undefined) =>
	unsaved !== undefined && unsaved.from === loaded ? unsaved.to : loaded;

/** Takes note of a state that n8n does not save. */
export function keepUnsaved(memory: ProcessMemory, loaded: string | undefined, to: string): void {
	if (loaded === undefined || loaded === to) return;
	const { from, to: former } = memory.unsaved ?? {};
	memory.unsaved = { from: from !== undefined && former === loaded ? from : loaded, to };
}

/** Whether something is to be said now: the same thing is said once an hour. */
export function isNews({ said }: ProcessMemory, text: string, nowMs: number): boolean {
	const sinceMs = nowMs - (said.get(text) ?? -Infinity);
	if (sinceMs >= 0 && sinceMs < NOTE_EVERY_MS) return false;
	if (said.size > MOST_MARKS) said.clear();
	said.set(text, nowMs);
	return true;
}
