import { customerRecord } from '../../service/records/customer';
import type { Resource } from '../operation';
import { standardOperations } from '../standardOperations';
import { getAll } from './getAll';

export const customer: Resource = {
	name: 'Customer',
	value: 'customer',
	preset: getAll,
	operations: [...standardOperations(customerRecord), getAll],
};
