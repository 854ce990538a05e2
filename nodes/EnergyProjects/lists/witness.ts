import type { IDataObject } from 'n8n-workflow';
import type { ListedRecord } from '../service/record';
import { instantIn } from '../values/parse/instant';
import type { Page } from './page';

/** Tells whether all records that were seen have been in the list since its first page was read. */
export interface Witness {
	see(records: readonly IDataObject[]): void;
	/** Not so either where their times of creation do not tell. */
	sawOldOnesOnly(): boolean;
}

/**
 * A record created before the newest of the first page was there when that page was read. So where as many different
 * ones were seen as the first page counted, none is missing, whatever has moved since, and however it moved.
 *
 * @param first the first page, newest first
 */
export function createWitness({ list }: ListedRecord, first: Page): Witness {
	const field = list.byAge && list.sortKeys?.[list.byAge.newestFirst.sortBy];
	const ageOf = (record: IDataObject) =>
		(field === undefined ? undefined : instantIn(record[field])) ?? NaN;
	const known = new Set<unknown>(
		first.records.map(({ id }) => id).filter((id) => id !== undefined),
	);
	const newest = Math.max(...first.records.map(ageOf));
	let oldOnly = true;
	return {
		see(records) {
			oldOnly &&= records.every((record) => known.has(record.id) || ageOf(record) < newest);
		},
		sawOldOnesOnly: () => oldOnly,
	};
}
