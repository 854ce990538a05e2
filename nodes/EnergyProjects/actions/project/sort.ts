import { projectNames } from '../../lists/names';
import { sortByNodeKey } from '../../lists/nodeSorting';
import type { NodeOrder } from '../../lists/nodeSorting';
import { isServiceOrder, defaultOrder, sortProjects } from '../../lists/sorting';
import type { ProjectOrder } from '../../lists/sorting';
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../item';
import { readSort, sortedByNode, sortParameter } from '../parameters/sort';

/** How a list of projects is sorted, by the service or by the node. */
export type Order = ProjectOrder | NodeOrder;

const choices = [
	{
		name: 'Created At',
		value: 'created_at',
		description: 'By the time at which the project was entered',
	},
	{
		name: 'Customer ID',
		value: 'customer_id',
		description: 'Projects of the same customer are next to each other',
	},
	sortedByNode('Human ID', 'human_id'),
	sortedByNode('Name', 'name'),
	{
		name: 'Status',
		value: 'status',
		description: 'Projects with the same status are next to each other',
	},
	sortedByNode('Updated At', 'updated_at'),
] as const;

/** Service document, section Endpoints, "List projects". */
export const sort = sortParameter(
	'project',
	choices,
	'created_at',
	'The order of the projects. Without a sort rule, the newest come first.',
);

/** The order an item asks for; the newest first if nothing was chosen to sort by. */
export const readOrder = (item: Item): Order => readSort(item, choices) ?? defaultOrder;

/** A whole list of projects, sorted. */
export const inListOrder = async (
	projects: readonly IDataObject[],
	order: Order,
): Promise<IDataObject[]> =>
	isServiceOrder(order)
		? await sortProjects(projects, order)
		: await sortByNodeKey(projects, order, projectNames);
