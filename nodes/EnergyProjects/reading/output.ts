import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Item } from '../run/item';
import { choiceOf } from '../service/field';
import { fieldOf, isComputed } from '../service/resource';
import type { Resource } from '../service/resource';
import { shaperOf } from '../values/outputShape';
import type { OutputMode } from '../values/outputShape';
import { choicesOf } from '../values/parse';
import type { Choice } from '../values/parse';
import { quotedList } from '../values/text';

const OUTPUT_MODES: Array<Choice<OutputMode> & { description: string }> = [
	{ name: 'Raw', value: 'raw', description: 'Every field, as the service sent it' },
	{
		name: 'Selected Fields',
		value: 'selectedFields',
		description: 'Only the fields you choose',
	},
	{
		name: 'Simplified',
		value: 'simplified',
		description: 'The most commonly used fields, without nesting',
	},
];

const outputParameter: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: OUTPUT_MODES,
	default: 'simplified',
};

const outputFieldsParameter: INodeProperties = {
	displayName: 'Fields to Return',
	name: 'outputFields',
	type: 'multiOptions',
	displayOptions: { show: { output: ['selectedFields'] } },
	default: ['id'],
	description: 'The fields to return, in the order you choose; the ID is always included',
};

/** How reads and writes of projects and customers show their records. */
export function outputParameters(resource: Resource): INodeProperties[] {
	return [
		{ ...outputParameter, description: `Which fields of the ${resource.noun} to return` },
		{
			...outputFieldsParameter,
			options: resource.fields.map(choiceOf).sort((a, b) => a.name.localeCompare(b.name)),
		},
	];
}

/** The form of output that an item asks for. */
export interface Output {
	readonly mode: OutputMode;
	/** The computed fields that were chosen one by one: the answer to a write may lack them. */
	readonly computed: readonly string[];
	/**
	 * @param known all that is known of the record
	 * @param returned what the service sent of it, for Raw; by default the same as `known`
	 */
	show(known: IDataObject, returned?: IDataObject): IDataObject;
}

/**
 * It is read first, so that nothing is written if it is wrong.
 *
 * @throws NodeOperationError if there is no such form or field; an expression can return anything
 */
export function readOutput(item: Item, resource: Resource): Output {
	const mode = item.choiceOf<OutputMode>(outputParameter);
	const selected = mode === 'selectedFields' ? choicesOf(item.value(outputFieldsParameter)) : [];
	const unknown = selected.filter((name) => fieldOf(resource, name) === undefined);
	if (unknown.length > 0) {
		throw item.error(
			`A ${resource.noun} has no such fields: ${quotedList(unknown)}`,
			'Choose fields from the list under "Fields to Return".',
		);
	}
	const shape = shaperOf(resource, mode, selected);
	return {
		mode,
		computed: selected.filter((name) => isComputed(resource, name)),
		show: (known, returned = known) => (mode === 'raw' ? returned : shape(known)),
	};
}
