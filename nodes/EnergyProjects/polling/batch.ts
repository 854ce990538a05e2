import { randomUUID } from 'crypto';
import type { RecordEvent } from '../events/recordItem';
import { keyOf } from './entry';
import type { Entry } from './entry';
import type { Batch, Section, State } from './state';

/**
 * Most often the same events are handed over: n8n does not save that a later poll found nothing, so each start would
 * bring them again.
 */
const MOST_TIMES = 3;

/**
 * The state as it was before its last events, where nobody can know that n8n started their execution: they are then
 * found once more. n8n saves the state and starts the execution without waiting for either, so a process that ends in
 * between leaves only one of them.
 *
 * @param isOwn whether this process handed over the batch with this mark: it goes on, so the execution was started
 */
export function takenBack(
	state: State | undefined,
	isOwn: (mark: string) => boolean,
): State | undefined {
	if (state?.batch === undefined) return state;
	const { batch, ...others } = state;
	if (isOwn(batch.mark) || batch.times >= MOST_TIMES) return others;
	const sections = Object.entries(state.sections).map(([noun, section]) => [
		noun,
		withEntries(section, batch.before[noun] ?? new Map()),
	]);
	return { ...others, sections: Object.fromEntries(sections) as State['sections'] };
}

function withEntries(section: Section, before: ReadonlyMap<string, Entry | undefined>): Section {
	const entries = new Map(section.entries);
	for (const [key, entry] of before) {
		if (entry === undefined) entries.delete(key);
		else entries.set(key, entry);
	}
	return { ...section, entries };
}

/**
 * Keeps what the records of these events were before.
 *
 * @param former the state the events were found from
 * @param stored the state as it was saved
 * @param sections what is known now
 */
export function handedOver(
	events: readonly RecordEvent[],
	former: State | undefined,
	stored: State | undefined,
	sections: State['sections'],
): Batch {
	const before: Record<string, Map<string, Entry | undefined>> = {};
	for (const { kind, id } of events) {
		const { noun } = kind.subject;
		const key = keyOf({ id });
		if (key === undefined) continue;
		(before[noun] ??= new Map()).set(key, former?.sections[noun]?.entries.get(key));
	}
	const isRepeat = Object.entries(before).every(([noun, entries]) =>
		[...entries.keys()].every((key) => {
			const isOfBatch = stored?.batch?.before[noun]?.has(key) === true;
			return (
				isOfBatch && stored?.sections[noun]?.entries.get(key) === sections[noun]?.entries.get(key)
			);
		}),
	);
	const times = isRepeat ? (stored?.batch?.times ?? 0) + 1 : 1;
	return { mark: randomUUID(), times, before };
}
