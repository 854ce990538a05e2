import { sortProjects } from '../../lists/sorting';
import { projectRecord } from '../../service/records/project';
import { simplifiedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import { enumerationFilter, idFilter, switchFilter } from '../parameters/filterKinds';
import { emptyFilterOption, filtersParameter, readFilters } from '../parameters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator } from '../parameters/locator';
import { outputOf, outputParameters } from '../parameters/output';
import { updatedAfterFilter } from '../parameters/updatedAfter';
import { readRecords } from '../records';
import { includeCustomer } from './includeCustomer';
import { readOrder, sortParameter } from './sort';

const filters = {
	customerId: idFilter({
		...locator('customer'),
		description: 'Only projects of this customer',
	}),
	isLead: switchFilter({
		displayName: 'Is Lead',
		name: 'isLead',
		description: 'Whether to return only enquiries (on) or only orders (off)',
	}),
	status: enumerationFilter(projectRecord, 'status'),
	technicalFeasibilityAssesment: enumerationFilter(projectRecord, 'technicalFeasibilityAssesment'),
	updatedAfter: updatedAfterFilter,
};

/** Service document, section Endpoints, "List projects"; rules 1 and 2. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description:
		'List the projects of the company with their heat load and heat pump sizing, filtered by status, customer, feasibility or last change',
	properties: [
		...limitParameters,
		filtersParameter(filters),
		sortParameter,
		...outputParameters(projectRecord),
	],
	options: [emptyFilterOption, includeCustomer.option],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(item) {
		const { updatedAfter: keep, ...query } = readFilters(item, filters);
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
