import type { IDataObject } from 'n8n-workflow';
import { ordered, readLimited } from '../lists/pages';
import type { Keep, ListRequest } from '../lists/pages';
import { sortRecords } from '../lists/sorting';
import { isOneAnswer } from '../lists/wholeList';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import { readWholeList, readWholeListOnce } from '../run/readLists';
import type { ListedResource, ListOrder } from '../service/resource';
import { recordSchema, simplifiedSchema } from '../values/outputShape';
import { forEachInSlices } from '../values/slices';
import { folded } from '../values/text';
import { filtersParameter, readFilters } from './filters';
import type { Filter } from './filters';
import { ifIncompleteOption, refuseIncomplete } from './ifIncomplete';
import { emptyItemChoice, ifNothingFoundOption } from './ifNotFound';
import type { includeCustomer } from './includeCustomer';
import { limitOf, limitParameters } from './limit';
import { readOrder, sortParameters } from './order';
import { outputParameters, readOutput } from './output';

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
	resource: ListedResource,
	{ description, filters, addition }: GetManyDetails,
): Operation {
	const isShaped = resource.simplified.length > 0;
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${resource.noun}s`,
		description: `Retrieve a list of ${resource.noun}s${description}`,
		properties: [
			...limitParameters,
			filtersParameter(filters),
			...(isShaped ? outputParameters(resource) : []),
			...sortParameters(resource),
		],
		options: [
			ifNothingFoundOption,
			ifIncompleteOption,
			...(addition === undefined ? [] : [addition.option]),
		],
		outputSchema: isShaped ? simplifiedSchema(resource) : recordSchema(resource),
		async execute(item) {
			const { query, keep: filter } = await readFilters(item, filters);
			const keep =
				resource.list.mayIgnoreQuery === true
					? (json: IDataObject) => fits(json, query) && (filter?.(json) ?? true)
					: filter;
			const limit = limitOf(item);
			const output = isShaped ? readOutput(item, resource) : undefined;
			const order = readOrder(item, resource);
			const records = await readRecords(item, { resource, query }, { limit, order, keep });
			if (records.length === 0 && item.choice(ifNothingFoundOption) === emptyItemChoice.value)
				return [{}];
			const outputs = records.map((json) => output?.show(json) ?? json);
			return (await addition?.addTo(item, records, outputs)) ?? outputs;
		},
	};
}

const fits = (record: IDataObject, query: IDataObject) =>
	Object.entries(query).every(([name, value]) => folded(record[name]) === folded(value));

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
	const { resource } = list;
	const limited = (records: IDataObject[], complete: boolean) => {
		if (!complete && records.length < limit) refuseIncomplete(item, resource);
		return records.slice(0, limit);
	};
	if (isOneAnswer(resource)) {
		const { records, complete } = await readWholeListOnce(item, list);
		return limited(await kept(records, keep), complete);
	}
	if (limit < Infinity) {
		const asked = { ...ordered(list, order), itemIndex: item.index };
		const { records, isSure } = await readLimited(item.run.client, asked, limit, keep);
		if (isSure) return records;
	}
	// A whole list is read in the order in which no record can be missed, and sorted afterwards.
	const { records, complete } = await readWholeList(item, list, keep);
	return limited(order === undefined ? records : sortRecords(resource, records, order), complete);
}

async function kept(records: readonly IDataObject[], keep: Keep = () => true) {
	const wanted: IDataObject[] = [];
	await forEachInSlices(records, (record) => {
		if (keep(record)) wanted.push(record);
	});
	return wanted;
}
