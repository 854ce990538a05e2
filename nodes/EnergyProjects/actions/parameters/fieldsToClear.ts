import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, labelOf } from '../../service/field';
import { nullableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { choicesOf } from '../../values/parse/choices';
import { quoted } from '../../values/quoted';
import type { Item } from '../item';

/** Which fields an update empties. An empty text alone does not say that it should empty a field. */
export function fieldsToClearParameter(record: RecordType): INodeProperties {
	const values = nullableFields(record).map(choiceOf);
	return {
		displayName: 'Fields to Clear',
		name: 'fieldsToClear',
		type: 'multiOptions',
		options: values.sort((a, b) => a.name.localeCompare(b.name)),
		default: [],
		description: `Fields of the ${record.noun} to empty. A field cannot be both set and cleared.`,
	};
}

/**
 * What was set, with null for each field to clear.
 *
 * @throws NodeOperationError if a field cannot be cleared, or is both set and cleared
 */
export function withCleared(item: Item, record: RecordType, given: IDataObject): IDataObject {
	const body = { ...given };
	for (const name of choicesOf(item.parameter('fieldsToClear', []))) {
		const field = nullableFields(record).find((candidate) => candidate.name === name);
		if (field === undefined) {
			throw item.error(
				`"${quoted(name)}" is not a field that can be cleared`,
				'Choose fields from the list under "Fields to Clear" only.',
			);
		}
		if (given[name] !== undefined && given[name] !== null) {
			throw item.error(
				`${labelOf(field)} (${name}) is both set and cleared`,
				'Either do not set it, or remove it from "Fields to Clear".',
			);
		}
		body[name] = null;
	}
	return body;
}
