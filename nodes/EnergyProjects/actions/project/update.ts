import { endpoints } from '../../service/endpoints';
import { projectRecord } from '../../service/records/project';
import { recordSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { inputOptions } from '../write/input';
import { locator } from '../parameters/locator';
import { skipUnchangedOption, updateItem } from '../write/update';
import { updateParameters } from '../write/body';

/** Service document, section Endpoints, "Update project": only what changes is sent. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a project',
	description: 'Change some fields of a project and return it; all other fields stay as they are',
	properties: [{ ...locator('project'), required: true }, ...updateParameters(projectRecord)],
	options: [...inputOptions, skipUnchangedOption],
	outputSchema: recordSchema(projectRecord),
	async execute(run, itemIndex) {
		return await updateItem(run, itemIndex, 'project', {
			record: projectRecord,
			get: endpoints.project.get,
			update: endpoints.project.update,
			idName: 'projectId',
		});
	},
};
