import { searchOf } from '../lists/locatorSearch';
import type { ListSearch } from '../lists/locatorSearch';
import { customerNames, projectNames } from '../lists/names';
import { getCustomers } from '../reading/customers';
import { getDocuments } from '../reading/documents';
import { getAccountOperation, getOperation } from '../reading/get';
import { includeCustomer } from '../reading/includeCustomer';
import { getProjects } from '../reading/projects';
import type { Operation } from '../run/operation';
import type { StandardRecord } from '../service/record';
import { customerRecord } from '../service/records/customer';
import { projectRecord } from '../service/records/project';
import { createOperation } from '../writing/create';
import { createOrUpdateOperation } from '../writing/createOrUpdate';
import { deleteOperation } from '../writing/delete';
import { updateOperation } from '../writing/update';

/** A kind of thing that the node works with, and what it can do with it. */
export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly Operation[];
	/** The searchable list from which people choose a record in a locator. */
	readonly search?: ListSearch;
	/** The operation the editor starts with. It never changes: n8n saves nothing for a parameter at its default. */
	readonly defaultOperation: Operation;
}

const operationsOn = (record: StandardRecord, get: Operation, getMany: Operation): Operation[] => [
	createOperation(record),
	createOrUpdateOperation(record),
	deleteOperation(record),
	get,
	updateOperation(record),
	getMany,
];

const getCustomer = getOperation(customerRecord);
const getProject = getOperation(
	projectRecord,
	', with its heat load and heat pump sizing',
	includeCustomer,
);

/** Everything the action node can do. Its selectors, parameters and router derive from this list. */
export const resources: readonly Resource[] = [
	{
		name: 'Account',
		value: 'account',
		operations: [getAccountOperation],
		defaultOperation: getAccountOperation,
	},
	{
		name: 'Customer',
		value: 'customer',
		operations: operationsOn(customerRecord, getCustomer, getCustomers),
		search: searchOf(customerRecord, customerNames),
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
		operations: operationsOn(projectRecord, getProject, getProjects),
		search: searchOf(projectRecord, projectNames),
		defaultOperation: getProjects,
	},
];
