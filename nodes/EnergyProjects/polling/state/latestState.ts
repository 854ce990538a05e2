import { contentDigest } from '../../events/contentDigest';
import { now } from '../../http/pace/clock';
import type { ProcessMemory } from './processMemory';

/** Digests of older states that are kept. */
const MOST_STATES = 20;
/** By then n8n has saved what a poll reported, or never will. No schedule is shorter. */
const SAVED_AFTER_MS = 30_000;

/**
 * The text of the latest state. n8n saves no state after a poll without events, except after the first poll of an
 * activation. So it may load an older state than this process knows.
 *
 * @param loaded what n8n loaded; undefined if it has never saved a state
 */
export function latestState({ unsaved }: ProcessMemory, loaded?: string): string | undefined {
	if (unsaved === undefined || loaded === unsaved.newest) return loaded;
	return unsaved.olderDigests.has(stateDigest(loaded)) ? unsaved.newest : loaded;
}

/** Remembers a state that n8n does not save. */
export function noteUnsaved(memory: ProcessMemory, loaded: string | undefined, next: string): void {
	const noneYet = { olderDigests: new Set<string>(), newest: loaded };
	const { olderDigests, newest: former } = memory.unsaved ?? noneYet;
	if (loaded === next && former === next) return;
	const [ofLoaded, ofNext] = [stateDigest(loaded), stateDigest(next)];
	const isKnown = former === loaded || olderDigests.has(ofLoaded);
	const digests = [...(isKnown ? olderDigests : []), ofLoaded];
	// A state that came back is the newest itself, and must not lead to one in between.
	const older = digests.filter((digest) => digest !== ofNext);
	// If there are too many, the first ones count: n8n has the others only in the memory of this process.
	memory.unsaved = { olderDigests: new Set(older.slice(0, MOST_STATES)), newest: next };
}

const stateDigest = (text: string | undefined) => contentDigest(text ?? '');

/** Remembers that a poll has replaced this state. */
export function noteSuperseded({ superseded }: ProcessMemory, loaded: string | undefined): void {
	for (const [digest, at] of superseded) {
		if (now() - at > SAVED_AFTER_MS) superseded.delete(digest);
	}
	superseded.set(stateDigest(loaded), now());
}

/**
 * Whether a poll has just replaced this state. After a pause, n8n's durable schedules load the state for each poll that
 * is due before they run the first one. The others would report the same events again.
 */
export function isSuperseded({ superseded }: ProcessMemory, loaded: string | undefined): boolean {
	if (superseded.size === 0) return false;
	const at = superseded.get(stateDigest(loaded));
	return at !== undefined && now() - at <= SAVED_AFTER_MS;
}
