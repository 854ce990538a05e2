import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DATE_HINT } from '../input/fields';
import { locator, recordId, valueIn } from '../input/locator';
import type { Keep } from '../lists/pages';
import type { Item } from '../run/item';
import { fieldNamed, optionOf } from '../service/field';
import { recordKeyOf } from '../service/ids';
import type { StandardResource } from '../service/resource';
import { changedAtOf, createdAtOf, isLater, toCalendarDate, toInstant } from '../values/dates';
import { isBlank } from '../values/objects';
import { choicesOf, chosenFrom } from '../values/parse';
import { folded, hasWordsOf, quoted, refuseUnmeant, typedText } from '../values/text';

/** A filter of a list: its parameter, and what a value asks for. */
export interface Filter {
	readonly parameter: INodeProperties;
	/**
	 * @param value never empty
	 * @returns what the service is asked for, or a test if it has no such filter; undefined leaves nothing out
	 * @throws Error saying what is wrong with the value
	 */
	read(value: unknown, item: Item): unknown;
}

const filtersCollection = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
} as const satisfies INodeProperties;

/** The filters of a list. The person adds each of them. */
export const filtersParameter = (filters: readonly Filter[]): INodeProperties => ({
	...filtersCollection,
	description: 'Which records to return: only those that match all filters you add',
	options: filters.map(({ parameter }) => parameter),
});

/**
 * What the filters of an item ask the service for, and what the node keeps of its answer.
 *
 * @throws NodeOperationError naming a filter that is empty or has a wrong value
 */
export async function readFilters(item: Item, filters: readonly Filter[]) {
	const given = item.added(filtersCollection);
	const query: IDataObject = {};
	const keeps: Keep[] = [];
	for (const { parameter, read } of filters) {
		const { name } = parameter;
		if (!(name in given)) continue;
		const isOpen = asksForNothing(given[name], parameter.type === 'options');
		if (isOpen && item.isFilledInByModel(filtersCollection.name, name)) continue;
		try {
			if (isOpen) throw new Error('it was added but is empty, so it would not filter anything');
			if (parameter.type === 'string' && ['object', 'boolean'].includes(typeof given[name])) {
				throw new Error(`"${quoted(given[name])}" is not a text`);
			}
			refuseUnmeant(given[name]);
			const asked = await read(given[name], item);
			if (typeof asked === 'function') keeps.push(asked as Keep);
			else if (asked !== undefined) query[name] = asked as string;
		} catch (error) {
			throw item.errorAbout(`The filter "${parameter.displayName}"`, error as Error);
		}
	}
	// Undefined if there is no test: then pages need not be larger than the limit.
	const keep =
		keeps.length === 0 ? undefined : (record: IDataObject) => keeps.every((k) => k(record));
	return { query, keep };
}

/** What is wrong with a filter whose text holds nothing but separators. */
export const NAMES_NO_VALUE = 'it names no value, so it would not filter anything';

/**
 * Whether a filter asks for nothing: no value, blanks, a locator without a choice, a list without entries.
 *
 * @param isChoice whether false is one of its choices
 */
function asksForNothing(value: unknown, isChoice: boolean): boolean {
	const asked = valueIn(value);
	return isBlank(asked) || (!isChoice && asked === false) || Number.isNaN(asked);
}

/** The description of a filter that only the node has. */
const appliedByNode = (text: string) => `${text}. The node applies it.`;

/**
 * A filter by words that appear somewhere in a record, in any order; letter case does not count. The whole ID of a record finds it
 * too, and a phone number finds the record with this number, however it is written.
 *
 * @param textsOf how to find the texts of a record; it may have to be read first
 */
export const searchFilter = (
	placeholder: string,
	description: string,
	textsOf: (item: Item) => Promise<(record: IDataObject) => readonly unknown[]>,
): Filter => ({
	parameter: {
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder,
		description: appliedByNode(description),
	},
	async read(value, item) {
		const searched = folded(value);
		const hasWords = hasWordsOf(value);
		if (hasWords === undefined) throw new Error(NAMES_NO_VALUE);
		const digits = PHONE_NUMBER.test(searched) ? lastDigits(searched) : '';
		const texts = await textsOf(item);
		return (record: IDataObject) =>
			recordKeyOf(record) === searched ||
			(digits.length >= FEWEST_DIGITS && hasNumber(record.phoneNumber, digits)) ||
			hasWords(folded(texts(record).map(folded).join(' ')));
	},
});

