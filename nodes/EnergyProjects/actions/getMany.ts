import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldNamed } from '../service/field';
import { pathTo } from '../service/record';
import type { ListedRecord, ListOrder, StandardRecord } from '../service/record';
import { recordSchema, simplifiedSchema } from '../values/output';
import { isMissing, isObject } from '../values/objects';
import type { Choice } from '../values/parse';
import { numberIn } from '../values/numbers';
import { mapInSlices } from '../values/slices';
import { quoted, comparableText } from '../values/text';
import { filtersParameter, readFilters } from './filters';
import type { Filter } from './filters';
import type { Item } from './item';
import type { includeCustomer } from './includeCustomer';
import { chosenRecord, locator } from './locator';
import type { Operation } from './operation';
import { outputParameters, readOutput } from './output';
import { ifIncompleteOption, readRecords } from './readLists';

/** What is special about the list of one type of record. */
export interface GetManyDetails {
	/** Continues the description "Retrieve a list of …". */
	readonly description: string;
	readonly filters: readonly Filter[];
	readonly addition?: typeof includeCustomer;
	/** For a list below one other record: that record, which each item names. No list of the service is one so far. */
	readonly of?: StandardRecord;
}

/**
 * Service document, section Endpoints, "List projects", "List customers" and "List documents". What it does not show of
 * the filters is sent and applied by the node as well, in case the service ignores it.
 */
export function getManyOperation(
	record: ListedRecord,
	{ description, filters, addition, of }: GetManyDetails,
): Operation {
	const isShaped = record.simplified.length > 0;
	const { sortKeys } = record.list;
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${record.noun}s`,
		description: `Retrieve a list of ${record.noun}s${description}`,
		properties: [
			...(of === undefined ? [] : [{ ...locator(of), required: true }]),
			...limitParameters,
			...(filters.length === 0 ? [] : [filtersParameter(filters)]),
			...(isShaped ? outputParameters(record) : []),
			...(sortKeys === undefined ? [] : [sortParameter(record)]),
		],
		options: [
			ifNotFoundOption,
			ifIncompleteOption,
			...(addition === undefined ? [] : [addition.option]),
		],
		outputSchema: isShaped ? simplifiedSchema(record) : recordSchema(record),
		async execute(item) {
			const { query, keep: filter } = await readFilters(item, filters);
			const keep =
				record.list.mayIgnoreQuery === true
					? (json: IDataObject) => fits(json, query) && (filter?.(json) ?? true)
					: filter;
			const limit = limitOf(item);
			const output = isShaped ? readOutput(item, record) : undefined;
			const order = sortKeys === undefined ? undefined : readOrder(item, record);
			const path = of && pathTo(of, (await chosenRecord(item, of)).id);
			const records = await readRecords(item, { record, path, query }, { limit, order, keep });
			if (records.length === 0 && returnsEmptyItem(item)) return [{}];
			const outputs = await mapInSlices(records, (json) => output?.show(json) ?? json);
			return (await addition?.addTo(item, records, outputs)) ?? outputs;
		},
	};
}

/** Shared with Get: an item without fields in place of nothing, so that the workflow goes on for each item. */
export const emptyItemChoice = { name: 'Return an Empty Item', value: 'emptyItem' };

const ifNotFoundOption: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [{ name: 'Return Nothing', value: 'nothing' }, emptyItemChoice],
	default: 'nothing',
	description:
		'What to return for an input item for which nothing is found. An item without fields lets the workflow go on, for example to create the record.',
};

/** Whether an item asks for an item without fields if nothing is found. */
const returnsEmptyItem = (item: Item): boolean =>
	item.chosenOption(ifNotFoundOption) === emptyItemChoice.value;

const fits = (record: IDataObject, query: IDataObject) =>
	Object.entries(query).every(
		([name, value]) => comparableText(record[name]) === comparableText(value),
	);

const limitParameter: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** Return All and Limit, with n8n's standard words. */
const limitParameters: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limitParameter,
];

/** The limit of an item, or undefined if everything is wanted. @throws NodeOperationError if it is not a number */
function limitOf(item: Item): number | undefined {
	if (item.isOn(item.parameter('returnAll', false), 'Return All')) return undefined;
	const given = item.parameter('limit', limitParameter.default);
	// n8n gives a number that a model left empty as 0.
	const isLeftEmpty = item.run.isTool && (isMissing(given) || given === 0);
	const asked = isLeftEmpty ? limitParameter.default : given;
	const limit = numberIn(asked);
	if (limit !== undefined && Number.isInteger(limit) && limit >= 1) return limit;
	throw item.error(
		`Limit: "${quoted(asked)}" is not a whole number of at least 1`,
		'Enter such a number, correct its expression, or turn on "Return All".',
	);
}

const ORDERS: Array<Choice<'asc' | 'desc'>> = [
	{ name: 'Ascending', value: 'asc' },
	{ name: 'Descending', value: 'desc' },
];

const DEFAULT_SORT = 'created_at';

const sortChoices = ({ fields, list }: ListedRecord): Choice[] =>
	Object.entries(list.sortKeys ?? {}).map(([value, field]) => ({
		name: fieldNamed(fields, field).label,
		value,
	}));

/** Service document, section Endpoints, "List projects". It is a collection of its own, as in n8n's own nodes. */
const sortParameter = (record: ListedRecord): INodeProperties => ({
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
	description: `The order of the ${record.noun}s. Without a sort rule, the newest come first.`,
	options: [
		{
			displayName: 'Sort',
			name: 'value',
			values: [
				{
					displayName: 'Sort By',
					name: 'sortBy',
					type: 'options',
					options: sortChoices(record),
					default: DEFAULT_SORT,
					description: `What to sort the ${record.noun}s by`,
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: ORDERS,
					default: 'asc',
					description: 'Which records come first',
				},
			],
		},
	],
});

/** The order an item asks for; the newest first if nothing was chosen to sort by. */
function readOrder(item: Item, record: ListedRecord): ListOrder | undefined {
	const rule = item.parameter('sort.value', null);
	if (!isObject(rule)) return record.list.byAge?.newestFirst;
	const { sortBy = DEFAULT_SORT, order = 'asc' } = rule;
	// It is always asked for, since the service's own default is not documented.
	if (isMissing(sortBy)) return record.list.byAge?.newestFirst;
	return {
		sortBy: item.choice('Sort By', sortChoices(record), sortBy),
		order: item.choice('Order', ORDERS, order),
	};
}
