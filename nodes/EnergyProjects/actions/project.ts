import {
	choicesFilter,
	createdAfterFilter,
	dayFilters,
	NAMES_NO_VALUE,
	recordFilter,
	searchFilter,
	updatedAfterFilter,
} from '../items/filters';
import type { Filter } from '../items/filters';
import { searchOf } from '../lists/locatorSearch';
import { cityOf, projectNames } from '../lists/names';
import { customerRecord } from '../service/records/customer';
import { projectRecord } from '../service/records/project';
import { leadsOrProjectsParameter, toLeadsOrProjects } from '../values/leadsOrProjects';
import { getManyOperation } from './getMany';
import { refuseIncomplete } from './ifIncomplete';
import { customersById, includeCustomer } from './includeCustomer';
import type { Resource } from './operation';
import { standardOperations } from './standardOperations';

/** The same choice as in the triggers: any, leads or projects. The service is asked for true or false. */
const isLeadFilter: Filter = {
	parameter: {
		...leadsOrProjectsParameter,
		options: [...leadsOrProjectsParameter.options],
		description: 'Which projects to return: enquiries, orders or both',
	},
	read(value) {
		const choice = toLeadsOrProjects(value);
		if (choice === undefined) throw new Error(NAMES_NO_VALUE);
		return choice === 'any' ? undefined : choice === 'leads';
	},
};

const getMany = getManyOperation(projectRecord, {
	description:
		', with optional sorting, text search, and filters for status, lead or order, customer, feasibility, installation date, and the time of creation or change',
	filters: [
		createdAfterFilter,
		recordFilter(customerRecord, 'Only projects of this customer'),
		...dayFilters(projectRecord, 'installationDate'),
		isLeadFilter,
		searchFilter(
			'e.g. Schröder',
			'Only projects with this text in their name, Human ID or city, or in the names of their customer, or with this ID. The list of customers is read once for it',
			async (item) => {
				const { customerWith, complete } = await customersById(item);
				if (!complete) refuseIncomplete(item, customerRecord);
				return ({ name, humanId, customerId, ...project }) => {
					const { firstName, lastName, companyName } = customerWith(customerId) ?? {};
					return [name, humanId, cityOf(project), firstName, lastName, companyName];
				};
			},
		),
		choicesFilter(projectRecord, 'status'),
		choicesFilter(projectRecord, 'technicalFeasibilityAssesment'),
		updatedAfterFilter,
	],
	addition: includeCustomer,
});

export const project: Resource = {
	name: 'Project',
	value: 'project',
	search: searchOf(projectRecord, projectNames),
	defaultOperation: getMany,
	operations: [
		...standardOperations(
			projectRecord,
			', with its heat load and heat pump sizing',
			includeCustomer,
		),
		getMany,
	],
};
