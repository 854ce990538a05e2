import type { Field } from '../../service/field';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';

/**
 * Which fields and values the entries of a snapshot hold, and in which order. It is saved with the entries, so that a
 * later version of this package, which may know other fields or values, can still read them.
 */
export interface Layout {
	/** Names of the compared fields, in the order of the service's document. */
	readonly fields: readonly string[];
	/** Values of booleans and enumerations: an entry holds each as one character. */
	readonly values: readonly string[];
}

/** The fields that a poll compares: those that can be written. It reads one company only, so `companyId` is left out. */
export const comparableFields = (type: RecordType): readonly Field[] =>
	writableFields(type).filter(({ name }) => name !== 'companyId');

/** One character of the alphabet is taken: it stands for an empty field. */
const MOST_VALUES = 63;

/** The layout of this version of the package. */
export function layoutOf(type: RecordType): Layout {
	const fields = comparableFields(type);
	const values = fields.flatMap((field) => (field.values ?? []).map(({ value }) => value));
	return {
		fields: fields.map(({ name }) => name),
		values: [...new Set(['false', 'true', ...values])].slice(0, MOST_VALUES),
	};
}

/** Whether entries of the two layouts can be compared with each other. */
export const isSameLayout = (one: Layout, other: Layout): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
