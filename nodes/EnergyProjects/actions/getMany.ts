import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { filtersParameter, readFilters } from '../items/filters';
import type { Filter } from '../items/filters';
import type { Item } from '../items/item';
import { limitOf, limitParameters } from '../items/limit';
import { outputParameters, readOutput } from '../items/output';
import { readWholeList, readWholeListOnce } from '../items/readLists';
import { ordered, readLimited } from '../lists/pages';
import type { Keep, ListRequest } from '../lists/pages';
import { sortRecords } from '../lists/sorting';
import { isOneAnswer } from '../lists/wholeList';
import { fieldNamed } from '../service/field';
import type { ListedRecord, ListOrder } from '../service/record';
import { hasNoKeys, isMissing, isObject } from '../values/objects';
import { recordSchema, simplifiedSchema } from '../values/output';
import { filterInSlices, mapInSlices } from '../values/slices';
import { comparableText, quoted } from '../values/text';
import { ifIncompleteOption, refuseIncomplete } from './ifIncomplete';
import type { includeCustomer } from './includeCustomer';
import type { Operation } from './operation';

/** What is special about the list of one type of record. */
export interface GetManyDetails {
	/** Continues the description "Retrieve a list of …". */
	readonly description: string;
	readonly filters: readonly Filter[];
	readonly addition?: typeof includeCustomer;
}

/**
 * Service document, section Endpoints, "List projects", "List customers" and "List documents". What it does not show of
 * the filters is sent and applied by the node as well, in case the service ignores it.
 */
export function getManyOperation(
	record: ListedRecord,
	{ description, filters, addition }: GetManyDetails,
): Operation {
	const isShaped = record.simplified.length > 0;
	const { sortKeys } = record.list;
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${record.noun}s`,
		description: `Retrieve a list of ${record.noun}s${description}`,
		properties: [
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
			const records = await readRecords(item, { record, query }, { limit, order, keep });
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
	item.choice(ifNotFoundOption) === emptyItemChoice.value;

const fits = (record: IDataObject, query: IDataObject) =>
	Object.entries(query).every(
		([name, value]) => comparableText(record[name]) === comparableText(value),
	);

const DEFAULT_SORT = 'created_at';

const sortByParameter = ({ noun, fields, list }: ListedRecord): INodeProperties => ({
	displayName: 'Sort By',
	name: 'sortBy',
	type: 'options',
	options: Object.entries(list.sortKeys ?? {}).map(([value, field]) => ({
		name: fieldNamed(fields, field).label,
		value,
	})),
	default: DEFAULT_SORT,
	description: `What to sort the ${noun}s by`,
});

const orderParameter: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'asc',
	description: 'Which records come first',
};

/** Service document, section Endpoints, "List projects". It is a collection of its own, as in n8n's own nodes. */
const sortParameter = (record: ListedRecord): INodeProperties => ({
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Rule',
	default: {},
	description: `The order of the ${record.noun}s. Without a sort rule, the newest come first.`,
	options: [
		{ displayName: 'Sort', name: 'value', values: [sortByParameter(record), orderParameter] },
	],
});

/**
 * The order an item asks for; the newest first if nothing was chosen to sort by.
 *
 * @throws NodeOperationError if it is not one rule: a limit would return other records
 */
function readOrder(item: Item, record: ListedRecord): ListOrder | undefined {
	const { value, ...others } = item.parameter('sort', {}) as IDataObject;
	const [rule, ...more] = [value].flat();
	const isOne = more.length === 0 && (isMissing(rule) || isObject(rule));
	if (!isOne || !hasNoKeys(others))
		throw item.error(
			`Sort: "${quoted({ value, ...others })}" is not one sort rule`,
			'Write it as {"value": {"sortBy": "created_at", "order": "asc"}}.',
		);
	if (!isObject(rule)) return record.list.byAge?.newestFirst;
	const { sortBy = DEFAULT_SORT, order = 'asc' } = rule;
	// An order is always sent, since the service's own default is not documented.
	if (isMissing(sortBy)) return record.list.byAge?.newestFirst;
	return {
		sortBy: item.choice(sortByParameter(record), sortBy),
		order: item.choice<'asc' | 'desc'>(orderParameter, order),
	};
}

/** Which records of a list an item wants, in which order. */
interface RecordSelection {
	readonly limit?: number;
	readonly order?: ListOrder;
	readonly keep?: Keep;
}

/**
 * The first records of a list, or all if there is no limit. If the pages that were read cannot prove that no match was
 * missed, the whole list is read. A list that comes in one answer is read once per execution, for all items.
 *
 * @throws NodeOperationError if a record may be missing, unless the item wants what was read
 */
async function readRecords(
	item: Item,
	list: ListRequest,
	{ limit = Infinity, order, keep }: RecordSelection,
): Promise<IDataObject[]> {
	const { record } = list;
	const limited = (records: IDataObject[], complete: boolean) => {
		if (!complete && records.length < limit) refuseIncomplete(item, record);
		return records.slice(0, limit);
	};
	if (isOneAnswer(record)) {
		const { records, complete } = await readWholeListOnce(item, list);
		return limited(await filterInSlices(records, keep ?? (() => true)), complete);
	}
	if (limit < Infinity) {
		const asked = { ...ordered(list, order), itemIndex: item.index };
		const { records, isSure } = await readLimited(item.run.client, asked, limit, keep);
		if (isSure) return records;
	}
	// A whole list is read in the order in which no record can be missed, and sorted afterwards.
	const { records, complete } = await readWholeList(item, list, keep);
	const sorted = order === undefined ? records : await sortRecords(record, records, order);
	return limited(sorted, complete);
}
