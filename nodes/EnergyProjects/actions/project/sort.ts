import type { INodeProperties } from 'n8n-workflow';
import { presetOrder } from '../../lists/sorting';
import type { ProjectOrder } from '../../lists/sorting';
import { isBlank, isObject } from '../../values/objects';
import { shown } from '../../values/shown';
import type { Item } from '../item';

const keys = [
	{ name: 'Created At', value: 'created_at' },
	{ name: 'Customer ID', value: 'customer_id' },
	{ name: 'Status', value: 'status' },
] as const satisfies ReadonlyArray<{ name: string; value: ProjectOrder['sortBy'] }>;

const directions = [
	{ name: 'Ascending', value: 'asc' },
	{ name: 'Descending', value: 'desc' },
] as const satisfies ReadonlyArray<{ name: string; value: ProjectOrder['order'] }>;

/** Sort Rule of a list of projects. Service document, section Endpoints, "List projects". */
export const sortParameter: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
	description: 'The order of the projects. Without a sort rule the newest come first.',
	options: [
		{
			displayName: 'Sort',
			name: 'value',
			values: [
				{
					displayName: 'Sort By',
					name: 'sortBy',
					type: 'options',
					options: [...keys],
					default: 'created_at',
					description: 'What to sort the projects by',
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: [...directions],
					default: 'asc',
					description: 'Whether the smallest or oldest comes first, or the largest or newest',
				},
			],
		},
	],
};

/**
 * The order an item asks for; the newest first where nothing was chosen to sort by.
 *
 * @throws NodeOperationError where an expression yields something else
 */
export function readOrder(item: Item): ProjectOrder {
	const rule = item.parameter('sort.value', {});
	const { sortBy, order } = isObject(rule) ? rule : {};
	if (isMissing(sortBy)) return presetOrder;
	return {
		sortBy: oneOf(item, 'Sort By', keys, sortBy),
		order: isMissing(order) ? 'asc' : oneOf(item, 'Order', directions, order),
	};
}

const isMissing = (value: unknown) => value === undefined || value === null || isBlank(value);

function oneOf<Value extends string>(
	item: Item,
	label: string,
	options: ReadonlyArray<{ readonly value: Value }>,
	given: unknown,
): Value {
	const values = options.map(({ value }) => value);
	const chosen = values.find((value) => value === given);
	if (chosen !== undefined) return chosen;
	throw item.error(
		`${label}: "${shown(given)}" is not one of ${values.join(', ')}`,
		'Choose one from the list, or correct the expression.',
	);
}
