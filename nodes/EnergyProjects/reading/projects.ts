import type { IDataObject } from 'n8n-workflow';
import { cityOf } from '../lists/names';
import { customerResource } from '../service/records/customer';
import { projectResource } from '../service/records/project';
import { isAmong, leadsOrProjectsParameter, toLeadsOrProjects } from '../values/leadsOrProjects';
import {
	choicesFilter,
	createdAfterFilter,
	dayFilters,
	NAMES_NO_VALUE,
	recordFilter,
	searchFilter,
	updatedAfterFilter,
} from './filters';
import type { Filter } from './filters';
import { getManyOperation } from './getMany';
import { refuseIncomplete } from './ifIncomplete';
import { customersById, includeCustomer } from './includeCustomer';

/**
 * The same choice as in the triggers: any, leads or projects. The service is asked for leads only: a project without a value
 * counts as an order, and the service may leave it out if it is asked for false.
 */
const isLeadFilter: Filter = {
	parameter: {
		...leadsOrProjectsParameter,
		options: [...leadsOrProjectsParameter.options],
		description: 'Which projects to return: enquiries, orders or both',
	},
	read(value) {
		const choice = toLeadsOrProjects(value);
		if (choice === undefined) throw new Error(NAMES_NO_VALUE);
		if (choice === 'leads') return true;
		return choice === 'any' ? undefined : (record: IDataObject) => isAmong(choice, record);
	},
};

/** Get Many of projects. */
export const getProjects = getManyOperation(projectResource, {
	description:
		', with optional sorting, text search, and filters for status, lead or order, customer, feasibility, installation date, and the time of creation or change',
	filters: [
		createdAfterFilter,
		recordFilter(customerResource, 'Only projects of this customer'),
		...dayFilters(projectResource, 'installationDate'),
		isLeadFilter,
		searchFilter(
			'e.g. Schröder',
			'Only projects with these words in their name, Human ID or city, or in the names of their customer, or with this ID. The list of customers is read once for it',
			async (item) => {
				const { customerWith, complete } = await customersById(item);
				if (!complete) refuseIncomplete(item, customerResource);
				return ({ name, humanId, customerId, ...project }) => {
					const { firstName, lastName, companyName } = customerWith(customerId) ?? {};
					return [name, humanId, cityOf(project), firstName, lastName, companyName];
				};
			},
		),
		choicesFilter(projectResource, 'status'),
		choicesFilter(projectResource, 'technicalFeasibilityAssesment'),
		updatedAfterFilter,
	],
	addition: includeCustomer,
});
