import { customerRecord } from '../../service/records/customer';
import { simplifiedSchema } from '../../values/output/schemas';
import { comparableEmail } from '../../values/parse/email';
import { mapInSlices } from '../../values/slices';
import type { Operation } from '../operation';
import {
	addressFilter,
	appliedByNode,
	booleanFilter,
	searchFilter,
	textFilter,
} from '../parameters/filters/filterKinds';
import {
	divided,
	emptyFilterOption,
	filtersParameter,
	readFilters,
} from '../parameters/filters/filters';
import type { Filter, Keep } from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { outputParameters, readOutput } from '../parameters/output';
import { hintAtUnknownTimes, timeFilters } from '../parameters/filters/timeFilters';
import { readRecords } from '../records';
import { inListOrder, readOrder, sort } from './sort';

/** First and last name are next to each other, so that "Anna Schmidt" is found too. */
const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'humanId'];

/** The service has no filters for customers, so the node applies all of them. */
const filters = {
	city: addressFilter(customerRecord, 'city'),
	createdAfter: timeFilters.createdAfter,
	email: textFilter<Keep>(
		{
			displayName: 'Email',
			name: 'email',
			placeholder: 'e.g. name@email.com',
			description: appliedByNode(
				'Only customers with this email address; upper and lower case, surrounding spaces and invisible characters do not matter',
			),
		},
		(text) => {
			const address = comparableEmail(text);
			return (customer) => comparableEmail(customer.email) === address;
		},
	),
	isCompany: booleanFilter<Keep>(
		{
			displayName: 'Is Company',
			name: 'isCompany',
			description: appliedByNode(
				'Whether to return only companies (on) or only private individuals (off)',
			),
		},
		(isOn) => (customer) => (customer.isCompany ?? false) === isOn,
	),
	postalCode: addressFilter(customerRecord, 'postalCode'),
	search: searchFilter(
		'e.g. Nathan Smith',
		'Only customers with this text in their name, company name, email or human ID, or with this ID',
		(customer) => SEARCHED.map((name) => customer[name]),
	),
	updatedAfter: timeFilters.updatedAfter,
} satisfies Record<string, Filter<Keep>>;

/** Service document, section Endpoints, "List customers": one array without paging or filters. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description:
		'Retrieve a list of customers, with optional sorting, text search, and filters for email, company or individual, city, postal code, and the time of creation or change',
	properties: [
		...limitParameters,
		filtersParameter(filters),
		...outputParameters(customerRecord),
		sort,
	],
	options: [emptyFilterOption],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(item) {
		const values = await readFilters(item, filters);
		const { keep } = divided(values);
		const order = readOrder(item);
		const limit = limitOf(item);
		const toOutput = readOutput(item, customerRecord);
		const found = await readRecords(item, customerRecord, undefined, { keep });
		const sorted = order === undefined ? found : await inListOrder(found, order);
		const customers = sorted.slice(0, limit);
		hintAtUnknownTimes(item, 'customer', values, customers);
		return await mapInSlices(customers, toOutput);
	},
};
