import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../service/field';
import { MOST_ENTRIES } from './fieldValue';
import { isObject } from '../objects';

/**
 * The names in `given` that are not names of fields. Names inside objects and lists come as a path: `address.street`,
 * `heatingCircuits[1].title`.
 *
 * @param values the values to check in place of those in `given`
 */
export function unknownIn(
	fields: readonly Field[],
	given: IDataObject,
	values: IDataObject = given,
): string[] {
	const unknown: string[] = [];
	collectUnknown(fields, Object.keys(given), values, '', unknown);
	return unknown;
}

/** Adds them to `unknown` one by one: as many as an item can hold are too many for the arguments of one call. */
function collectUnknown(
	fields: readonly Field[],
	names: readonly string[],
	values: IDataObject,
	path: string,
	unknown: string[],
): void {
	const known = new Map(fields.map((field) => [field.name, field]));
	for (const name of names) {
		const field = known.get(name);
		if (field === undefined) unknown.push(`${path}${name}`);
		else collectInside(field, values[name], `${path}${name}`, unknown);
	}
}

function collectInside(
	{ fields, access }: Field,
	value: unknown,
	path: string,
	unknown: string[],
): void {
	// Values that the service computes are not sent, so nothing in them can get lost.
	if (fields === undefined || access === 'readOnly') return;
	if (isObject(value)) collectUnknown(fields, Object.keys(value), value, `${path}.`, unknown);
	if (!Array.isArray(value)) return;
	for (const [index, entry] of value.slice(0, MOST_ENTRIES).entries()) {
		if (!isObject(entry)) continue;
		collectUnknown(fields, Object.keys(entry), entry, `${path}[${index}].`, unknown);
	}
}
