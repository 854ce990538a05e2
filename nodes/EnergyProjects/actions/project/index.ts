import { projectNamesWithoutCity } from '../../lists/names';
import { searchOf } from '../../lists/forms/locatorSearch';
import { projectRecord } from '../../service/records/project';
import type { Resource } from '../operation';
import { standardOperations } from '../standardOperations';
import { getAll } from './getAll';
import { includeCustomer } from './includeCustomer';

export const project: Resource = {
	name: 'Project',
	value: 'project',
	search: searchOf(projectRecord, projectNamesWithoutCity),
	defaultOperation: getAll,
	operations: [
		...standardOperations(projectRecord, {
			description: ', with its heat load and heat pump sizing',
			addition: includeCustomer,
		}),
		getAll,
	],
};
