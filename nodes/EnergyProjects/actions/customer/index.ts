import { customerNames } from '../../lists/names';
import { searchOf } from '../../lists/forms/locatorSearch';
import { customerRecord } from '../../service/records/customer';
import type { Resource } from '../operation';
import { standardOperations } from '../standardOperations';
import { getAll } from './getAll';

export const customer: Resource = {
	name: 'Customer',
	value: 'customer',
	search: searchOf(customerRecord, customerNames),
	defaultOperation: getAll,
	operations: [...standardOperations(customerRecord), getAll],
};
