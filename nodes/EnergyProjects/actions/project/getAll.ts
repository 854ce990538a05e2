import { cityOf } from '../../lists/names';
import { isServiceOrder } from '../../lists/sorting';
import { customerRecord } from '../../service/records/customer';
import { projectRecord } from '../../service/records/project';
import { simplifiedSchema } from '../../values/output/schemas';
import { mapInSlices } from '../../values/slices';
import type { Operation } from '../operation';
import {
	addressFilter,
	choicesFilter,
	idFilter,
	searchFilter,
} from '../parameters/filters/filterKinds';
import { dayFilters } from '../parameters/filters/dayFilters';
import { leadsOrProjectsFilter } from '../parameters/filters/leadsOrProjects';
import {
	divided,
	emptyFilterOption,
	filtersParameter,
	readFilters,
} from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator } from '../parameters/record/locator';
import { outputParameters, readOutput } from '../parameters/output';
import { hintAtUnknownTimes, timeFilters } from '../parameters/filters/timeFilters';
import { readRecords } from '../records';
import { includeCustomer } from './includeCustomer';
import { inListOrder, readOrder, sort } from './sort';

const installationDate = dayFilters(projectRecord, 'installationDate');

const filters = {
	city: addressFilter(projectRecord, 'city'),
	createdAfter: timeFilters.createdAfter,
	customerId: idFilter(
		{ ...locator(customerRecord), description: 'Only projects of this customer' },
		customerRecord,
	),
	installationDateFrom: installationDate.from,
	installationDateTo: installationDate.to,
	isLead: leadsOrProjectsFilter,
	postalCode: addressFilter(projectRecord, 'postalCode'),
	search: searchFilter(
		'e.g. Schröder',
		'Only projects with this text in their name, human ID or city, or with this ID',
		(project) => [project.name, project.humanId, cityOf(project)],
	),
	status: choicesFilter(projectRecord, 'status'),
	technicalFeasibilityAssesment: choicesFilter(projectRecord, 'technicalFeasibilityAssesment'),
	updatedAfter: timeFilters.updatedAfter,
};

/** Service document, section Endpoints, "List projects"; rules 1 and 2. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description:
		'Retrieve a list of projects, with optional sorting, text search, and filters for status, lead or order, customer, city, postal code, feasibility, installation date, and the time of creation or change',
	properties: [
		...limitParameters,
		filtersParameter(filters),
		...outputParameters(projectRecord),
		sort,
	],
	options: [emptyFilterOption, includeCustomer.option],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(item) {
		const values = await readFilters(item, filters);
		const { installationDateFrom: from, installationDateTo: to, ...others } = values;
		const installed = installationDate.between(item, from, to);
		const { query, keep } = divided({ ...others, installed });
		const order = readOrder(item);
		const limit = limitOf(item);
		const toOutput = readOutput(item, projectRecord);
		const isReadWhole =
			limit === undefined || values.search !== undefined || !isServiceOrder(order);
		// A whole list is read in the order in which no record can be missed, and sorted afterwards.
		const selection = isReadWhole ? { query, keep } : { query: { ...query, ...order }, keep };
		const read = await readRecords(item, projectRecord, isReadWhole ? undefined : limit, selection);
		const projects = isReadWhole ? (await inListOrder(read, order)).slice(0, limit) : read;
		hintAtUnknownTimes(item, 'project', values, projects);
		const outputs = await mapInSlices(projects, toOutput);
		return await includeCustomer.addTo(item, projects, outputs);
	},
};
