import type { Place } from '../facts/places.mts';

/** One way in which the service differs. */
export interface Difference {
	/** What came. */
	readonly sentence: string;
	/** Differences of a part that have the same topic are said once; without one, the sentence is the topic. */
	readonly topic?: string;
	/** What to change in the source; empty if the source has no such line. */
	readonly places: readonly Place[];
}
