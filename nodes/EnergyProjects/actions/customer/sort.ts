import type { IDataObject } from 'n8n-workflow';
import { customerNames } from '../../lists/names';
import { sortByNodeKey } from '../../lists/nodeSorting';
import type { NodeOrder } from '../../lists/nodeSorting';
import type { Item } from '../item';
import { readSort, sortedByNode, sortParameter } from '../parameters/sort';

const choices = [
	sortedByNode('Created At', 'created_at'),
	sortedByNode('Human ID', 'human_id'),
	sortedByNode('Name', 'name'),
	sortedByNode('Updated At', 'updated_at'),
] as const;

/** Service document, section Endpoints, "List customers": it has no sort. */
export const sort = sortParameter(
	'customer',
	choices,
	'name',
	'The order of the customers. If you sort by name, companies are sorted by company name and people by last name. Without a sort rule, the service decides the order.',
);

/** The order an item asks for; undefined if nothing was chosen to sort by. */
export const readOrder = (item: Item): NodeOrder | undefined => readSort(item, choices);

/** All customers, sorted. */
export const inListOrder = async (
	customers: readonly IDataObject[],
	order: NodeOrder,
): Promise<IDataObject[]> => await sortByNodeKey(customers, order, customerNames);
