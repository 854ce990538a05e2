import type { INodeProperties } from 'n8n-workflow';
import type { NodeSortKey } from '../../lists/nodeSorting';
import { isMissing, isObject } from '../../values/objects';
import { quoted } from '../../values/quoted';
import type { Item } from '../item';

/** Something a list can be sorted by. */
export interface SortChoice<Key extends string> {
	readonly name: string;
	readonly value: Key;
	readonly description?: string;
}

/** What a person chose to sort by. */
export interface SortRule<Key extends string> {
	readonly sortBy: Key;
	readonly order: 'asc' | 'desc';
}

const directions = [
	{
		name: 'Ascending',
		value: 'asc',
		description: 'From A to Z, from the smallest to the largest, from the oldest to the newest',
	},
	{
		name: 'Descending',
		value: 'desc',
		description: 'From Z to A, from the largest to the smallest, from the newest to the oldest',
	},
] as const satisfies ReadonlyArray<SortChoice<SortRule<string>['order']>>;

/** A choice that only the node offers. */
export const sortedByNode = <Key extends NodeSortKey>(
	name: string,
	value: Key,
): SortChoice<Key> => ({
	name,
	value,
	description: 'The service cannot sort by it, so the node reads the whole list and sorts it',
});

/**
 * Sort Rule of a list. It is a collection of its own, just above the options, as in n8n's own nodes.
 *
 * @param defaultKey what a new rule sorts by
 * @param description the order without a rule
 */
export const sortParameter = <Key extends string>(
	noun: string,
	choices: ReadonlyArray<SortChoice<Key>>,
	defaultKey: Key,
	description: string,
): INodeProperties => ({
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
	description,
	options: [
		{
			displayName: 'Sort',
			name: 'value',
			values: [
				{
					displayName: 'Sort By',
					name: 'sortBy',
					type: 'options',
					options: [...choices],
					default: defaultKey,
					description: `What to sort the ${noun}s by`,
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: [...directions],
					default: 'asc',
					description: 'Which records come first',
				},
			],
		},
	],
});

/**
 * The order an item asks for; undefined if nothing was chosen to sort by.
 *
 * @throws NodeOperationError if an expression returns anything else
 */
export function readSort<Key extends string>(
	item: Item,
	choices: ReadonlyArray<SortChoice<Key>>,
): SortRule<Key> | undefined {
	const rule = item.parameter('sort.value', {});
	const { sortBy, order } = isObject(rule) ? rule : {};
	if (isMissing(sortBy)) return undefined;
	return {
		sortBy: oneOf(item, 'Sort By', choices, sortBy),
		order: isMissing(order) ? 'asc' : oneOf(item, 'Order', directions, order),
	};
}

function oneOf<Value extends string>(
	item: Item,
	label: string,
	choices: ReadonlyArray<{ readonly value: Value }>,
	given: unknown,
): Value {
	const values = choices.map(({ value }) => value);
	const chosen = values.find((value) => value === given);
	if (chosen !== undefined) return chosen;
	throw item.error(
		`${label}: "${quoted(given)}" is not one of ${values.join(', ')}`,
		'Choose one from the list, or correct the expression.',
	);
}
