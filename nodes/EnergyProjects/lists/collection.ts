import type { IDataObject } from 'n8n-workflow';

/** What was found in a list so far: no id twice. */
export interface Collection {
	/** Adds the records of a page that belong to the result and were not there yet. */
	add(records: readonly IDataObject[]): void;
	/** The records of a page that belong to the result, so that a waiting page takes no more memory than them. */
	reduce(records: readonly IDataObject[]): IDataObject[];
	records(): IDataObject[];
	count(): number;
	/** How many different records were seen, kept or not. */
	seen(): number;
}

/** @param keep which records belong to the result */
export function createCollection(keep: (record: IDataObject) => boolean = () => true): Collection {
	const kept = new Map<unknown, IDataObject>();
	const seen = new Set<unknown>();
	const see = (record: IDataObject) => {
		const id = identityOf(record);
		seen.add(id);
		return id;
	};
	return {
		add(records) {
			for (const record of records) {
				const id = see(record);
				if (!kept.has(id) && keep(record)) kept.set(id, record);
			}
		},
		reduce: (records) => records.filter((record) => (see(record), keep(record))),
		records: () => [...kept.values()],
		count: () => kept.size,
		seen: () => seen.size,
	};
}

/** Records without an ID are told apart by what is in them: one that came again must not count as new. */
const identityOf = (record: IDataObject): unknown => record.id ?? JSON.stringify(record);
