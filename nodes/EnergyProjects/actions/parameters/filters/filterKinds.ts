import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldNamed, optionOf } from '../../../service/field';
import type { ReadableRecord, RecordType } from '../../../service/record';
import { addressFields } from '../../../service/records/address';
import { isObject } from '../../../values/objects';
import { toBoolean } from '../../../values/parse/boolean';
import { choicesOf } from '../../../values/parse/choices';
import { quoted } from '../../../values/quoted';
import { comparableText } from '../../../values/text';
import { resolveId } from '../record/chosenRecord';
import { locatorChoiceIn } from '../record/locator';
import type { Filter, Keep } from './filters';

/** Longer than any way to write a date. */
const LONGEST_DATE = 100;

/** The description of a filter that only the node has. */
export const appliedByNode = (text: string) =>
	`${text}. The service has no such filter, so the node applies it.`;

/**
 * A filter by a text, without surrounding blanks.
 *
 * @param toValue what the text asks for
 */
export const textFilter = <Value>(
	parameter: Omit<INodeProperties, 'type' | 'default'>,
	toValue: (text: string) => Value,
): Filter<Value> => ({
	parameter: { ...parameter, type: 'string', default: '' },
	read: (value) => toValue(textIn(value)),
});

/**
 * A filter by a text that appears somewhere in a record; letter case does not count. The whole ID of a record finds it
 * too; a part of it does not, since a short text appears in many IDs by chance.
 *
 * @param textsOf the texts in which it is looked for
 */
export const searchFilter = (
	placeholder: string,
	description: string,
	textsOf: (record: IDataObject) => readonly unknown[],
): Filter<Keep> =>
	textFilter(
		{
			displayName: 'Search',
			name: 'search',
			placeholder,
			description: appliedByNode(description),
		},
		(text) => {
			const searched = comparableText(text);
			return (record) =>
				comparableText(record.id) === searched ||
				comparableText(textsOf(record).map(comparableText).join(' ')).includes(searched);
		},
	);

/**
 * A filter by a part of the address. The whole part has to be the same; letter case does not count. A record without an
 * address is left out.
 */
export function addressFilter({ noun }: RecordType, name: 'city' | 'postalCode'): Filter<Keep> {
	const { label, placeholder } = fieldNamed(addressFields, name);
	return textFilter(
		{
			displayName: label,
			name,
			placeholder,
			description: appliedByNode(
				`Only ${noun}s with exactly this ${label.toLowerCase()} in their address, not only a part of it; upper and lower case and surrounding spaces do not matter`,
			),
		},
		(text) => {
			const wanted = comparableText(text);
			return ({ address }) => isObject(address) && comparableText(address[name]) === wanted;
		},
	);
}

function textIn(value: unknown): string {
	// A human ID or a postal code can come as a number.
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	throw new Error(`"${quoted(value)}" is not text`);
}

/**
 * The value of a filter by a date, if it is of a type and a length that a date can have.
 *
 * @throws Error with a text for people
 */
export function dateIn(value: unknown): unknown {
	const isDate = typeof value !== 'object' || value instanceof Date || 'toISO' in (value ?? {});
	const isTooLong = typeof value === 'string' && value.length > LONGEST_DATE;
	if (isDate && !isTooLong) return value;
	throw new Error(`"${quoted(value)}" is not a date`);
}

/**
 * A filter that is on or off. Off also leaves records out; to leave out none, the filter is not added.
 *
 * @param toValue what on or off asks for
 */
export const booleanFilter = <Value>(
	parameter: Omit<INodeProperties, 'type' | 'default'>,
	toValue: (isOn: boolean) => Value,
): Filter<Value> => ({
	parameter: { ...parameter, type: 'boolean', default: true },
	// It is not empty: readFilters has checked that.
	read: (value) => toValue(toBoolean(value) === true),
});

/**
 * A filter by the record of a locator.
 *
 * @param record left out if there is no list of such records
 */
export const idFilter = (parameter: INodeProperties, record?: ReadableRecord): Filter<string> => ({
	parameter,
	read: (value) => locatorChoiceIn(value, record).text,
	find: async (value, item) => await resolveId(item, value, record),
});

/**
 * A filter by a field with an enumeration; its values are the choices. The service filters by one value only, so one
 * value is sent, and several are applied by the node.
 */
export function choicesFilter({ noun, fields }: RecordType, name: string): Filter<string | Keep> {
	const { label, values = [], description } = fieldNamed(fields, name);
	const allowed = values.map(({ value }) => value);
	return {
		parameter: {
			displayName: label,
			name,
			type: 'multiOptions',
			options: values.map(optionOf),
			default: [],
			description: `Only ${noun}s with one of these values. ${description}.`,
		},
		read(value) {
			const chosen = new Set(choicesOf(value));
			const wrong = [...chosen].find((choice) => !allowed.includes(choice));
			if (wrong !== undefined || chosen.size === 0) {
				const shown = quoted(wrong ?? value);
				throw new Error(`"${shown}" is not one of its values: ${allowed.join(', ')}`);
			}
			const [first, ...others] = chosen;
			return others.length === 0 ? first : (record) => chosen.has(String(record[name]));
		},
	};
}
