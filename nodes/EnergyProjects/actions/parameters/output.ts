import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf } from '../../service/field';
import { isComputed } from '../../service/record';
import type { RecordType } from '../../service/record';
import { choicesOf } from '../../values/parse/choices';
import { shapeRecord, shapeWritten } from '../../values/output/shapes';
import type { OutputMode } from '../../values/output/shapes';
import { quoted } from '../../values/quoted';
import type { Item } from '../item';

const OUTPUT_MODES: readonly OutputMode[] = ['raw', 'selectedFields', 'simplified'];

/** How reads and writes of projects and customers show their records. */
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
					description: 'The most commonly used fields, without nesting',
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
			options: record.fields.map(choiceOf).sort((a, b) => a.name.localeCompare(b.name)),
			default: ['id'],
			description: 'The fields to return, in the order you choose; the ID is always included',
		},
	];
}

/** Turns a record of the service into the output that an item asks for. */
export type ToOutput = (json: IDataObject) => IDataObject;

/**
 * The form of output that an item asks for.
 *
 * @throws NodeOperationError if there is no such form; an expression can return anything
 */
export function readOutput(item: Item, record: RecordType): ToOutput {
	const { mode, selected } = readForm(item);
	return (json) => shapeRecord(record, json, mode, selected);
}

/** The output that an item asks for of the record that it writes. */
export interface WriteOutput {
	/**
	 * @param known everything that is known of the record after the write
	 * @param returned the record as the service sent it after the write; Raw shows it unchanged
	 */
	toOutput(known: IDataObject, returned?: IDataObject): IDataObject;
	/** The computed fields that were chosen by name. If the answer to the write lacks one, the node reads the record. */
	readonly computed: readonly string[];
}

/** The same for a write. It is read first, so that nothing is written if it is wrong. @throws NodeOperationError */
export function readWriteOutput(item: Item, record: RecordType): WriteOutput {
	const { mode, selected } = readForm(item);
	return {
		toOutput: (known, returned = known) =>
			mode === 'raw' ? returned : shapeWritten(record, known, mode, selected),
		computed: selected.filter((name) => isComputed(record, name)),
	};
}

function readForm(item: Item) {
	const given = item.parameter('output', 'simplified');
	const mode = OUTPUT_MODES.find((candidate) => candidate === given);
	if (mode === undefined) {
		throw item.error(
			`"${quoted(given)}" is not an output format`,
			`Choose one from the list under "Output", or use an expression that returns one of ${OUTPUT_MODES.join(', ')}.`,
		);
	}
	const selected = mode === 'selectedFields' ? choicesOf(item.parameter('outputFields', [])) : [];
	return { mode, selected };
}
