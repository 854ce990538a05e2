import type { IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../../events/contentDigest';
import { now } from '../../http/pace/clock';

const MOST_NODES = 500;
const MOST_MARKS = 20;
const NOTE_EVERY_MS = 60 * 60_000;
/** n8n has committed by then what a poll handed over, or never will; and no schedule is shorter. */
const COMMITTED_AFTER_MS = 30_000;

/** What this process knows of one polling node until it ends. Without it a poll does more than it needs, never less. */
export interface ProcessMemory {
	/** Marks of the batches this process handed over, the last one last. */
	readonly reportMarks: string[];
	/** Registrations of the node that have polled: the first poll of each belongs to its activation. */
	readonly registrations: WeakSet<IPollFunctions>;
	/**
	 * n8n saves no state of a poll without events, but for the first one of an activation: digests of the states it may
	 * hold, and what has become of them since.
	 */
	unsaved?: { readonly from: ReadonlySet<string>; readonly to: string };
	/** The poll under way. */
	running?: { readonly registration: IPollFunctions; readonly end: Promise<unknown> };
	/** Digests of the states that polls went on from, and when, on the clock of `now`. */
	readonly superseded: Map<string, number>;
	/** When something was last said, in milliseconds since 1970. */
	readonly lastLogged: Map<string, number>;
}

/** By workflow and node; the one used last comes last. */
const memories = new Map<string, ProcessMemory>();

/** The memory of a node in this process. Of too many, those used longest ago go, but for those that poll right now. */
export function processMemory(context: IPollFunctions): ProcessMemory {
	const key = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
	const memory: ProcessMemory = memories.get(key) ?? {
		reportMarks: [],
		registrations: new WeakSet(),
		superseded: new Map(),
		lastLogged: new Map(),
	};
	memories.delete(key);
	memories.set(key, memory);
	for (const [oldest, { running }] of memories) {
		if (memories.size <= MOST_NODES) break;
		if (running === undefined) memories.delete(oldest);
	}
	return memory;
}

/** Takes note of a batch that was handed over. */
export function noteReport({ reportMarks: marks }: ProcessMemory, mark: string): void {
	marks.push(mark);
	if (marks.length > MOST_MARKS) marks.shift();
}

/** The state as this process knows it, where n8n has loaded one that it knows a later one of. */
export function latestState(
	{ unsaved }: ProcessMemory,
	loaded: string | undefined,
): string | undefined {
	if (unsaved === undefined || loaded === unsaved.to) return loaded;
	return unsaved.from.has(digestOfState(loaded)) ? unsaved.to : loaded;
}

/** Takes note of a state that n8n does not save. */
export function noteUnsaved(memory: ProcessMemory, loaded: string | undefined, to: string): void {
	const { from, to: former } = memory.unsaved ?? { from: new Set(), to: loaded };
	if (loaded === to && former === to) return;
	const known = former === loaded || from.has(digestOfState(loaded)) ? [...from] : [];
	// A state that came back is the latest itself: it must not lead to the one that came between.
	const earlier = [...known, digestOfState(loaded)].filter(
		(digest) => digest !== digestOfState(to),
	);
	// The first ones: later ones n8n holds only in the memory of this process.
	memory.unsaved = { from: new Set(earlier.slice(0, MOST_MARKS)), to };
}

const digestOfState = (loaded: string | undefined) => contentDigest(loaded ?? '');

/** Takes note that a poll went on from this state. */
export function noteSuperseded(
	{ superseded: left }: ProcessMemory,
	loaded: string | undefined,
): void {
	for (const [digest, at] of left) {
		if (now() - at > COMMITTED_AFTER_MS) left.delete(digest);
	}
	left.set(digestOfState(loaded), now());
}

/**
 * Whether a poll went on from this state a moment ago. With durable schedules n8n loads the states of several polls
 * that are due before it runs the first of them, as after a pause: the others would report the same once more.
 */
export function isSuperseded(
	{ superseded: left }: ProcessMemory,
	loaded: string | undefined,
): boolean {
	if (left.size === 0) return false;
	const at = left.get(digestOfState(loaded));
	return at !== undefined && now() - at <= COMMITTED_AFTER_MS;
}

/** Whether something is to be said now: the same thing is said once an hour. */
export function shouldLog(
	{ lastLogged: said }: ProcessMemory,
	text: string,
	nowMs: number,
): boolean {
	const sinceMs = nowMs - (said.get(text) ?? -Infinity);
	if (sinceMs >= 0 && sinceMs < NOTE_EVERY_MS) return false;
	if (said.size > MOST_MARKS) said.clear();
	said.set(text, nowMs);
	return true;
}
