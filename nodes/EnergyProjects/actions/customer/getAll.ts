import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { customerRecord } from '../../service/records/customer';
import { simplifiedSchema } from '../../values/schemas';
import { OMIT, toFieldValue } from '../../values/fieldValue';
import type { Operation } from '../operation';
import type { Run } from '../run';
import { updatedAfterFilter, updatedAfterParameter } from '../parameters/updatedAfter';
import { limitOf, limitParameters, outputOf, outputParameters } from '../parameters/output';

const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'humanId'];
const appliedHere = (text: string) =>
	`${text}. The service has no such filter: the node applies it.`;

/** Service document, section Endpoints, "List customers": one array without paging or filters. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'List the customers of the company, filtered by name, email or last change',
	properties: [
		...limitParameters,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
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
			],
		},
		...outputParameters(customerRecord),
	],
	outputSchema: simplifiedSchema(customerRecord),
	async execute(run, itemIndex) {
		const customers = (await run.client.send(endpoints.customer.getAll, {
			expect: 'array',
			itemIndex,
		})) as IDataObject[];
		const matches = filterOf(run, itemIndex);
		return customers
			.filter(matches)
			.slice(0, limitOf(run, itemIndex))
			.map((customer) => outputOf(run, itemIndex, customerRecord, customer));
	},
};

function filterOf(run: Run, itemIndex: number): (customer: IDataObject) => boolean {
	const filters = run.context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	const search = normal(filters.search);
	const email = normal(filters.email);
	const isCompany = isCompanyOf(filters.isCompany);
	const isUpdatedAfter = updatedAfterFilter(run, itemIndex, filters.updatedAfter);
	return (customer) =>
		(search === '' || searchText(customer).includes(search)) &&
		(email === '' || normal(customer.email) === email) &&
		(isCompany === undefined || (customer.isCompany ?? false) === isCompany) &&
		(isUpdatedAfter === undefined || isUpdatedAfter(customer));
}

/** An expression can yield "true" as well as true; nothing at all filters nothing. */
function isCompanyOf(value: unknown): boolean | undefined {
	const [field] = customerRecord.fields.filter(({ name }) => name === 'isCompany');
	const wanted = toFieldValue(field, value, 'UTC');
	return wanted === OMIT ? undefined : wanted === true;
}

const normal = (value: unknown) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** First and last name stand side by side, so that "Anna Schmidt" is found too. */
const searchText = (customer: IDataObject) =>
	SEARCHED.map((field) => normal(customer[field])).join(' ');
