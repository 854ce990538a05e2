import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../run/item';
import { fieldNamed } from '../service/field';
import type { ListedResource, ListOrder } from '../service/resource';
import { isMissing, isObject } from '../values/objects';

const DEFAULT_SORT = 'created_at';

const sortByParameter = ({ noun, fields, list }: ListedResource): INodeProperties => ({
	displayName: 'Sort By',
	name: 'sortBy',
	type: 'options',
	options: Object.entries(list.sortKeys ?? {}).map(([value, field]) => ({
		name: fieldNamed(fields, field).label,
		value,
	})),
	default: DEFAULT_SORT,
	description: `What to sort the ${noun}s by`,
});

const orderParameter: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'asc',
	description: 'Which records come first',
};

const sortCollection = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
} as const satisfies INodeProperties;

/** Service document, section Endpoints, "List projects". It is a collection of its own, as in n8n's own nodes. */
export const sortParameters = (resource: ListedResource): INodeProperties[] =>
	resource.list.sortKeys === undefined
		? []
		: [
				{
					...sortCollection,
					description: `The order of the ${resource.noun}s. Without a sort rule, the newest come first.`,
					options: [
						{
							displayName: 'Sort',
							name: 'value',
							values: [sortByParameter(resource), orderParameter],
						},
					],
				},
			];

/** The order an item asks for; the newest first if nothing was chosen to sort by. Undefined if the list has no order. */
export function readOrder(item: Item, resource: ListedResource): ListOrder | undefined {
	if (resource.list.sortKeys === undefined) return undefined;
	const { value: rule } = item.added(sortCollection);
	if (!isObject(rule)) return resource.list.byAge?.newestFirst;
	const { sortBy = DEFAULT_SORT, order } = rule;
	if (isMissing(sortBy)) return resource.list.byAge?.newestFirst;
	return {
		sortBy: item.choiceOf(sortByParameter(resource), sortBy),
		// An order is always sent, since the service's own default is not documented.
		order: item.choiceOf<'asc' | 'desc'>(orderParameter, order ?? 'asc'),
	};
}