/** As many as a number has without its area code. Fewer would be found in numbers of others, and none in all. */
const FEWEST_DIGITS = 6;
/** Telephone systems also write it as a link. */
const PHONE_NUMBER = /^(?:tel:)?(?:[ ()/.+-]*\d){6,20}[ ()/.-]*$/;

/** What tells one phone number from another: with +49, 0049 or 0 in front it is the same, and so in Austria and Switzerland. */
const lastDigits = (number: string): string =>
	number
		.replace(/^\D*?(?:\+|00)(?:49|43|41)/, '')
		.replace(/\D/g, '')
		.replace(/^0+/, '')
		.slice(-8);

/** Whether one of the numbers in a text, such as "0341 901820, mobil 0171 1234567", ends with these digits. */
const hasNumber = (phone: unknown, digits: string): boolean =>
	typedText(String(phone))
		.split(/[^\d ()/.+-]+/)
		.some((number) => lastDigits(number).endsWith(digits));

const dateParameter = (name: string, displayName: string, description: string) =>
	({
		displayName,
		name,
		type: 'dateTime',
		default: '',
		hint: DATE_HINT,
		description: appliedByNode(description),
	}) as const;

/** A filter by a time of the record. A record whose time cannot be read is kept, because it may be meant. */
const afterFilter = (
	timeOf: (record: IDataObject) => number | undefined,
	name: string,
	label: string,
	what: string,
): Filter => ({
	parameter: dateParameter(
		name,
		label,
		`Only records ${what} after this time. A time without an offset is in the time zone of the workflow`,
	),
	read(value, item) {
		const after = toInstant(value, item.run.timeZone);
		return (record: IDataObject) => isLater(timeOf(record) ?? Infinity, after);
	},
});

export const createdAfterFilter = afterFilter(
	createdAtOf,
	'createdAfter',
	'Created After',
	'created',
);
export const updatedAfterFilter = afterFilter(
	changedAtOf,
	'updatedAfter',
	'Updated After',
	'changed',
);

/** The filters by the first and the last day that count. A record without the day is left out. */
export const dayFilters = ({ noun, fields }: StandardResource, name: string): Filter[] =>
	(['From', 'To'] as const).map((edge) => {
		const { label } = fieldNamed(fields, name);
		return {
			parameter: dateParameter(
				`${name}${edge}`,
				`${label} ${edge}`,
				`Only ${noun}s whose ${label.toLowerCase()} is this day or ${edge === 'From' ? 'later' : 'earlier'}`,
			),
			read(value, item) {
				const day = toCalendarDate(value, item.run.timeZone);
				return (record: IDataObject) => {
					// Later days are greater texts.
					const own = String(record[name] ?? '').slice(0, 10);
					return own !== '' && (edge === 'From' ? own >= day : own <= day);
				};
			},
		};
	});

/** A filter by the record of a locator. */
export const recordFilter = (resource: StandardResource, description: string): Filter => ({
	parameter: { ...locator(resource), description },
	read: async (value, item) => await recordId(item, resource, value),
});

/**
 * A filter by a field with an enumeration; its values are the choices. The service filters by one value only, so one
 * value is sent, and several are applied by the node.
 */
export function choicesFilter({ noun, fields }: StandardResource, name: string): Filter {
	const { label, values = [], description } = fieldNamed(fields, name);
	const choices = values.map(optionOf);
	return {
		parameter: {
			displayName: label,
			name,
			type: 'multiOptions',
			options: choices,
			default: [],
			description: `Only ${noun}s with one of these values. ${description}.`,
		},
		read(value) {
			const chosen = choicesOf(value).map((given) => chosenFrom(choices, given));
			if (chosen.length === 0) throw new Error(NAMES_NO_VALUE);
			return chosen.length === 1
				? chosen[0]
				: (record: IDataObject) => chosen.some((choice) => choice === record[name]);
		},
	};
}
