import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../api/contract';
import { projectRecord } from '../../api/fields/project';
import { recordSchema } from '../../api/outputSchemas';
import type { Operation } from '../operation';
import { inputOptions } from '../shared/input';
import { createBody, createParameters } from '../shared/writing';

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
