import type { IDataObject } from 'n8n-workflow';
import { filterInSlices, forEachInSlices } from '../values/slices';

/** What has been found in a list so far; no ID twice. */
export interface Collection {
	/** Counts records as seen. */
	see(records: readonly IDataObject[]): Promise<void>;
	/** Those of the records that belong to the result. */
	wanted(records: readonly IDataObject[]): Promise<IDataObject[]>;
	/**
	 * Counts records as seen, and adds those that belong to the result.
	 *
	 * @returns whether any of them had not been seen before
	 */
	add(records: readonly IDataObject[]): Promise<boolean>;
	/** The result so far. */
	records(): IDataObject[];
	/** How many records the result has. */
	keptCount(): number;
	/** How many different records were seen, whether they belong to the result or not. */
	seenCount(): number;
}

/** @param keep which records belong to the result; all, if it is not given */
export function createCollection(keep: (record: IDataObject) => boolean = () => true): Collection {
	const kept = new Map<unknown, IDataObject>();
	const seen = new Set<unknown>();
	return {
		see: async (records) =>
			await forEachInSlices(records, (record) => {
				seen.add(identityOf(record));
			}),
		wanted: async (records) => await filterInSlices(records, keep),
		async add(records) {
			const before = seen.size;
			await forEachInSlices(records, (record) => {
				const id = identityOf(record);
				seen.add(id);
				if (!kept.has(id) && keep(record)) kept.set(id, record);
			});
			return seen.size > before;
		},
		records: () => [...kept.values()],
		keptCount: () => kept.size,
		seenCount: () => seen.size,
	};
}

/** A record without an ID is known by its content, so that it does not count as new when it comes again. */
const identityOf = (record: IDataObject): unknown => record.id ?? contentOf(record);

function contentOf(record: IDataObject): unknown {
	try {
		return JSON.stringify(record);
	} catch {
		// It is nested too deeply to be written as a text, so it cannot be compared with others.
		return record;
	}
}
