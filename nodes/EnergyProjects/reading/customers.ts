import type { IDataObject } from 'n8n-workflow';
import { cityOf } from '../lists/names';
import { customerResource } from '../service/records/customer';
import { comparableEmail, toEmail } from '../values/parse';
import { createdAfterFilter, searchFilter, updatedAfterFilter } from './filters';
import type { Filter } from './filters';
import { getManyOperation } from './getMany';

/** All texts. First and last name are next to each other, so that "Anna Schmidt" is found too. */
const searched = customerResource.fields.filter(
	({ type }) => type === 'string' || type === 'email',
);

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

/** Get Many of customers. The service has no filters for them, so the node applies all of them. */
export const getCustomers = getManyOperation(customerResource, {
	description:
		', with optional text search, and filters for email and the time of creation or change',
	filters: [
		createdAfterFilter,
		emailFilter,
		searchFilter(
			'e.g. Nathan Smith',
			'Only customers with these words in their name, company name, Human ID, one of their email addresses, phone number or city, or with this ID',
			async () => (customer) => [...searched.map(({ name }) => customer[name]), cityOf(customer)],
		),
		updatedAfterFilter,
	],
});
