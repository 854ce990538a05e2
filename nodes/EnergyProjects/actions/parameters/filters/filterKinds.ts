import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldNamed, optionOf } from '../../../service/field';
import type { RecordType } from '../../../service/record';
import { quoted } from '../../../values/quoted';
import { toBoolean } from '../../../values/parse/boolean';
import { comparableText } from '../../../values/text';
import { resolveId } from '../record/chosenRecord';
import type { Filter } from './filters';
import { chosenIn } from '../record/locator';

/** Of a filter the service does not have. */
export const appliedHere = (text: string) =>
	`${text}. The service has no such filter: the node applies it.`;

/** A filter by a text, without surrounding blanks. */
export const textFilter = (
	parameter: Omit<INodeProperties, 'type' | 'default'>,
): Filter<string> => ({
	parameter: { ...parameter, type: 'string', default: '' },
	read: textIn,
});

/**
 * A filter by a text that stands somewhere in a record; letter case does not count.
 *
 * @param textsOf where it is looked for
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
		description: appliedHere(description),
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

/** A filter that is on or off: both filter, in contrast to one that was not added. */
export const booleanFilter = (parameter: Omit<INodeProperties, 'type' | 'default'>) => ({
	parameter: { ...parameter, type: 'boolean', default: true } satisfies INodeProperties,
	read(value: unknown): boolean {
		// It is not empty: that was looked at before.
		return toBoolean(value) === true;
	},
});

/** A filter by the record of a locator. */
export const idFilter = (noun: string, parameter: INodeProperties): Filter<string> => ({
	parameter,
	read: (value) => chosenIn(value, noun).text,
	find: async (value, item) => await resolveId(item, noun, value),
});

/** A filter by a field with an enumeration, with its values to choose from. */
export function enumerationFilter({ noun, fields }: RecordType, name: string): Filter<string> {
	const { label, values = [], description } = fieldNamed(fields, name);
	const options: INodePropertyOptions[] = values.map(optionOf);
	const preset = values.find(({ isDefault: isPreset }) => isPreset)?.value ?? '';
	const about = `Only ${noun}s with this value. ${description}.`;
	return {
		parameter: {
			...{ displayName: label, name, options, description: about },
			type: 'options',
			default: preset,
		},
		read(value) {
			const text = typeof value === 'string' ? value.trim() : '';
			const allowed = values.map((one) => one.value);
			if (allowed.includes(text)) return text;
			throw new Error(`"${quoted(value)}" is not one of its values: ${allowed.join(', ')}`);
		},
	};
}
