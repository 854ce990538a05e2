// What an empty value of a change means, and what happens to circuits that it does not name.
import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../run/item';
import type { Field } from '../service/field';
import type { Resource } from '../service/resource';

/**
 * What an empty value means. Exports from a CRM are full of empty texts that mean "not known", and a model has no way to
 * leave out a value: so it means nothing, unless the person wants it otherwise.
 */
const emptyValuesOption: INodeProperties = {
	displayName: 'Empty Values',
	name: 'emptyValues',
	type: 'options',
	options: [
		{ name: 'Leave the Field as It Is', value: 'leave' },
		{ name: 'Empty the Field', value: 'clear' },
	],
	default: 'leave',
	description:
		'What to do with a field whose value is empty (an empty text or null). An expression that finds nothing counts as empty too. Only what "Fields to Clear" offers is emptied.',
};

/** What happens to circuits that an update does not name. */
const otherCircuitsOption: INodeProperties = {
	displayName: 'Other Circuits',
	name: 'otherCircuits',
	type: 'options',
	options: [
		{ name: 'Keep', value: 'keep' },
		{ name: 'Remove', value: 'remove' },
	],
	default: 'keep',
	description:
		'What to do with circuits that the project has and the item does not name. A tool of an AI agent always keeps them.',
};

/** Both, for an operation that changes a record. */
export const changeOptions = ({ fields }: Resource): INodeProperties[] => [
	emptyValuesOption,
	...(fields.some(({ type }) => type === 'list') ? [otherCircuitsOption] : []),
];

/** Whether circuits that an item does not name stay. Models name the one that they mean. */
export const keepsOtherCircuits = (item: Item): boolean =>
	item.run.isTool || item.choice(otherCircuitsOption) === 'keep';

/**
 * Whether an empty value empties this field. Never in a tool: a model leaves a value empty because it has none. Nor does an
 * empty list if the circuits that it does not name stay.
 */
export const clearsEmpty = (item: Item, { type }: Field): boolean =>
	!item.run.isTool &&
	item.choice(emptyValuesOption) === 'clear' &&
	!(type === 'list' && keepsOtherCircuits(item));
