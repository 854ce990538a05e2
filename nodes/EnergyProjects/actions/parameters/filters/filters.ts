import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isMissing, isObject } from '../../../values/objects';
import type { Item } from '../../item';
import { LocatorError } from '../record/locator';

/** A filter of a list: its parameter, and what is wanted where it was set. */
export interface Filter<Wanted = unknown> {
	readonly parameter: INodeProperties;
	/**
	 * Reads what was set, which is never empty.
	 *
	 * @throws Error saying what is wrong with it
	 */
	read(value: unknown, item: Item): Wanted;
	/**
	 * What is wanted, where it has to be looked up in the service; asked once every filter has been read.
	 *
	 * @throws LocatorError where it is not found
	 */
	find?(value: unknown, item: Item): Promise<Wanted>;
}

/** What an item wants of each filter of a list; those that filter nothing are not there. */
export type Wanted<Filters> = {
	readonly [Name in keyof Filters]?: Filters[Name] extends Filter<infer One> ? One : never;
};

/** The filters of a list, each of them added by the person. */
export const filtersParameter = (filters: Readonly<Record<string, Filter>>): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'What to leave out of the list: only what fits all that are added comes back',
	options: Object.values(filters).map(({ parameter }) => parameter),
});

/** Option of a list: what an added filter means whose value came out empty. */
export const emptyFilterOption: INodeProperties = {
	displayName: 'Empty Filter',
	name: 'emptyFilter',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'The item fails, so that what was to be filtered does not all come back',
		},
		{
			name: 'Ignore',
			value: 'ignore',
			description: 'The list is not filtered by it, as if it had not been added',
		},
	],
	default: 'fail',
	description:
		'What to do when a filter was added and its value comes out empty. AI agents send empty texts for filters they do not use: there, ignore them.',
};

/**
 * Reads the filters that were added.
 *
 * @throws NodeOperationError naming a filter that is empty, or that cannot be what it has to be
 */
export async function readFilters<Filters extends Readonly<Record<string, Filter>>>(
	item: Item,
	filters: Filters,
): Promise<Wanted<Filters>> {
	const given = item.parameter('filters', {}) as IDataObject;
	const ignoresEmpty = item.option('emptyFilter') === 'ignore';
	const wanted: Record<string, unknown> = {};
	for (const [name, filter] of Object.entries(filters)) {
		if (!(name in given)) continue;
		const value = given[name];
		if (!isEmpty(value)) wanted[name] = readFilter(item, filter, value);
		else if (!ignoresEmpty) throw emptyFilter(item, filter);
	}
	for (const name of Object.keys(wanted)) {
		const filter: Filter = filters[name];
		if (filter.find === undefined) continue;
		const finding = filter.find(given[name], item);
		wanted[name] = await finding.catch((error: unknown) => {
			throw error instanceof LocatorError ? inFilter(item, filter, error) : error;
		});
	}
	return wanted as Wanted<Filters>;
}

function readFilter<One>(item: Item, filter: Filter<One>, value: unknown): One {
	try {
		return filter.read(value, item);
	} catch (error) {
		throw inFilter(item, filter, error as Error);
	}
}

const inFilter = (item: Item, { parameter }: Filter, error: Error) =>
	item.error(
		`The filter "${parameter.displayName}": ${error.message}`,
		error instanceof LocatorError
			? error.advice
			: 'Correct its value or its expression, or remove the filter.',
	);

const emptyFilter = (item: Item, { parameter }: Filter) =>
	item.error(
		`The filter "${parameter.displayName}" was added but is empty, so it would filter nothing`,
		'Correct its value or its expression, or remove the filter. To go on without empty filters, set the option "Empty Filter" to "Ignore".',
	);

/** Nothing, however it was come by: no value, blanks, a locator in which nothing was chosen, a list without entries. */
function isEmpty(value: unknown): boolean {
	if (isMissing(value) || Number.isNaN(value)) return true;
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && 'value' in value && isEmpty(value.value);
}
