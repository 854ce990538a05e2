import type { RecordWith } from '../../service/record';
import { simplifiedSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../parameters/dataMode';
import { outputParameters, readWriteOutput } from '../parameters/output';
import { createParameters, createPaths } from '../parameters/recordFields';
import { completeForCreate } from './complete';
import { readInput } from './input';
import { sendCreate } from './sendCreate';
import { outputOfWrite, resultOfWrite } from './writeResult';

/** Service document, section Endpoints, "Create project" and "Create customer". */
export const createOperation = (record: RecordWith<'create'>): Operation => ({
	name: 'Create',
	value: 'create',
	action: `Create ${record.noun}`,
	description: `Create a new ${record.noun} and return it`,
	properties: [...createParameters(record), ...outputParameters(record)],
	options: inputOptions,
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const output = readWriteOutput(item, record);
		const input = await readInput(item, record, createPaths(record));
		const sent = await completeForCreate(item, record, input);
		const answer = await sendCreate(item, record, sent);
		const written = await resultOfWrite(item, record, { answer, sent });
		return [await outputOfWrite(item, record, written, output)];
	},
});
