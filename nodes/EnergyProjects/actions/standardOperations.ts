import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pathTo } from '../service/record';
import type { WritableRecord } from '../service/record';
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

/** What reads of a record offer beside the record itself. */
export interface Extension {
	readonly option: INodeProperties;
	/** Adds to the outputs of the records what the item's option asks for. */
	extend(
		item: Item,
		records: readonly IDataObject[],
		outputs: IDataObject[],
	): Promise<IDataObject[]>;
}

/** What is special about the standard operations of a record. */
export interface Special {
	/** What a read brings, in addition to the record. */
	readonly getDescription?: string;
	readonly extension?: Extension;
}

/** The operations that every record has which can be created, read, changed and deleted. */
export const standardOperations = (record: WritableRecord, special: Special = {}): Operation[] => [
	createOperation(record),
	upsertOperation(record),
	deleteOperation(record),
	getOperation(record, special),
	updateOperation(record),
];

/** Service document, section Endpoints, "Get project by id" and "Get customer by id". */
const getOperation = (
	record: WritableRecord,
	{ getDescription, extension }: Special,
): Operation => ({
	name: 'Get',
	value: 'get',
	action: `Get ${record.noun}`,
	description: `Retrieve a ${record.noun} by its ID or human ID${getDescription ?? ''}`,
	properties: [{ ...locator(record.noun), required: true }, ...outputParameters(record)],
	options: extension === undefined ? [ifNotFoundOption] : [extension.option, ifNotFoundOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const shape = readOutput(item, record);
		const isEnough = emptyIfNotFound(item);
		const chosen = await (isEnough ? chosenRecordIfAny : chosenRecord)(item, record);
		if (chosen === undefined) return [{}];
		const about = { path: pathTo(record, chosen.id), about: chosen.name };
		const reading = item.send(record.endpoints.get, { ...about, expect: 'object' });
		const json = await (isEnough ? undefinedIfNotFound(reading) : reading);
		if (json === undefined) return [{}];
		const output = shape(json as IDataObject);
		return (await extension?.extend(item, [json as IDataObject], [output])) ?? [output];
	},
});
