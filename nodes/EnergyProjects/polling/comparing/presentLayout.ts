import type { ListedRecord } from '../../service/record';
import { isSameLayout, layoutOf } from '../entries/layout';
import { entryConverter } from '../entries/layoutChange';
import type { Report } from '../state/entryText';
import type { State } from '../state/state';

/**
 * The state with all entries in the layout of this version, so that fields which it knows and the one before did not are
 * compared from the second poll on.
 */
export function inPresentLayout(state: State, types: readonly ListedRecord[]): State {
	const snapshots = { ...state.snapshots };
	const toRepeat = { ...state.toRepeat };
	for (const type of types) {
		const snapshot = (snapshots as Partial<typeof snapshots>)[type.noun];
		const layout = layoutOf(type);
		if (snapshot === undefined || isSameLayout(snapshot.layout, layout)) continue;
		const convert = entryConverter(type, snapshot.layout, layout);
		const entries = new Map([...snapshot.entries].map(([key, entry]) => [key, convert(entry)]));
		snapshots[type.noun] = { ...snapshot, layout, entries };
		const convertReport = ({ before, ...report }: Report): Report => ({
			...report,
			before: before === undefined ? undefined : convert(before),
		});
		const reports = (toRepeat as Partial<typeof toRepeat>)[type.noun];
		if (reports === undefined) continue;
		toRepeat[type.noun] = new Map(
			[...reports].map(([key, ofRecord]) => [key, ofRecord.map(convertReport)]),
		);
	}
	return { ...state, snapshots, ...(state.toRepeat !== undefined && { toRepeat }) };
}
