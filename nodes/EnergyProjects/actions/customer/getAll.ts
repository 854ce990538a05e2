import type { IDataObject } from 'n8n-workflow';
import { customerRecord } from '../../service/records/customer';
import { simplifiedSchema } from '../../values/schemas';
import { comparableText } from '../../values/text';
import type { Item } from '../item';
import type { Operation } from '../operation';
import { appliedHere, switchFilter, textFilter } from '../parameters/filterKinds';
import { emptyFilterOption, filtersParameter, readFilters } from '../parameters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { outputOf, outputParameters } from '../parameters/output';
import { updatedAfterFilter } from '../parameters/updatedAfter';
import { readRecords } from '../records';

const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'humanId'];

const filters = {
	email: textFilter({
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. name@email.com',
		description: appliedHere(
			'Only customers with this email address; letter case and surrounding blanks do not count',
		),
	}),
	isCompany: switchFilter({
		displayName: 'Is Company',
		name: 'isCompany',
		description: appliedHere('Whether to return only companies (on) or only private persons (off)'),
	}),
	search: textFilter({
		displayName: 'Search',
		name: 'search',
		placeholder: 'e.g. Nathan Smith',
		description: appliedHere(
			'Only customers with this text in their name, company name, email or human ID',
		),
	}),
	updatedAfter: updatedAfterFilter,
};

/** Service document, section Endpoints, "List customers": one array without paging or filters. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'List the customers of the company, filtered by name, email or last change',
	properties: [...limitParameters, filtersParameter(filters), ...outputParameters(customerRecord)],
	options: [emptyFilterOption],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(item) {
		const wanted = { keep: filterOf(item) };
		const customers = await readRecords(item, customerRecord, limitOf(item), wanted);
		return customers.map((customer) => outputOf(item, customerRecord, customer));
	},
};

function filterOf(item: Item): (customer: IDataObject) => boolean {
	const { search, email, isCompany, updatedAfter } = readFilters(item, filters);
	const searched = search === undefined ? undefined : comparableText(search);
	const address = email === undefined ? undefined : comparableText(email);
	return (customer) =>
		(searched === undefined || textOf(customer, SEARCHED).includes(searched)) &&
		(address === undefined || textOf(customer, ['email']) === address) &&
		(isCompany === undefined || (customer.isCompany ?? false) === isCompany) &&
		(updatedAfter === undefined || updatedAfter(customer));
}

/** First and last name stand side by side, so that "Anna Schmidt" is found too. */
const textOf = (customer: IDataObject, names: readonly string[]) =>
	comparableText(names.map((name) => String(customer[name] ?? '').trim()).join(' '));
