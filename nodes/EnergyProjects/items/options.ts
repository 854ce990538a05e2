// The options that decide how the fields of an item are read, and whether anything is written.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { RecordType } from '../service/record';
import { isMissing } from '../values/objects';
import { CHECK_ONLY } from '../values/output';
import type { Item } from './item';

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
		'What to do with a field whose value is empty (an empty text or null; so is an expression that finds nothing, such as a mistyped column). Only fields that can be empty are emptied.',
};

/** What happens to circuits that an update does not name. */
const otherCircuitsOption: INodeProperties = {
	displayName: 'Other Circuits',
	name: 'otherCircuits',
	type: 'options',
	options: [
		{ name: 'Remove', value: 'remove' },
		{ name: 'Keep', value: 'keep' },
	],
	default: 'remove',
	description:
		'What to do with circuits that the project has and the item does not name. A tool of an AI agent always keeps them.',
};

/** The options of an operation that changes a record: what an empty value means, and what happens to other circuits. */
export const changeOptions = ({ fields }: RecordType): INodeProperties[] => [
	emptyValuesOption,
	...(fields.some(({ type }) => type === 'list') ? [otherCircuitsOption] : []),
];

/** Whether circuits that an item does not name stay. Models name the one that they mean. */
export const keepsOtherCircuits = (item: Item): boolean =>
	item.run.isTool || item.choice(otherCircuitsOption) === 'keep';

/** Whether an empty value empties its field. Never in a tool: a model leaves a value empty because it has none. */
export const clearsEmpty = (item: Item): boolean =>
	item.choice(emptyValuesOption) === 'clear' && !item.run.isTool;

export const checkOnlyOption: INodeProperties = {
	displayName: 'Check Only',
	name: CHECK_ONLY,
	type: 'boolean',
	default: false,
	description:
		'Whether to only say what would be done. Everything is read and checked as usual, but nothing is changed. Each item then has "checkOnly": true.',
};

/**
 * Whether an item only asks what would be done.
 *
 * @throws NodeOperationError if the switch was added and comes out empty, also from a model: it would really be done
 */
export function checksOnly(item: Item): boolean {
	const options = item.parameter('options', {}) as IDataObject;
	if (CHECK_ONLY in options && isMissing(options[CHECK_ONLY]))
		throw item.error(
			`${checkOnlyOption.displayName} is empty, so the changes would really be made`,
			'Correct its expression.',
		);
	return item.isOn(checkOnlyOption);
}
