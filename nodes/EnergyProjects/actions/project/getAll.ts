import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, projectSortKeys } from '../../service/endpoints';
import { projectRecord } from '../../service/records/project';
import { readSome } from '../../lists/wholeList';
import { simplifiedSchema } from '../../values/schemas';
import type { Operation } from '../operation';
import type { Run } from '../run';
import { updatedAfterFilter, updatedAfterParameter } from '../parameters/updatedAfter';
import { locator, optionalId } from '../parameters/locator';
import { limitOf, limitParameters, outputOf, outputParameters } from '../parameters/output';
import { includeCustomerOption, withCustomer } from './customerOfProject';
import { readWholeList } from '../../lists/projects';
import { projectOrder } from '../../lists/sorting';

const enumerationFilter = (name: string): INodeProperties[] =>
	projectRecord.fields
		.filter((field) => field.name === name)
		.map((field) => {
			const options = (field.values ?? []).map((entry) => ({
				name: entry.name,
				value: entry.value,
			}));
			const description = `Only projects with this value. ${field.description}.`;
			const parameter = { displayName: field.label, name, options, description };
			return { ...parameter, type: 'options', default: options[0].value };
		});

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{ ...locator('customer'), description: 'Only projects of this customer' },
		{
			displayName: 'Is Lead',
			name: 'isLead',
			type: 'boolean',
			default: true,
			description: 'Whether to return only enquiries (on) or only orders (off)',
		},
		...enumerationFilter('status'),
		...enumerationFilter('technicalFeasibilityAssesment'),
		updatedAfterParameter,
	],
};

const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
	options: [
		{
			displayName: 'Sort',
			name: 'value',
			values: [
				{
					displayName: 'Sort By',
					name: 'sortBy',
					type: 'options',
					options: [
						{ name: 'Created At', value: 'created_at' },
						{ name: 'Customer ID', value: 'customer_id' },
						{ name: 'Status', value: 'status' },
					],
					default: 'created_at',
					description: 'What to sort the projects by',
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: [
						{ name: 'Ascending', value: 'asc' },
						{ name: 'Descending', value: 'desc' },
					],
					default: 'asc',
					description: 'Whether the smallest or oldest comes first, or the largest or newest',
				},
			],
		},
	],
};

/** Service document, section Endpoints, "List projects"; rules 1 and 2. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description:
		'List the projects of the company with their heat load and heat pump sizing, filtered by status, customer, feasibility or last change',
	properties: [...limitParameters, filters, sort, ...outputParameters(projectRecord)],
	options: [includeCustomerOption],
	outputSchema: simplifiedSchema(projectRecord),
	async execute(run, itemIndex) {
		const { query, keep } = filterOf(run, itemIndex);
		const order = run.context.getNodeParameter('sort.value', itemIndex, {}) as {
			sortBy?: keyof typeof projectSortKeys;
			order?: 'asc' | 'desc';
		};
		const limit = limitOf(run, itemIndex);
		const projects =
			limit === undefined
				? projectOrder(await readWholeList(run, itemIndex, query, keep), order.sortBy, order.order)
				: await readSome(
						run.client,
						{ endpoint: endpoints.project.getAll, query: { ...query, ...order }, itemIndex },
						limit,
						keep,
					);
		const outputs = projects.map((project) => outputOf(run, itemIndex, projectRecord, project));
		return await withCustomer(run, itemIndex, projects, outputs);
	},
};

/** The documented filters go to the service, "updated after" is applied here. */
function filterOf(run: Run, itemIndex: number) {
	const given = run.context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	const query: IDataObject = {};
	for (const name of ['status', 'technicalFeasibilityAssesment', 'isLead']) {
		if (given[name] !== undefined && given[name] !== '') query[name] = given[name];
	}
	const customerId = optionalId(run, itemIndex, given.customerId);
	if (customerId !== '') query.customerId = customerId;
	return { query, keep: updatedAfterFilter(run, itemIndex, given.updatedAfter) };
}
