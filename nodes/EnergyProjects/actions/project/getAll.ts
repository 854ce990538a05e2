import type { IDataObject } from 'n8n-workflow';
import { cityOf } from '../../lists/names';
import { isServiceOrder } from '../../lists/sorting';
import { customerRecord } from '../../service/records/customer';
import { projectRecord } from '../../service/records/project';
import { simplifiedSchema } from '../../values/output/schemas';
import { mapInSlices } from '../../values/slices';
import type { Operation } from '../operation';
import {
	enumerationFilter,
	idFilter,
	searchFilter,
	booleanFilter,
} from '../parameters/filters/filterKinds';
import { emptyFilterOption, filtersParameter, readFilters } from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator } from '../parameters/record/locator';
import { outputParameters, readOutput } from '../parameters/output';
import { hintAtUnknownTimes, updatedAfterFilter } from '../parameters/filters/updatedAfter';
import { readRecords } from '../records';
import { includeCustomer } from './includeCustomer';
import { inListOrder, readOrder, sort } from './sort';

const filters = {
	customerId: idFilter(
		{ ...locator(customerRecord), description: 'Only projects of this customer' },
		customerRecord,
	),
	isLead: booleanFilter({
		displayName: 'Is Lead',
		name: 'isLead',
		description: 'Whether to return only enquiries (on) or only orders (off)',
	}),
	search: searchFilter(
		'e.g. Schröder',
		'Only projects with this text in their name, human ID or city',
		(project) => [project.name, project.humanId, cityOf(project)],
	),
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
		'Retrieve a list of projects, searched by text, filtered by status, customer, feasibility or time of change, and sorted',
	properties: [...limitParameters, filtersParameter(filters), ...outputParameters(projectRecord)],
	options: [emptyFilterOption, includeCustomer.option],
	belowOptions: [sort],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(item) {
		const { updatedAfter, search, ...query } = await readFilters(item, filters);
		const keep = both(search, updatedAfter);
		const order = readOrder(item);
		const limit = limitOf(item);
		const toOutput = readOutput(item, projectRecord);
		const isReadWhole = limit === undefined || search !== undefined || !isServiceOrder(order);
		// A whole list is read in the order in which no record can be missed, and sorted afterwards.
		const selection = isReadWhole ? { query, keep } : { query: { ...query, ...order }, keep };
		const read = await readRecords(item, projectRecord, isReadWhole ? undefined : limit, selection);
		const projects = isReadWhole ? (await inListOrder(read, order)).slice(0, limit) : read;
		hintAtUnknownTimes(item, 'project', updatedAfter, projects);
		const outputs = await mapInSlices(projects, toOutput);
		return await includeCustomer.addTo(item, projects, outputs);
	},
};

type Keep = (project: IDataObject) => boolean;

/** Undefined if nothing is left out, so that smaller pages are enough. */
const both = (one: Keep | undefined, other: Keep | undefined): Keep | undefined =>
	one && other ? (project) => one(project) && other(project) : (one ?? other);
