import type { IDataObject } from 'n8n-workflow';
import { fieldNamed } from '../../service/field';
import { customerRecord } from '../../service/records/customer';
import { OMIT, toFieldValue } from '../../values/fieldValue';
import { simplifiedSchema } from '../../values/schemas';
import type { Item } from '../item';
import type { Operation } from '../operation';
import { appliedHere, filtersParameter } from '../parameters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { outputOf, outputParameters } from '../parameters/output';
import { updatedAfterFilter, updatedAfterParameter } from '../parameters/updatedAfter';
import { readRecords } from '../records';

const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'humanId'];

/** Service document, section Endpoints, "List customers": one array without paging or filters. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'List the customers of the company, filtered by name, email or last change',
	properties: [
		...limitParameters,
		filtersParameter([
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. name@email.com',
				default: '',
				description: appliedHere(
					'Only customers with this email address; letter case and surrounding blanks do not count',
				),
			},
			{
				displayName: 'Is Company',
				name: 'isCompany',
				type: 'boolean',
				default: true,
				description: appliedHere(
					'Whether to return only companies (on) or only private persons (off)',
				),
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				description: appliedHere(
					'Only customers with this text in their name, company name, email or human ID',
				),
			},
			updatedAfterParameter,
		]),
		...outputParameters(customerRecord),
	],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(item) {
		const wanted = { keep: filterOf(item) };
		const customers = await readRecords(item, customerRecord, limitOf(item), wanted);
		return customers.map((customer) => outputOf(item, customerRecord, customer));
	},
};

function filterOf(item: Item): (customer: IDataObject) => boolean {
	const filters = item.parameter('filters', {}) as IDataObject;
	const search = normal(filters.search);
	const email = normal(filters.email);
	const isCompany = isCompanyOf(filters.isCompany);
	const isUpdatedAfter = updatedAfterFilter(item, filters.updatedAfter);
	return (customer) =>
		(search === '' || searchText(customer).includes(search)) &&
		(email === '' || normal(customer.email) === email) &&
		(isCompany === undefined || (customer.isCompany ?? false) === isCompany) &&
		(isUpdatedAfter === undefined || isUpdatedAfter(customer));
}

/** An expression can yield "true" as well as true; nothing at all filters nothing. */
function isCompanyOf(value: unknown): boolean | undefined {
	const wanted = toFieldValue(fieldNamed(customerRecord.fields, 'isCompany'), value, 'UTC');
	return wanted === OMIT ? undefined : wanted === true;
}

const normal = (value: unknown) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** First and last name stand side by side, so that "Anna Schmidt" is found too. */
const searchText = (customer: IDataObject) =>
	SEARCHED.map((field) => normal(customer[field])).join(' ');
