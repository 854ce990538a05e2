import type { Difference } from './answers/difference.mts';
import { parts } from './facts/parts.mts';
import type { Part } from './facts/parts.mts';

export type State = 'as assumed' | 'differs' | 'not seen';

/** More than these say no more. */
const MOST_DIFFERENCES = 6;
const NOTHING_TO_LOOK_AT = 'the account has nothing to look at';

/** What became of each part. */
export class Findings {
	private readonly held = new Set<string>();
	private readonly differences = new Map<string, Difference[]>();
	private readonly reasons = new Map<string, string>();
	private readonly notes = new Map<string, string>();
	private readonly unanswered = new Set<string>();

	/** A part is as the description says. A difference that was or will be seen outweighs it. */
	hold(id: string): void {
		this.held.add(known(id).id);
	}

	differ(id: string, ...found: readonly Difference[]): void {
		const former = this.differences.get(known(id).id) ?? [];
		const topics = new Set(former.map(topicOf));
		const news = found.filter((difference) => !topics.has(topicOf(difference)));
		if (former.length + news.length > 0) this.differences.set(id, [...former, ...news]);
	}

	/** How much of it was seen. */
	note(id: string, words: string): void {
		if (!this.notes.has(known(id).id)) this.notes.set(id, words);
	}

	noteOf({ id }: Part): string {
		const words = this.notes.get(id);
		return words === undefined ? '' : ` [${words}]`;
	}

	/** Why a part could not be seen. The first reason counts. */
	miss(id: string, reason: string): void {
		if (!this.reasons.has(known(id).id)) this.reasons.set(id, reason);
	}

	/** The same for a part whose request got no usable answer: nobody knows whether it differs. */
	fail(id: string, reason: string): void {
		if (!this.reasons.has(id)) this.unanswered.add(id);
		this.miss(id, reason);
	}

	stateOf({ id }: Part): State {
		if (this.differences.has(id)) return 'differs';
		return this.held.has(id) ? 'as assumed' : 'not seen';
	}

	isAsAssumed(id: string): boolean {
		return this.stateOf(known(id)) === 'as assumed';
	}

	reasonOf({ id }: Part): string {
		return this.reasons.get(id) ?? NOTHING_TO_LOOK_AT;
	}

	/** The differences of a part that are worth a line, and how many more there are. */
	differencesOf({ id }: Part): { shown: readonly Difference[]; more: number } {
		const all = this.differences.get(id) ?? [];
		return {
			shown: all.slice(0, MOST_DIFFERENCES),
			more: Math.max(all.length - MOST_DIFFERENCES, 0),
		};
	}

	count(state: State): number {
		return parts.filter((part) => this.stateOf(part) === state).length;
	}

	/** How many of those that were not seen got no usable answer. */
	countUnanswered(): number {
		return parts.filter((part) => this.stateOf(part) === 'not seen' && this.unanswered.has(part.id))
			.length;
	}
}

const topicOf = ({ topic, sentence }: Difference): string => topic ?? sentence;

const byId = new Map(parts.map((part) => [part.id, part]));

function known(id: string): Part {
	const part = byId.get(id);
	if (part === undefined) throw new Error(`The description has no part "${id}"`);
	return part;
}

/** Whether the description has a part of this name: not every operation has all of them. */
export const isPart = (id: string): boolean => byId.has(id);
