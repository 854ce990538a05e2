import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { projectRecord } from '../../service/records/project';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { createBody, createParameters } from '../write/body';

/** Service document, section Endpoints, "Create project". */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a project',
	description: 'Create a new project and return it',
	properties: createParameters(projectRecord),
	options: inputOptions,
	outputSchema: recordSchema(projectRecord),
	async execute(run, itemIndex) {
		const body = await createBody(run, itemIndex, projectRecord);
		const created = await run.client.send(endpoints.project.create, { body, itemIndex });
		return [(created ?? {}) as IDataObject];
	},
};
