import type { IDataObject } from 'n8n-workflow';
import type { ListedRecord } from '../service/record';
import { instantIn } from '../values/parse/instant';
import type { Page } from './page';

/**
 * Tells whether a record was in the list already when its first page was read: that page shows it, or it was created
 * before the newest record of that page. This rests on new records having later times of creation.
 *
 * @param first the first page, newest record first
 * @returns a test that is false for a record whose time of creation cannot be read
 */
export function existedWhenRead(
	{ list }: ListedRecord,
	first: Page,
): (record: IDataObject) => boolean {
	const field = list.byAge && list.sortKeys?.[list.byAge.newestFirst.sortBy];
	const createdAt = (record: IDataObject) =>
		(field === undefined ? undefined : instantIn(record[field])) ?? NaN;
	const shown = new Set<unknown>(
		first.records.map(({ id }) => id).filter((id) => id !== undefined),
	);
	const newest = first.records.map(createdAt).reduce((a, b) => Math.max(a, b), -Infinity);
	return (record) => shown.has(record.id) || createdAt(record) < newest;
}
