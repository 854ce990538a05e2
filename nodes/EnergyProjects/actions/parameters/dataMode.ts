import type { INodeProperties } from 'n8n-workflow';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import type { Item } from '../item';

/** Whether the fields are filled in one by one, or taken from the incoming item. */
export const dataModeParameter = (record: RecordType): INodeProperties => ({
	displayName: 'Data to Send',
	name: 'dataMode',
	type: 'options',
	// The same for all items: it decides which parameters there are.
	noDataExpression: true,
	options: [
		{
			name: 'Define Below for Each Field',
			value: 'defineBelow',
			description: 'Fill in the fields one by one, with values or expressions',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: `Use the fields of the incoming item whose names match fields of the ${record.noun} or as parts of its address`,
		},
	],
	default: 'defineBelow',
	description: 'Where the values come from',
});

/** Says which keys of the item are taken, where the fields would be filled in. */
export const mappingNotice = (record: RecordType): INodeProperties => {
	const names = writableFields(record).map(({ name }) => name);
	const parts = record.simplified.flatMap((path) => path.split('.').slice(1));
	return {
		displayName: `The node uses the fields of the item that have API names, such as ${names.slice(0, 3).join(', ')}, and of parts of the address, such as ${parts.join(' and ')}`,
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['autoMapInputData'] } },
	};
};

/** Whether the fields of the item are used, and not what was filled in. */
export const isMapped = (item: Item): boolean =>
	item.parameter('dataMode', '') === 'autoMapInputData';

/** Shows a parameter only if the fields are filled in one by one. */
export const inDefineBelow = (parameter: INodeProperties): INodeProperties => ({
	...parameter,
	displayOptions: { ...parameter.displayOptions, show: { dataMode: ['defineBelow'] } },
});

/** Options about what empty and unknown values mean. */
export const inputOptions: readonly INodeProperties[] = [
	{
		displayName: 'Empty Text',
		name: 'emptyText',
		type: 'options',
		options: [
			{
				name: 'Clear the Field',
				value: 'clear',
				description: 'The node empties the field, if the service allows it to be empty',
			},
			{
				name: 'Leave the Field as It Is',
				value: 'leave',
				description: 'The node does not send the field, as if it did not exist',
			},
		],
		default: 'leave',
		description:
			'What empty text or null means; CRM exports often contain many of them. Without this option, the node does not send mapped fields that are empty. Empty text that you enter below is sent as it is.',
	},
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		displayOptions: { show: { '/dataMode': ['autoMapInputData'] } },
		options: [
			{
				name: 'Ignore',
				value: 'ignore',
				description: 'The node skips them and sends the rest',
			},
			{ name: 'Refuse', value: 'refuse', description: 'The item fails, and the error names them' },
		],
		default: 'ignore',
		description: 'What to do if the incoming item has fields that the service does not know',
	},
];
