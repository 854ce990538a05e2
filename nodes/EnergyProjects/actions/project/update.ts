import { endpoints } from '../../api/contract';
import { projectRecord } from '../../api/fields/project';
import { recordSchema } from '../../api/outputSchemas';
import type { Operation } from '../operation';
import { inputOptions } from '../shared/input';
import { locator } from '../shared/locator';
import { skipUnchangedOption, updateItem } from '../shared/updating';
import { updateParameters } from '../shared/writing';

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
