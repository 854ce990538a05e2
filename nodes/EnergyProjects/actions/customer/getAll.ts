import type { IDataObject } from 'n8n-workflow';
import { customerRecord } from '../../service/records/customer';
import { simplifiedSchema } from '../../values/output/schemas';
import { comparableEmail } from '../../values/parse/email';
import { mapInSlices } from '../../values/slices';
import type { Operation } from '../operation';
import {
	appliedByNode,
	searchFilter,
	booleanFilter,
	textFilter,
} from '../parameters/filters/filterKinds';
import { emptyFilterOption, filtersParameter, readFilters } from '../parameters/filters/filters';
import type { FilterValues } from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { outputParameters, readOutput } from '../parameters/output';
import { hintAtUnknownTimes, updatedAfterFilter } from '../parameters/filters/updatedAfter';
import { readRecords } from '../records';
import { inListOrder, readOrder, sort } from './sort';

/** First and last name are next to each other, so that "Anna Schmidt" is found too. */
const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'humanId'];

const filters = {
	email: textFilter({
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. name@email.com',
		description: appliedByNode(
			'Only customers with this email address; letter case, surrounding spaces and invisible characters do not count',
		),
	}),
	isCompany: booleanFilter({
		displayName: 'Is Company',
		name: 'isCompany',
		description: appliedByNode(
			'Whether to return only companies (on) or only private persons (off)',
		),
	}),
	search: searchFilter(
		'e.g. Nathan Smith',
		'Only customers with this text in their name, company name, email or human ID',
		(customer) => SEARCHED.map((name) => customer[name]),
	),
	updatedAfter: updatedAfterFilter,
};

/** Service document, section Endpoints, "List customers": one array without paging or filters. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'Retrieve a list of customers, searched by text, filtered and sorted',
	properties: [...limitParameters, filtersParameter(filters), ...outputParameters(customerRecord)],
	options: [emptyFilterOption],
	belowOptions: [sort],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(item) {
		const values = await readFilters(item, filters);
		const keep = matching(values);
		const order = readOrder(item);
		const limit = limitOf(item);
		const toOutput = readOutput(item, customerRecord);
		const found = await readRecords(item, customerRecord, undefined, { keep });
		const sorted = order === undefined ? found : await inListOrder(found, order);
		const customers = sorted.slice(0, limit);
		hintAtUnknownTimes(item, 'customer', values.updatedAfter, customers);
		return await mapInSlices(customers, toOutput);
	},
};

function matching({ search, email, isCompany, updatedAfter }: FilterValues<typeof filters>) {
	const address = email === undefined ? undefined : comparableEmail(email);
	return (customer: IDataObject): boolean =>
		(search === undefined || search(customer)) &&
		(address === undefined || comparableEmail(customer.email) === address) &&
		(isCompany === undefined || (customer.isCompany ?? false) === isCompany) &&
		(updatedAfter === undefined || updatedAfter(customer));
}
