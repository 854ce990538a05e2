import type { IDataObject } from 'n8n-workflow';

/** What has been found in a list so far; no ID twice. */
export interface Collection {
	/** Counts records as seen. */
	see(records: readonly IDataObject[]): void;
	/** Those of the records that belong to the result. */
	wanted(records: readonly IDataObject[]): IDataObject[];
	/**
	 * Counts records as seen, and adds those that belong to the result.
	 *
	 * @returns whether any of them had not been seen before
	 */
	add(records: readonly IDataObject[]): boolean;
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
	const see = (records: readonly IDataObject[]) => {
		for (const record of records) seen.add(identityOf(record));
	};
	return {
		see,
		wanted: (records) => records.filter(keep),
		add(records) {
			const before = seen.size;
			see(records);
			for (const record of records) {
				const id = identityOf(record);
				if (!kept.has(id) && keep(record)) kept.set(id, record);
			}
			return seen.size > before;
		},
		records: () => [...kept.values()],
		keptCount: () => kept.size,
		seenCount: () => seen.size,
	};
}

/** A record without an ID is known by its content, so that it does not count as new when it comes again. */
const identityOf = (record: IDataObject): unknown => record.id ?? JSON.stringify(record);
