import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isComputed } from '../../service/record';
import type { RecordType } from '../../service/record';
import { hasOwn } from '../objects';

/** The forms in which a record can be returned. */
export type OutputMode = 'simplified' | 'raw' | 'selectedFields';

/**
 * Shapes one record of the service for the workflow. Simplified output is flat: the last part of each path is the key,
 * and a field that the record lacks is null, so that every item has the same columns. Selected fields come in the order
 * in which they were chosen. If the ID was not chosen, it comes first: without it a workflow could do nothing more with
 * the record.
 */
export const shapeRecord = (
	type: RecordType,
	record: IDataObject,
	mode: OutputMode,
	selected: readonly string[] = [],
): IDataObject => (mode === 'raw' ? record : shaped(record, pathsOf(type, mode, selected)));

/**
 * The same for what is known of a record after a write. A computed field that is not known is left out: null would say
 * that it has not been calculated. Service document, section Project: computed fields are returned by list and get.
 */
export function shapeWritten(
	type: RecordType,
	record: IDataObject,
	mode: OutputMode,
	selected: readonly string[] = [],
): IDataObject {
	if (mode === 'raw') return record;
	const known = pathsOf(type, mode, selected).filter((path) => {
		const [name] = path.split('.');
		return record[name] !== undefined || !isComputed(type, name);
	});
	return shaped(record, known);
}

const pathsOf = (type: RecordType, mode: OutputMode, selected: readonly string[]) =>
	mode === 'simplified' ? type.simplified : withId(selected);

const shaped = (record: IDataObject, paths: readonly string[]): IDataObject =>
	Object.fromEntries(
		paths.map((path) => {
			const steps = path.split('.');
			return [keyOfPath(steps), valueAt(record, steps)];
		}),
	);

const withId = (names: readonly string[]) => (names.includes('id') ? names : ['id', ...names]);

/** The key of a path in the simplified output: its last part. */
export const keyOfPath = (steps: readonly string[]): string => steps[steps.length - 1];

function valueAt(record: IDataObject, steps: readonly string[]): GenericValue {
	let value: unknown = record;
	for (const step of steps) {
		if (typeof value !== 'object' || value === null || !hasOwn(value, step)) return null;
		value = (value as Record<string, unknown>)[step];
	}
	return (value ?? null) as GenericValue;
}
