import type { IPollFunctions } from 'n8n-workflow';

const MOST_NODES = 500;
const MOST_MARKS = 20;
const MOST_NAMES = 5;

/** The poll that is running. */
export interface RunningPoll {
	readonly context: IPollFunctions;
	readonly end: Promise<unknown>;
	/** Whether a newer activation waits for its end: n8n then drops what it returns, and the newer one finds it again. */
	isReplaced: boolean;
}

/**
 * What this process knows about one polling node, in addition to the saved state. If it is lost, a poll may repeat
 * events or work, but it misses nothing.
 */
export interface ProcessMemory {
	/** Marks of the reports that this process made, the newest last. */
	readonly reportMarks: string[];
	/** n8n makes one context for each activation, so the first poll of a context is the first one of its activation. */
	readonly polledContexts: WeakSet<IPollFunctions>;
	/** How many polls in a row came with a new context. */
	newContexts: number;
	/** Names that the node had in this process, the present one last. */
	readonly names: string[];
	/** The newest state, if n8n did not save it, and digests of the older states that n8n may load in its place. */
	unsaved?: { readonly olderDigests: ReadonlySet<string>; readonly newest: string };
	running?: RunningPoll;
	/** Digests of saved states that a poll has replaced, and when, on the clock of `now`. */
	readonly superseded: Map<string, number>;
	/** Lines of the log, and when each was last written, in milliseconds since 1970. */
	readonly lastLogged: Map<string, number>;
}

export const emptyMemory = (): ProcessMemory => ({
	reportMarks: [],
	polledContexts: new WeakSet(),
	newContexts: 0,
	names: [],
	superseded: new Map(),
	lastLogged: new Map(),
});

/** By workflow and node; the one used last comes last. */
const memories = new Map<string, ProcessMemory>();

/** The memory of a node. Above a limit, those unused for longest are dropped, but never that of a running poll. */
export function processMemory(context: IPollFunctions): ProcessMemory {
	const key = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
	const memory = memories.get(key) ?? emptyMemory();
	memories.delete(key);
	memories.set(key, memory);
	for (const [oldest, { running }] of memories) {
		if (memories.size <= MOST_NODES) break;
		if (running === undefined) memories.delete(oldest);
	}
	return memory;
}

/**
 * Notes a poll: whether it is the first one of its context, and what the node is called.
 *
 * @returns whether two nodes with the same ID poll: a renamed node never polls under its old name again
 */
export function noteContext(memory: ProcessMemory, context: IPollFunctions): boolean {
	const { names, polledContexts } = memory;
	const { name } = context.getNode();
	const isNew = !polledContexts.has(context);
	polledContexts.add(context);
	memory.newContexts = isNew ? memory.newContexts + 1 : 0;
	const isOther = name !== names[names.length - 1];
	const isFormer = isOther && names.includes(name);
	if (isOther) names.splice(0, names.length, ...names.slice(1 - MOST_NAMES), name);
	return isFormer && !isNew;
}

/** Remembers that this process made the report with this mark. */
export function noteReport({ reportMarks }: ProcessMemory, mark: string): void {
	reportMarks.push(mark);
	if (reportMarks.length > MOST_MARKS) reportMarks.shift();
}

/** The execution with this report did not start: the next poll repeats its events, as if another process had made it. */
export function forgetReport(memory: ProcessMemory, mark: string): void {
	const others = memory.reportMarks.filter((one) => one !== mark);
	memory.reportMarks.splice(0, Infinity, ...others);
}
