import type { IDataObject } from 'n8n-workflow';
import { createdAfterFilter, searchFilter, updatedAfterFilter } from '../items/filters';
import type { Filter } from '../items/filters';
import { searchOf } from '../lists/locatorSearch';
import { cityOf, customerNames } from '../lists/names';
import { customerRecord } from '../service/records/customer';
import { comparableEmail, toEmail } from '../values/parse';
import { getManyOperation } from './getMany';
import type { Resource } from './operation';
import { standardOperations } from './standardOperations';

/** All texts. First and last name are next to each other, so that "Anna Schmidt" is found too. */
const searched = customerRecord.fields.filter(({ type }) => type === 'string' || type === 'email');

const emailFilter: Filter = {
	parameter: {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description:
			'Only customers with this email address, for themselves or for invoices; upper and lower case do not matter',
	},
	read(value) {
		const address = comparableEmail(toEmail(value));
		return ({ email, invoiceEmail }: IDataObject) =>
			[email, invoiceEmail].some((own) => comparableEmail(own) === address);
	},
};

/** The service has no filters for customers, so the node applies all of them. */
const getMany = getManyOperation(customerRecord, {
	description:
		', with optional text search, and filters for email and the time of creation or change',
	filters: [
		createdAfterFilter,
		emailFilter,
		searchFilter(
			'e.g. Nathan Smith',
			'Only customers with this text in their name, company name, Human ID, one of their email addresses, phone number or city, or with this ID',
			async () => (customer) => [...searched.map(({ name }) => customer[name]), cityOf(customer)],
		),
		updatedAfterFilter,
	],
});

export const customer: Resource = {
	name: 'Customer',
	value: 'customer',
	search: searchOf(customerRecord, customerNames),
	defaultOperation: getMany,
	operations: [...standardOperations(customerRecord), getMany],
};
