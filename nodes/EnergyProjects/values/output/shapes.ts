import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { RecordType } from '../../service/record';

/** The forms in which a record can be handed out. */
export type OutputMode = 'simplified' | 'raw' | 'selectedFields';

/**
 * Shapes one record of the service for the workflow. Simplified output is flat: the last part of each path is the key,
 * and a field that the record lacks is null, so that every item has the same columns. Selected fields come in the order
 * in which they were chosen. If the ID was not chosen, it comes first: without it a workflow could do nothing more with
 * the record.
 */
export function shapeRecord(
	type: RecordType,
	record: IDataObject,
	mode: OutputMode,
	selected: readonly string[] = [],
): IDataObject {
	if (mode === 'raw') return record;
	const paths = mode === 'simplified' ? type.simplified : withId(selected);
	return Object.fromEntries(
		paths.map((path) => {
			const steps = path.split('.');
			return [keyOfPath(steps), valueAt(record, steps)];
		}),
	);
}

const withId = (names: readonly string[]) => (names.includes('id') ? names : ['id', ...names]);

/** The key of a path in the simplified output: its last part. */
export const keyOfPath = (steps: readonly string[]): string => steps[steps.length - 1];

function valueAt(record: IDataObject, steps: readonly string[]): GenericValue {
	let value: unknown = record;
	for (const step of steps) {
		if (typeof value !== 'object' || value === null) return null;
		value = (value as Record<string, unknown>)[step];
	}
	return (value ?? null) as GenericValue;
}
