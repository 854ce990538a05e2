import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hasOwn, isMissing, isObject } from '../../../values/objects';
import { quotedList } from '../../../values/quoted';
import type { Item } from '../../item';
import { LocatorError } from '../record/locator';
import { isFilledInByModel } from './filledInByModel';

/** Which records of a list a filter leaves in; the node applies it. */
export type Keep = (record: IDataObject) => boolean;

/** A filter of a list: its parameter, and how its value is read. */
export interface Filter<Value = unknown> {
	readonly parameter: INodeProperties;
	/**
	 * Reads the value that was set, which is never empty.
	 *
	 * @throws Error saying what is wrong with it
	 */
	read(value: unknown, item: Item): Value;
	/**
	 * The value, if it has to be looked up in the service. Called after all filters have been read.
	 *
	 * @throws LocatorError if it is not found
	 */
	find?(value: unknown, item: Item): Promise<Value>;
}

/** The values of the filters of a list; filters that were not added, or are empty, are missing. */
export type FilterValues<Filters> = {
	readonly [Name in keyof Filters]?: Filters[Name] extends Filter<infer One> ? One : never;
};

/** The filters of a list. The person adds each of them. */
export const filtersParameter = (filters: Readonly<Record<string, Filter>>): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which records to return: only those that match all filters you add',
	options: Object.values(filters).map(({ parameter }) => parameter),
});

/** Option of a list: what to do if a filter was added but its value is empty. */
export const emptyFilterOption: INodeProperties = {
	displayName: 'Empty Filter',
	name: 'emptyFilter',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'The item fails, so that a broken filter does not return everything',
		},
		{
			name: 'Ignore',
			value: 'ignore',
			description: 'The node ignores this filter, as if you had not added it',
		},
	],
	default: 'fail',
	description:
		'What to do if a filter was added but its value is empty. Without this option, the item fails, but a filter that an AI agent fills in is ignored if the agent leaves it empty.',
};

/**
 * Reads the filters that were added.
 *
 * @throws NodeOperationError naming a filter that is empty, has a wrong value or does not exist
 */
export async function readFilters<Filters extends Readonly<Record<string, Filter>>>(
	item: Item,
	filters: Filters,
): Promise<FilterValues<Filters>> {
	const given = givenFilters(item);
	const ifEmpty = item.option('emptyFilter');
	const ignoresEmpty = ifEmpty === 'ignore';
	const unknown = Object.keys(given).filter((name) => !hasOwn(filters, name));
	if (unknown.length > 0 && !ignoresEmpty) throw unknownFilters(item, unknown, filters);
	const values: Record<string, unknown> = {};
	for (const [name, filter] of Object.entries(filters)) {
		if (!hasOwn(given, name)) continue;
		const value = given[name];
		if (!isEmpty(value)) values[name] = readFilter(item, filter, value);
		else if (ignoresEmpty || (ifEmpty === undefined && isFilledInByModel(item, name))) continue;
		else throw emptyFilter(item, filter);
	}
	for (const name of Object.keys(values)) {
		const filter: Filter = filters[name];
		if (filter.find === undefined) continue;
		const finding = filter.find(given[name], item);
		values[name] = await finding.catch((error: unknown) => {
			throw error instanceof LocatorError ? inFilter(item, filter, error) : error;
		});
	}
	return values as FilterValues<Filters>;
}

/** What the filters of a list ask the service for, and what the node keeps of its answer; undefined if all. */
export interface DividedFilters {
	readonly query: IDataObject;
	readonly keep?: Keep;
}

/** Divides the values of filters: those that are a Keep are applied by the node, all others are sent. */
export function divided(values: Readonly<Record<string, unknown>>): DividedFilters {
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	const keeps = given.map(([, value]) => value).filter((value) => typeof value === 'function');
	const sent = given.filter(([, value]) => typeof value !== 'function');
	return {
		query: Object.fromEntries(sent) as IDataObject,
		// Undefined if nothing is left out, so that smaller pages are enough.
		keep:
			keeps.length === 0 ? undefined : (record) => keeps.every((keep) => (keep as Keep)(record)),
	};
}

/**
 * The value of the parameter. If its whole value is an expression, n8n looks for the filters in the text of that
 * expression: it finds the methods that every text has, such as "search", and hands them over in their place.
 */
function givenFilters(item: Item): IDataObject {
	const given = item.parameter('filters', {}) ?? {};
	const isReadable =
		isObject(given) && !Object.values(given).some((value) => typeof value === 'function');
	if (isReadable) return given;
	throw item.error(
		'The whole value of "Filters" is an expression, which n8n cannot evaluate',
		'Add the filters one by one, and use an expression for the value of each.',
	);
}

const unknownFilters = (
	item: Item,
	names: readonly string[],
	filters: Readonly<Record<string, Filter>>,
) =>
	item.error(
		`There is no such filter: ${quotedList(names)}`,
		`Remove it, or choose one of: ${Object.keys(filters).join(', ')}. To ignore it, set the option "Empty Filter" to "Ignore".`,
	);

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
		`The filter "${parameter.displayName}" was added but is empty, so it would not filter anything`,
		'Correct its value or its expression, or remove the filter. To ignore empty filters, set the option "Empty Filter" to "Ignore".',
	);

/**
 * Anything that counts as empty: no value, blanks, a locator in which nothing was chosen, a list without
 * entries or with empty ones only.
 */
function isEmpty(value: unknown): boolean {
	if (isMissing(value) || Number.isNaN(value)) return true;
	if (Array.isArray(value)) return value.every(isEmpty);
	return isObject(value) && 'value' in value && isEmpty(value.value);
}
