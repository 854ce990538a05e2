import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { projectRecord } from '../../service/records/project';
import { simplifiedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { locator, requiredId } from '../parameters/locator';
import { emptyIfNotFound, notFoundOption, orUndefined } from '../parameters/ifNotFound';
import { outputOf, outputParameters } from '../parameters/output';
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
