import { searchOf } from '../lists/locatorSearch';
import type { ListSearch } from '../lists/locatorSearch';
import { customerNames, projectNames } from '../lists/names';
import { getCustomers } from '../reading/customers';
import { getDocuments } from '../reading/documents';
import { getAccountOperation, getOperation } from '../reading/get';
import { includeCustomer } from '../reading/includeCustomer';
import { getProjects } from '../reading/projects';
import type { Operation } from '../run/operation';
import type { StandardResource } from '../service/resource';
import { customerResource } from '../service/records/customer';
import { projectResource } from '../service/records/project';
import { createOperation } from '../writing/create';
import { createOrUpdateOperation } from '../writing/createOrUpdate';
import { deleteOperation } from '../writing/delete';
import { updateOperation } from '../writing/update';

/** A kind of thing that the node works with, and what it can do with it. */
export interface OfferedResource {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly Operation[];
	/** The searchable list from which people choose a record in a locator. */
	readonly search?: ListSearch;
	/** The operation the editor starts with. It never changes: n8n saves nothing for a parameter at its default. */
	readonly defaultOperation: Operation;
}

const operationsOn = (
	resource: StandardResource,
	get: Operation,
	getMany: Operation,
): Operation[] => [
	createOperation(resource),
	createOrUpdateOperation(resource),
	deleteOperation(resource),
	get,
	updateOperation(resource),
	getMany,
];

const getCustomer = getOperation(customerResource);
const getProject = getOperation(
	projectResource,
	', with its heat load and heat pump sizing',
	includeCustomer,
);

/** Everything the action node can do. Its selectors, parameters and router derive from this list. */
export const resources: readonly OfferedResource[] = [
	{
		name: 'Account',
		value: 'account',
		operations: [getAccountOperation],
		defaultOperation: getAccountOperation,
	},
	{
		name: 'Customer',
		value: 'customer',
		operations: operationsOn(customerResource, getCustomer, getCustomers),
		search: searchOf(customerResource, customerNames),
		defaultOperation: getCustomers,
	},
	{
		name: 'Document',
		value: 'document',
		operations: [getDocuments],
		defaultOperation: getDocuments,
	},
	{
		name: 'Project',
		value: 'project',
		operations: operationsOn(projectResource, getProject, getProjects),
		search: searchOf(projectResource, projectNames),
		defaultOperation: getProjects,
	},
];
