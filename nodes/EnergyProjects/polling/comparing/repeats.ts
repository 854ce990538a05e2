import { randomUUID } from 'crypto';
import type { RecordEvent } from '../../events/recordItem';
import { forEachInSlices } from '../../values/slices';
import { recordKeyOf } from '../entries/entry';
import type { Entry } from '../entries/entry';
import type { Report, Reports } from '../state/entryText';
import type { ByNoun, LastReport, Snapshot, State } from '../state/state';

/**
 * How many times an event is reported at most. There has to be a limit: n8n does not save that a later poll found
 * nothing, so every start of n8n would report it again. If n8n did not save a report, it does not count.
 */
const MOST_TIMES = 2;

/**
 * The state with all records whose last events have to be reported again. n8n saves the state and starts the execution
 * without waiting for either. If a process ends in between, only one of them happened, and the next process cannot know
 * which.
 *
 * @param isOwnReport whether this process made the report with this mark: then it has not ended since
 */
export async function withRecordsToRepeat(
	state: State,
	isOwnReport: (mark: string) => boolean,
): Promise<State> {
	const { lastReport, toRepeat = {} } = state;
	if (lastReport === undefined || isOwnReport(lastReport.mark)) return state;
	const merged: Record<string, Map<string, readonly Report[]>> = {};
	for (const [noun, reports] of [lastReport.reports, toRepeat].flatMap(Object.entries<Reports>)) {
		const ofNoun = (merged[noun] ??= new Map());
		await forEachInSlices(reports, ([key, ofRecord]) => {
			const again = ofRecord.filter(({ times }) => times < MOST_TIMES);
			if (again.length > 0) ofNoun.set(key, [...(ofNoun.get(key) ?? []), ...again]);
		});
	}
	const due = Object.entries(merged).filter(([, reports]) => reports.size > 0);
	return { ...state, toRepeat: due.length > 0 ? Object.fromEntries(due) : undefined };
}

/**
 * What has to be kept of a report, so that the next process can repeat it. Repeats are counted for each record:
 * otherwise an event would come again whenever others join it, without end.
 *
 * @param former the state before this poll
 * @param snapshots what is known now
 */
export async function toLastReport(
	events: readonly RecordEvent[],
	former: State | undefined,
	snapshots: ByNoun<Snapshot>,
): Promise<LastReport> {
	const reports: Record<string, Map<string, readonly Report[]>> = {};
	const onlyChange = (noun: string, before: Entry | undefined): Report['only'] => {
		if (before !== undefined) return undefined;
		const covers = former?.snapshots[noun]?.covers ?? [];
		if (!covers.includes(`${noun}.edited`)) return 'created';
		return covers.includes(`${noun}.created`) ? undefined : 'edited';
	};
	await forEachInSlices(events, ({ kind, id }) => {
		const { noun } = kind.subject;
		const key = recordKeyOf({ id });
		if (key === undefined) return;
		const before = former?.snapshots[noun]?.entries.get(key);
		const repeated = (former?.toRepeat?.[noun]?.get(key) ?? []).map((report) => ({
			...report,
			times: report.times + 1,
		}));
		const isSame = repeated.length > 0 && before === snapshots[noun].entries.get(key);
		// If the record changed again, what is new about it was reported for the first time.
		const first = isSame ? [] : [{ before, times: 1, only: onlyChange(noun, before) }];
		(reports[noun] ??= new Map()).set(key, [...repeated, ...first]);
	});
	return { mark: randomUUID(), reports };
}
