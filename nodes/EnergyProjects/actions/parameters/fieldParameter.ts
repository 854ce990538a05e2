import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { fieldsInside, labelOf, optionOf, writableValues } from '../../service/field';
import type { Field } from '../../service/field';
import type { ReadableRecord } from '../../service/record';
import { referredRecord } from '../../service/records/referredRecord';
import { UUID_EXAMPLE } from '../../values/uuid';
import { locator } from './record/locator';

/**
 * The editor's parameter for a field of the service: label with unit, meaning, and an input for its type. Numbers start
 * empty, so that one that was added but not filled in is not sent as 0.
 */
export function fieldParameter(field: Field): INodeProperties {
	const placeholder = placeholderOf(field);
	const base = {
		displayName: labelOf(field),
		name: field.name,
		description: field.description,
		// No key without a value: n8n's own parameters have none either.
		...(placeholder !== undefined && { placeholder }),
	};
	switch (field.type) {
		case 'boolean':
			return { ...base, type: 'boolean', default: false };
		case 'number':
			return { ...base, type: 'number', default: '' };
		case 'date':
		case 'dateTime':
			return { ...base, type: 'dateTime', default: '' };
		case 'enumeration': {
			const values = writableValues(field);
			const defaultValue = values.find(({ isDefault }) => isDefault)?.value ?? '';
			return { ...base, type: 'options', options: values.map(optionOf), default: defaultValue };
		}
		case 'object':
			return {
				...base,
				type: 'fixedCollection',
				placeholder: `Add ${field.label}`,
				default: {},
				options: [group('value', field.label, parametersInside(field))],
			};
		case 'list':
			return {
				...base,
				type: 'fixedCollection',
				placeholder: `Add ${entryOf(field).label}`,
				typeOptions: { multipleValues: true, sortable: true },
				default: {},
				options: [
					group(entryOf(field).name, entryOf(field).label, byLabel(parametersInside(field))),
				],
			};
		default: {
			const referred = referredRecord(field);
			if (referred !== undefined) return locatorParameter(field, referred);
			return { ...base, type: 'string', default: '' };
		}
	}
}

/** An example of a value, which the editor shows in an empty input; undefined if the field has none. */
export const placeholderOf = (field: Field): string | undefined =>
	field.placeholder ?? (field.type === 'uuid' ? `e.g. ${UUID_EXAMPLE}` : undefined);

/** A locator has a placeholder in each of its modes. */
const locatorParameter = (field: Field, record: ReadableRecord): INodeProperties => ({
	...locator(record),
	displayName: labelOf(field),
	name: field.name,
	description: field.description,
});

/** The name of one entry of a list field. */
export const entryOf = (field: Field) => field.entry ?? { name: 'entry', label: field.label };

const parametersInside = (field: Field): INodeProperties[] =>
	fieldsInside(field).map(fieldParameter);

/** In alphabetical order, as n8n's rules ask. They let an address keep the order in which people write it. */
const byLabel = (parameters: readonly INodeProperties[]): INodeProperties[] =>
	[...parameters].sort((a, b) => a.displayName.localeCompare(b.displayName));

const group = (
	name: string,
	displayName: string,
	values: INodeProperties[],
): INodePropertyCollection => ({ name, displayName, values });
