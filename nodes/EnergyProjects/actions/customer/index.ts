import { searchOf } from '../../lists/search';
import { customerRecord } from '../../service/records/customer';
import type { Resource } from '../operation';
import { standardOperations } from '../standardOperations';
import { getAll } from './getAll';

export const customer: Resource = {
	name: 'Customer',
	value: 'customer',
	search: searchOf(customerRecord, ({ lastName, firstName, isCompany, companyName }) => {
		const person = [lastName, firstName].filter(Boolean).join(', ');
		return isCompany === true ? [companyName, person] : [person];
	}),
	preset: getAll,
	operations: [...standardOperations(customerRecord), getAll],
};
