import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** In place of nothing, an item without fields, so that the workflow goes on for each item. */
export const emptyItemChoice = { name: 'Return an Empty Item', value: 'emptyItem' };

/** What an operation on one record does, besides failing, if there is none. */
export const ifNotFoundOption = (choice: INodePropertyOptions): INodeProperties => ({
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [{ name: 'Fail', value: 'fail' }, choice],
	default: 'fail',
	description: 'What to do if no record has the ID or Human ID',
});

/** What a list returns if it has none. */
export const ifNothingFoundOption: INodeProperties = {
	...ifNotFoundOption(emptyItemChoice),
	options: [{ name: 'Return Nothing', value: 'nothing' }, emptyItemChoice],
	default: 'nothing',
	description:
		'What to return for an input item for which nothing is found. An item without fields lets the workflow go on, for example to create the record.',
};
