import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../api/contract';
import { projectRecord } from '../../api/fields/project';
import { simplifiedSchema } from '../../api/outputSchemas';
import type { Operation } from '../operation';
import { locator, requiredId } from '../shared/locator';
import { emptyIfNotFound, notFoundOption, orUndefined } from '../shared/notFound';
import { outputOf, outputParameters } from '../shared/reading';
import { includeCustomerOption, withCustomer } from './customerOfProject';

/** Service document, section Endpoints, "Get project by id". */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a project',
	description: 'Read one project by its ID, with its heat load and heat pump sizing',
	properties: [{ ...locator('project'), required: true }, ...outputParameters(projectRecord)],
	options: [includeCustomerOption, notFoundOption],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(run, itemIndex) {
		const reading = run.client.send(endpoints.project.get, {
			path: { projectId: requiredId(run, itemIndex, 'project') },
			expect: 'object',
			itemIndex,
		});
		const project = await (emptyIfNotFound(run, itemIndex) ? orUndefined(reading) : reading);
		if (project === undefined) return [{}];
		const output = outputOf(run, itemIndex, projectRecord, project as IDataObject);
		return await withCustomer(run, itemIndex, [project as IDataObject], [output]);
	},
};
