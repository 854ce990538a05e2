import type { IDataObject } from 'n8n-workflow';
import { sortProjects } from '../../lists/sorting';
import { projectRecord } from '../../service/records/project';
import { simplifiedSchema } from '../../values/schemas';
import type { Item } from '../item';
import type { Operation } from '../operation';
import { enumerationFilter, filtersParameter } from '../parameters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator, optionalId } from '../parameters/locator';
import { outputOf, outputParameters } from '../parameters/output';
import { updatedAfterFilter, updatedAfterParameter } from '../parameters/updatedAfter';
import { readRecords } from '../records';
import { includeCustomer } from './includeCustomer';
import { readOrder, sortParameter } from './sort';

const filters = filtersParameter([
	{ ...locator('customer'), description: 'Only projects of this customer' },
	{
		displayName: 'Is Lead',
		name: 'isLead',
		type: 'boolean',
		default: true,
		description: 'Whether to return only enquiries (on) or only orders (off)',
	},
	enumerationFilter(projectRecord, 'status'),
	enumerationFilter(projectRecord, 'technicalFeasibilityAssesment'),
	updatedAfterParameter,
]);

/** Service document, section Endpoints, "List projects"; rules 1 and 2. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description:
		'List the projects of the company with their heat load and heat pump sizing, filtered by status, customer, feasibility or last change',
	properties: [...limitParameters, filters, sortParameter, ...outputParameters(projectRecord)],
	options: [includeCustomer.option],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(item) {
		const { query, keep } = filterOf(item);
		const order = readOrder(item);
		const limit = limitOf(item);
		// A whole list is read in the order in which nothing escapes, and sorted afterwards.
		const wanted = { query: limit === undefined ? query : { ...query, ...order }, keep };
		const read = await readRecords(item, projectRecord, limit, wanted);
		const projects = limit === undefined ? sortProjects(read, order) : read;
		const outputs = projects.map((project) => outputOf(item, projectRecord, project));
		return await includeCustomer.extend(item, projects, outputs);
	},
};

/** The documented filters go to the service, "updated after" is applied here. */
function filterOf(item: Item) {
	const given = item.parameter('filters', {}) as IDataObject;
	const query: IDataObject = {};
	for (const name of ['status', 'technicalFeasibilityAssesment', 'isLead']) {
		if (given[name] !== undefined && given[name] !== '') query[name] = given[name];
	}
	const customerId = optionalId(item, given.customerId);
	if (customerId !== '') query.customerId = customerId;
	return { query, keep: updatedAfterFilter(item, given.updatedAfter) };
}
