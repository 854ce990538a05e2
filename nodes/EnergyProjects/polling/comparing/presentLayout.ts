import type { ListedRecord } from '../../service/record';
import { mapInSlices } from '../../values/slices';
import { isSameLayout } from '../entries/layout';
import type { Layout } from '../entries/layout';
import { entryConverter } from '../entries/layoutChange';
import type { Report } from '../state/entryText';
import type { State } from '../state/state';

/**
 * The state with all entries in the layout of this version and this poll. So fields that only this version knows, and
 * computed fields that were not watched before, are compared from the second poll on.
 */
export async function inPresentLayout(
	state: State,
	types: readonly ListedRecord[],
	layoutFor: (type: ListedRecord) => Layout,
): Promise<State> {
	const snapshots = { ...state.snapshots };
	const toRepeat = { ...state.toRepeat };
	for (const type of types) {
		const snapshot = (snapshots as Partial<typeof snapshots>)[type.noun];
		const layout = layoutFor(type);
		if (snapshot === undefined || isSameLayout(snapshot.layout, layout)) continue;
		const convert = entryConverter(type, snapshot.layout, layout);
		const entries = new Map(
			await mapInSlices(snapshot.entries, ([key, entry]) => [key, convert(entry)] as const),
		);
		snapshots[type.noun] = { ...snapshot, layout, entries };
		const convertReport = ({ before, ...report }: Report): Report => ({
			...report,
			before: before === undefined ? undefined : convert(before),
		});
		const reports = (toRepeat as Partial<typeof toRepeat>)[type.noun];
		if (reports === undefined) continue;
		toRepeat[type.noun] = new Map(
			await mapInSlices(reports, ([key, ofRecord]) => [key, ofRecord.map(convertReport)] as const),
		);
	}
	return { ...state, snapshots, ...(state.toRepeat !== undefined && { toRepeat }) };
}
