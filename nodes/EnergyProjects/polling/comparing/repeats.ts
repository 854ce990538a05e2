import { randomUUID } from 'crypto';
import type { RecordEvent } from '../../events/recordItem';
import { recordKeyOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { LastReport, FormerEntries, State } from '../state/state';

/**
 * Most often the same events are handed over: n8n does not save that a later poll found nothing, so each start would
 * bring them again.
 */
const MOST_TIMES = 3;

/**
 * The records whose last events have to be found once more, since nobody can know that n8n started their execution. n8n
 * saves the state and starts the execution without waiting for either, so a process that ends in between leaves only
 * one of them.
 *
 * @param isOwn whether this process handed over the batch with this mark: it goes on, so the execution was started
 */
export function recordsToRepeat(
	state: State | undefined,
	isOwn: (mark: string) => boolean,
): FormerEntries {
	const { batch, due = {} } = state ?? {};
	if (batch === undefined || isOwn(batch.mark) || batch.times >= MOST_TIMES) return due;
	const nouns = [...new Set([...Object.keys(due), ...Object.keys(batch.before)])];
	return Object.fromEntries(
		nouns.map((noun) => [noun, new Map([...(batch.before[noun] ?? []), ...(due[noun] ?? [])])]),
	);
}

/**
 * Keeps what the records of these events were before.
 *
 * @param stored the state as it was saved
 * @param due the records whose events were to be found once more
 * @param sections what is known now
 */
export function toLastReport(
	events: readonly RecordEvent[],
	stored: State | undefined,
	due: FormerEntries,
	sections: State['sections'],
): LastReport {
	const before: Record<string, Map<string, Entry | undefined>> = {};
	let isRepeat = true;
	for (const { kind, id } of events) {
		const { noun } = kind.subject;
		const key = recordKeyOf({ id });
		if (key === undefined) continue;
		const known = stored?.sections[noun]?.entries.get(key);
		const isDue = due[noun]?.has(key) === true;
		(before[noun] ??= new Map()).set(key, isDue ? due[noun].get(key) : known);
		isRepeat &&= isDue && known === sections[noun].entries.get(key);
	}
	// Of other records it is the first time, also where all of them were due.
	const isSame = keysOf(before) === keysOf(stored?.batch?.before ?? {});
	const times = isRepeat && isSame ? (stored?.batch?.times ?? 0) + 1 : 1;
	return { mark: randomUUID(), times, before };
}

const keysOf = (before: FormerEntries): string =>
	JSON.stringify(
		Object.entries(before).map(([noun, entries]) => [noun, [...entries.keys()].sort()]),
	);
