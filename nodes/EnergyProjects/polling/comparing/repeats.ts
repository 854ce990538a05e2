import { randomUUID } from 'crypto';
import type { RecordEvent } from '../../events/recordItem';
import { recordKeyOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { ByNoun, FormerEntries, LastReport, Snapshot, State } from '../state/state';

/**
 * How many times the same events are reported at most. There has to be a limit: n8n does not save that a later poll
 * found nothing, so every start of n8n would report them again.
 */
const MOST_TIMES = 3;

/**
 * The state with all records whose last events have to be reported again. n8n saves the state and starts the execution
 * without waiting for either. If a process ends in between, only one of them happened, and the next process cannot know
 * which.
 *
 * @param isOwnReport whether this process made the report with this mark: then it has not ended since
 */
export function withRecordsToRepeat(state: State, isOwnReport: (mark: string) => boolean): State {
	const { lastReport, toRepeat = {} } = state;
	if (lastReport === undefined) return state;
	const { mark, times, before } = lastReport;
	if (isOwnReport(mark) || times >= MOST_TIMES) return state;
	const merged = [...new Set([...Object.keys(toRepeat), ...Object.keys(before)])].map(
		(noun) => [noun, new Map([...(before[noun] ?? []), ...(toRepeat[noun] ?? [])])] as const,
	);
	return { ...state, toRepeat: Object.fromEntries(merged) };
}

/**
 * What has to be kept of a report, so that the next process can repeat it.
 *
 * @param former the state before this poll
 * @param snapshots what is known now
 */
export function toLastReport(
	events: readonly RecordEvent[],
	former: State | undefined,
	snapshots: ByNoun<Snapshot>,
): LastReport {
	const before: Record<string, Map<string, Entry | undefined>> = {};
	let isRepeat = true;
	for (const { kind, id } of events) {
		const { noun } = kind.subject;
		const key = recordKeyOf({ id });
		if (key === undefined) continue;
		const known = former?.snapshots[noun]?.entries.get(key);
		const toRepeat = former?.toRepeat?.[noun];
		const isToRepeat = toRepeat?.has(key) === true;
		(before[noun] ??= new Map()).set(key, isToRepeat ? toRepeat.get(key) : known);
		isRepeat &&= isToRepeat && known === snapshots[noun].entries.get(key);
	}
	// A report about other records is a new one, even if each of them had to be repeated.
	const isSame = keysOf(before) === keysOf(former?.lastReport?.before ?? {});
	const times = isRepeat && isSame ? (former?.lastReport?.times ?? 0) + 1 : 1;
	return { mark: randomUUID(), times, before };
}

const keysOf = (before: ByNoun<FormerEntries>): string =>
	JSON.stringify(
		Object.entries(before).map(([noun, entries]) => [noun, [...entries.keys()].sort()]),
	);
