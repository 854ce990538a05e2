import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../service/field';
import { MOST_ENTRIES } from './fieldValue';
import { isObject } from '../objects';

/**
 * The names in `given` that are not names of fields. Names inside objects and lists come as a path: `address.street`,
 * `heatingCircuits[1].title`.
 */
export function unknownIn(fields: readonly Field[], given: IDataObject, path = ''): string[] {
	const known = new Map(fields.map((field) => [field.name, field]));
	const unknown: string[] = [];
	for (const name of Object.keys(given)) {
		const field = known.get(name);
		if (field === undefined) unknown.push(`${path}${name}`);
		else unknown.push(...unknownInside(field, given[name], `${path}${name}`));
	}
	return unknown;
}

function unknownInside({ fields, access }: Field, value: unknown, path: string): string[] {
	// Values that the service computes are not sent, so nothing in them can get lost.
	if (fields === undefined || access === 'readOnly') return [];
	if (isObject(value)) return unknownIn(fields, value, `${path}.`);
	if (!Array.isArray(value)) return [];
	return value
		.slice(0, MOST_ENTRIES)
		.flatMap((entry: unknown, index) =>
			isObject(entry) ? unknownIn(fields, entry, `${path}[${index}].`) : [],
		);
}
