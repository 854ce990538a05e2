import type { RecordEvent } from '../../events/recordItem';
import { betweenSlices, forEachInSlices } from '../../values/slices';
import type { ComparedList, FoundEvent } from './compareList';

/** The events of a poll in the order of their times, and the lists with snapshots that know of these reports. */
export interface EventsToReport {
	readonly events: readonly RecordEvent[];
	readonly compared: readonly ComparedList[];
}

type IfReported = NonNullable<FoundEvent['ifReported']>;

/**
 * Holds back the events that do not pass.
 *
 * @param passes whether an event starts an execution
 */
export async function eventsToReport(
	found: readonly ComparedList[],
	passes: (event: RecordEvent, status: string | undefined) => boolean,
): Promise<EventsToReport> {
	const events: RecordEvent[] = [];
	const compared: ComparedList[] = [];
	for (const list of found) {
		const reported: IfReported[] = [];
		await forEachInSlices(list.events, ({ event, status, ifReported }) => {
			if (!passes(event, status)) return;
			events.push(event);
			if (ifReported !== undefined) reported.push(ifReported);
		});
		compared.push(reported.length === 0 ? list : await withReported(list, reported));
	}
	return { events: events.sort((a, b) => a.at - b.at), compared };
}

async function withReported(
	list: ComparedList,
	reported: readonly IfReported[],
): Promise<ComparedList> {
	await betweenSlices();
	const entries = new Map(list.snapshot.entries);
	await forEachInSlices(reported, ({ key, entry }) => entries.set(key, entry));
	return { ...list, snapshot: { ...list.snapshot, entries } };
}
