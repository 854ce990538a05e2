import type { IDataObject } from 'n8n-workflow';
import { fieldNamed } from '../service/field';
import { recordKeyOf } from '../service/ids';
import type { ListedResource, ListOrder } from '../service/resource';
import { createdAtOf } from '../values/dates';

/**
 * Sorts a whole list as the service does. A whole list is always read oldest first, since only then is nothing missed
 * while records come and go; so it is sorted afterwards. Values of an enumeration come in the order of their list, and
 * records without a value come last. Records with equal values come in the order of their creation, then of their IDs,
 * whatever the order in which they were read. Descending is the exact reverse of ascending.
 */
export function sortRecords(
	{ fields, list }: ListedResource,
	records: readonly IDataObject[],
	{ sortBy, order }: ListOrder,
): IDataObject[] {
	const { name, type, values = [] } = fieldNamed(fields, list.sortKeys?.[sortBy] ?? sortBy);
	const ranksOf = (record: IDataObject): Array<string | number> => {
		// A time that cannot be read counts as the oldest.
		const inTime = [createdAtOf(record) ?? 0, String(recordKeyOf(record))];
		const value = record[name];
		if (name === 'createdAt') return inTime;
		const place = values.findIndex((one) => one.value === value);
		if (type === 'enumeration') return [place === -1 ? values.length : place, ...inTime];
		return [value === null || value === undefined ? '\uffff' : String(value), ...inTime];
	};
	const ranked = records.map((record) => ({ record, ranks: ranksOf(record) }));
	const inOrder = ranked.sort((a, b) => compare(a.ranks, b.ranks));
	const sorted = inOrder.map(({ record }) => record);
	return order === 'desc' ? sorted.reverse() : sorted;
}

function compare(a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>): number {
	const differing = a.findIndex((rank, index) => rank !== b[index]);
	return a[differing] < b[differing] ? -1 : 1;
}
