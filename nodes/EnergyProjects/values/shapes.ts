import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { RecordType } from '../service/field';

/** How a read shows a record. */
export type OutputMode = 'simplified' | 'raw' | 'selectedFields';

/**
 * Shapes one record of the service for the workflow. Simplified output is flat: the last part of each path is
 * the key, and what the record lacks is null, so that every item has the same columns.
 */
export function shapeRecord(
	type: RecordType,
	record: IDataObject,
	mode: OutputMode,
	selected: readonly string[] = [],
): IDataObject {
	if (mode === 'raw') return record;
	const paths = mode === 'simplified' ? type.simplified : selected;
	return Object.fromEntries(
		paths.map((path) => {
			const steps = path.split('.');
			return [steps[steps.length - 1], valueAt(record, steps)];
		}),
	);
}

function valueAt(record: IDataObject, steps: readonly string[]): GenericValue {
	let value: unknown = record;
	for (const step of steps) {
		if (typeof value !== 'object' || value === null) return null;
		value = (value as Record<string, unknown>)[step];
	}
	return (value ?? null) as GenericValue;
}
