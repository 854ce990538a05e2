import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldNamed, optionOf } from '../../../service/field';
import type { ReadableRecord, RecordType } from '../../../service/record';
import { quoted } from '../../../values/quoted';
import { toBoolean } from '../../../values/parse/boolean';
import { comparableText } from '../../../values/text';
import { resolveId } from '../record/chosenRecord';
import { locatorChoiceIn } from '../record/locator';
import type { Filter } from './filters';

/** The description of a filter that only the node has. */
export const appliedByNode = (text: string) =>
	`${text}. The service has no such filter, so the node applies it.`;

/** A filter by a text, without surrounding blanks. */
export const textFilter = (
	parameter: Omit<INodeProperties, 'type' | 'default'>,
): Filter<string> => ({
	parameter: { ...parameter, type: 'string', default: '' },
	read: textIn,
});

/**
 * A filter by a text that appears somewhere in a record; letter case does not count.
 *
 * @param textsOf the texts in which it is looked for
 */
export const searchFilter = (
	placeholder: string,
	description: string,
	textsOf: (record: IDataObject) => readonly unknown[],
): Filter<(record: IDataObject) => boolean> => ({
	parameter: {
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder,
		description: appliedByNode(description),
	},
	read(value) {
		const searched = comparableText(textIn(value));
		return (record) =>
			comparableText(textsOf(record).map(comparableText).join(' ')).includes(searched);
	},
});

function textIn(value: unknown): string {
	// A human ID or a postal code can come as a number.
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	throw new Error(`"${quoted(value)}" is not a text`);
}

/** A filter that is on or off. Both leave something out; only a filter that was not added leaves out nothing. */
export const booleanFilter = (parameter: Omit<INodeProperties, 'type' | 'default'>) => ({
	parameter: { ...parameter, type: 'boolean', default: true } satisfies INodeProperties,
	read(value: unknown): boolean {
		// It is not empty: readFilters has checked that.
		return toBoolean(value) === true;
	},
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

/** A filter by a field with an enumeration; its values are the choices. */
export function enumerationFilter({ noun, fields }: RecordType, name: string): Filter<string> {
	const { label, values = [], description } = fieldNamed(fields, name);
	const options: INodePropertyOptions[] = values.map(optionOf);
	const defaultValue = values.find(({ isDefault }) => isDefault)?.value ?? '';
	const about = `Only ${noun}s with this value. ${description}.`;
	return {
		parameter: {
			...{ displayName: label, name, options, description: about },
			type: 'options',
			default: defaultValue,
		},
		read(value) {
			const text = typeof value === 'string' ? value.trim() : '';
			const allowed = values.map((one) => one.value);
			if (allowed.includes(text)) return text;
			throw new Error(`"${quoted(value)}" is not one of its values: ${allowed.join(', ')}`);
		},
	};
}
