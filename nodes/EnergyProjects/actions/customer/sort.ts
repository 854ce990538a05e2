import type { IDataObject } from 'n8n-workflow';
import { customerNames } from '../../lists/names';
import { sortByNodeKey } from '../../lists/nodeSorting';
import type { NodeOrder } from '../../lists/nodeSorting';
import type { Item } from '../item';
import { readSort, sortedHere, sortParameter } from '../parameters/sort';

const choices = [
	sortedHere('Created At', 'created_at'),
	sortedHere('Human ID', 'human_id'),
	sortedHere('Name', 'name'),
	sortedHere('Updated At', 'updated_at'),
] as const;

/** Service document, section Endpoints, "List customers": it has no sort. */
export const sort = sortParameter(
	'customer',
	choices,
	'name',
	'The order of the customers. By name, companies stand under the name of the company and persons under their last name. Without a sort rule they come as the service sends them.',
);

/** The order an item asks for; undefined where nothing was chosen to sort by. */
export const readOrder = (item: Item): NodeOrder | undefined => readSort(item, choices);

/** All customers, in order. */
export const inListOrder = (customers: readonly IDataObject[], order: NodeOrder): IDataObject[] =>
	sortByNodeKey(customers, order, customerNames);
