import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldNamed, optionOf } from '../../service/field';
import type { RecordType } from '../../service/record';

/** The filters of a list, each of them added by the person. */
export const filtersParameter = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options,
});

/** Of a filter the service does not have. */
export const appliedHere = (text: string) =>
	`${text}. The service has no such filter: the node applies it.`;

/** A filter by a field with an enumeration, with its values to choose from. */
export function enumerationFilter({ noun, fields }: RecordType, name: string): INodeProperties {
	const { label, values = [], description } = fieldNamed(fields, name);
	const options: INodePropertyOptions[] = values.map(optionOf);
	const preset = values.find(({ isPreset }) => isPreset)?.value ?? '';
	const about = `Only ${noun}s with this value. ${description}.`;
	return {
		...{ displayName: label, name, options, description: about },
		type: 'options',
		default: preset,
	};
}
