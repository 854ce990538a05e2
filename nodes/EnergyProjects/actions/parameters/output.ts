import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { labelOf } from '../../service/field';
import type { RecordType } from '../../service/field';
import { shapeRecord } from '../../values/shapes';
import type { OutputMode } from '../../values/shapes';
import type { Run } from '../run';
import { choicesOf } from '../../values/choices';

/** How a read of projects or customers shows its records. */
export function outputParameters(record: RecordType): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description: `The ${record.noun} with every field, as the service sent it`,
				},
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'Only the fields you choose',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The fields people look at most, without nesting',
				},
			],
			default: 'simplified',
			description: `Which fields of the ${record.noun} to return`,
		},
		{
			displayName: 'Fields to Return',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { output: ['selectedFields'] } },
			options: record.fields
				.map((field) => ({ name: labelOf(field), value: field.name }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: ['id'],
			description: 'The fields to return, in the order of your choice',
		},
	];
}

/** Shapes a record as the item asks. */
export function outputOf(
	run: Run,
	itemIndex: number,
	record: RecordType,
	json: IDataObject,
): IDataObject {
	const mode = run.context.getNodeParameter('output', itemIndex, 'simplified') as OutputMode;
	const selected =
		mode === 'selectedFields'
			? choicesOf(run.context.getNodeParameter('outputFields', itemIndex, []))
			: [];
	return shapeRecord(record, json, mode, selected);
}

/** Return All and Limit, with n8n's standard words. */
export const limitParameters: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** The limit of an item, or undefined where everything is asked for. */
export function limitOf(run: Run, itemIndex: number): number | undefined {
	if (run.context.getNodeParameter('returnAll', itemIndex, false) === true) return undefined;
	const limit = Number(run.context.getNodeParameter('limit', itemIndex, 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw run.inputError(itemIndex, 'The limit must be a whole number of at least 1');
}

/** Said where a list moved so much while it was read that something may be missing. */
export const INCOMPLETE_HINT =
	'Records came and went while the list was read, so one or the other may be missing. Run it again at a quieter time to be sure.';
