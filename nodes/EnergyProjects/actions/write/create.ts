import type { IDataObject } from 'n8n-workflow';
import type { WritableRecord } from '../../service/record';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../parameters/dataMode';
import { createParameters, createPlaces } from '../parameters/recordFields';
import { completeForCreate } from './complete';
import { readInput } from './input';

/** Service document, section Endpoints, "Create project" and "Create customer". */
export const createOperation = (record: WritableRecord): Operation => ({
	name: 'Create',
	value: 'create',
	action: `Create a ${record.noun}`,
	description: `Create a new ${record.noun} and return it`,
	properties: createParameters(record),
	options: inputOptions,
	outputSchema: recordSchema(record),
	async execute(item) {
		const input = await readInput(item, record, createPlaces(record));
		const body = await completeForCreate(item, record, input);
		const created = await item.send(record.endpoints.create, { body, expect: 'written' });
		return [(created ?? {}) as IDataObject];
	},
});
