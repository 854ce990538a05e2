import { betweenSlices } from '../../values/slices';
import {
	entriesIn,
	entriesText,
	missingIn,
	missingText,
	reportsIn,
	reportsText,
} from './entryText';
import { savedStateIn, savedText } from './savedState';
import type { ByNoun, State } from './state';

/** The state as one text, since n8n copies and compares what is saved with every poll. */
export async function stateText(state: State): Promise<string> {
	const { baseUrlDigest, company, snapshots, lastReport, toRepeat } = state;
	const sections = await mapValues(snapshots, async ({ entries, missing, ...snapshot }) => ({
		...snapshot,
		...(missing.size > 0 && { missing: await missingText(missing) }),
		count: entries.size,
		entries: await entriesText(entries),
	}));
	const batch = lastReport && {
		...lastReport,
		reports: await mapValues(lastReport.reports, reportsText),
	};
	const due = toRepeat && (await mapValues(toRepeat, reportsText));
	await betweenSlices();
	return savedText({ baseUrlDigest, company, sections, batch, due });
}

/** @throws Error if it is no state or not a whole one: a record that was cut off must never look like a deleted one */
export async function stateIn(text: string): Promise<State> {
	const { baseUrlDigest, company, sections, batch, due } = savedStateIn(text);
	const snapshots = await mapValues(sections, async ({ count, ...snapshot }) => {
		const entries = await entriesIn(snapshot.entries);
		if (entries.size !== count) throw new Error('it is incomplete');
		return { ...snapshot, missing: await missingIn(snapshot.missing ?? ''), entries };
	});
	return {
		...{ baseUrlDigest, company, snapshots },
		...(batch && { lastReport: { ...batch, reports: await mapValues(batch.reports, reportsIn) } }),
		...(due && { toRepeat: await mapValues(due, reportsIn) }),
	};
}

async function mapValues<From, To>(
	values: ByNoun<From>,
	map: (value: From) => Promise<To>,
): Promise<Record<string, To>> {
	const mapped: Record<string, To> = {};
	for (const [name, value] of Object.entries(values)) mapped[name] = await map(value);
	return mapped;
}
