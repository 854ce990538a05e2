import { projectNamesWithoutCity } from '../../lists/names';
import { searchOf } from '../../lists/search';
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
			getDescription: ', with its heat load and heat pump sizing',
			extension: includeCustomer,
		}),
		getAll,
	],
};
