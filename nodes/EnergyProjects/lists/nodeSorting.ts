import type { IDataObject } from 'n8n-workflow';
import { compareTexts } from '../values/collation';
import { instantIn } from '../values/parse/instant';
import { mapInSlices, sortInSlices } from '../values/slices';
import { comparableName } from '../values/text';
import type { NamesOf } from './names';

/** What the node itself sorts a list by, since the service cannot. */
export type NodeSortKey = 'created_at' | 'human_id' | 'name' | 'updated_at';

export interface NodeOrder {
	readonly sortBy: NodeSortKey;
	readonly order: 'asc' | 'desc';
}

/**
 * Sorts a whole list: names and human IDs as in a phone book, with numbers by their size, and times as moments. Records
 * without such a value come last in both directions. Records with equal values come in the order of their creation,
 * then of their IDs, whatever the direction and the order in which they were read.
 */
export async function sortByNodeKey(
	records: readonly IDataObject[],
	{ sortBy, order }: NodeOrder,
	namesOf: NamesOf,
): Promise<IDataObject[]> {
	const direction = order === 'desc' ? -1 : 1;
	const valueOf = valueFor(sortBy, namesOf);
	const valued = await mapInSlices(records, (record) => ({
		record,
		value: valueOf(record),
		ties: [instantIn(record.createdAt) ?? 0, String(record.id)] as const,
	}));
	const sorted = await sortInSlices(
		valued,
		(a, b) => compareValues(a.value, b.value, direction) || compareTies(a.ties, b.ties),
	);
	return sorted.map(({ record }) => record);
}

type Value = string | number | undefined;

function valueFor(sortBy: NodeSortKey, namesOf: NamesOf): (record: IDataObject) => Value {
	switch (sortBy) {
		case 'created_at':
			return ({ createdAt }) => instantIn(createdAt);
		case 'updated_at':
			return ({ updatedAt }) => instantIn(updatedAt);
		case 'human_id':
			return ({ humanId }) => comparableName(humanId) || undefined;
		case 'name':
			return (record) => namesOf(record).map(comparableName).filter(Boolean).join(' ') || undefined;
	}
}

function compareValues(a: Value, b: Value, direction: 1 | -1): number {
	if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
	return direction * (typeof a === 'string' ? compareTexts(a, String(b)) : a - Number(b));
}

type Ties = readonly [createdAt: number, id: string];

const compareTies = ([createdA, idA]: Ties, [createdB, idB]: Ties): number =>
	createdA - createdB || (idA < idB ? -1 : Number(idA > idB));
