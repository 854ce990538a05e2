import { endpoints } from '../../service/endpoints';
import { deletedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { deletionNotice, deletionOutput } from '../write/delete';
import { locator, requiredId } from '../parameters/locator';

/** Service document, section Endpoints, "Delete project": irreversible. */
export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a project',
	description: 'Delete a project for good. This cannot be undone.',
	properties: [deletionNotice('project'), { ...locator('project'), required: true }],
	outputSchema: deletedSchema,
	async execute(run, itemIndex) {
		const id = requiredId(run, itemIndex, 'project');
		const answer = await run.client.send(endpoints.project.delete, {
			path: { projectId: id },
			itemIndex,
		});
		return [deletionOutput(id, answer)];
	},
};
