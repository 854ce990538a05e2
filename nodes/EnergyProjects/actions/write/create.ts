import type { WritableRecord } from '../../service/record';
import { simplifiedSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../parameters/dataMode';
import { outputParameters, readOutput } from '../parameters/output';
import { createParameters, createPlaces } from '../parameters/recordFields';
import { completeForCreate } from './complete';
import { readInput } from './input';
import { readWritten, shownWritten } from './written';

/** Service document, section Endpoints, "Create project" and "Create customer". */
export const createOperation = (record: WritableRecord): Operation => ({
	name: 'Create',
	value: 'create',
	action: `Create ${record.noun}`,
	description: `Create a new ${record.noun} and return it`,
	properties: [...createParameters(record), ...outputParameters(record)],
	options: inputOptions,
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const shape = readOutput(item, record);
		const input = await readInput(item, record, createPlaces(record));
		const sent = await completeForCreate(item, record, input);
		const answer = await item.send(record.endpoints.create, { body: sent, expect: 'written' });
		return [shownWritten(await readWritten(item, record, { answer, sent }), shape)];
	},
});
