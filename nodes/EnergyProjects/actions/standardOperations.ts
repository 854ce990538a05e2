import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hasEndpoints, humanIdField, isMatchable, pathTo } from '../service/record';
import type { ReadableRecord } from '../service/record';
import { simplifiedSchema } from '../values/output/schemas';
import type { Item } from './item';
import type { Operation } from './operation';
import { chosenRecord, chosenRecordIfAny } from './parameters/record/chosenRecord';
import {
	emptyIfNotFound,
	ifNotFoundOption,
	undefinedIfNotFound,
} from './parameters/record/ifNotFound';
import { locator } from './parameters/record/locator';
import { outputParameters, readOutput } from './parameters/output';
import { createOperation } from './write/create';
import { deleteOperation } from './write/delete';
import { updateOperation } from './write/update';
import { upsertOperation } from './write/upsert';

/** Something that reads can add to the records in their output, if an option asks for it. */
export interface OutputAddition {
	readonly option: INodeProperties;
	/** The outputs of the records, with what the item's option asks for. */
	addTo(
		item: Item,
		records: readonly IDataObject[],
		outputs: IDataObject[],
	): Promise<IDataObject[]>;
}

/** What the Get of one type of record offers besides the standard Get. */
export interface GetExtras {
	/** What a read returns besides the record; continues the description. */
	readonly description?: string;
	readonly addition?: OutputAddition;
}

/**
 * The operations that work the same for every record. A record has those for which the service offers endpoints, and
 * Create or Update if it says what to match on.
 */
export const standardOperations = (record: ReadableRecord, extras: GetExtras = {}): Operation[] => [
	...(hasEndpoints(record, 'create') ? [createOperation(record)] : []),
	...(isMatchable(record) ? [upsertOperation(record)] : []),
	...(hasEndpoints(record, 'delete') ? [deleteOperation(record)] : []),
	getOperation(record, extras),
	...(hasEndpoints(record, 'update') ? [updateOperation(record)] : []),
];

/** Service document, section Endpoints, "Get project by id" and "Get customer by id". */
const getOperation = (
	record: ReadableRecord,
	{ description = '', addition }: GetExtras,
): Operation => ({
	name: 'Get',
	value: 'get',
	action: `Get ${record.noun}`,
	description: `Retrieve a ${record.noun} by its ID${humanIdField(record) ? ' or human ID' : ''}${description}`,
	properties: [{ ...locator(record), required: true }, ...outputParameters(record)],
	options: addition === undefined ? [ifNotFoundOption] : [addition.option, ifNotFoundOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const toOutput = readOutput(item, record);
		const mayBeMissing = emptyIfNotFound(item);
		const chosen = await (mayBeMissing ? chosenRecordIfAny : chosenRecord)(item, record);
		if (chosen === undefined) return [{}];
		const about = { path: pathTo(record, chosen.id), about: chosen.name };
		const reading = item.send(record.endpoints.get, { ...about, expect: 'record' });
		const json = await (mayBeMissing ? undefinedIfNotFound(reading) : reading);
		if (json === undefined) return [{}];
		const output = toOutput(json as IDataObject);
		return (await addition?.addTo(item, [json as IDataObject], [output])) ?? [output];
	},
});
