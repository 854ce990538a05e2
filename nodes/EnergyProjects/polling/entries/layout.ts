import type { Field } from '../../service/field';
import type { RecordType } from '../../service/record';

/**
 * Which fields and values the entries of a snapshot hold, and in which order. It is saved with the entries, so that a
 * later version of this package, which may know other fields or values, or a poll that watches other computed fields,
 * can still read them.
 */
export interface Layout {
	/** Names of the compared fields, in the order of the service's document. */
	readonly fields: readonly string[];
	/** Values of booleans and enumerations: an entry holds each as one character. */
	readonly values: readonly string[];
}

/** Whether every poll compares the field: it can be written. A poll reads one company only, so not `companyId`. */
const isAlwaysCompared = ({ access, name }: Field): boolean =>
	access !== 'readOnly' && name !== 'companyId';

/** The fields that a poll can compare: those that can be written, and those that the service computes. */
export const comparableFields = (type: RecordType): readonly Field[] =>
	type.fields.filter((field) => isAlwaysCompared(field) || field.isComputed === true);

/** One character of the alphabet is taken: it stands for an empty field. */
const MOST_VALUES = 63;

/**
 * The layout of this version of the package.
 *
 * @param watched names of fields: the computed ones among them are compared too. They change without an edit, so that
 * nobody gets such an event who did not ask for it, and nobody's state grows
 */
export function layoutOf(type: RecordType, watched: readonly string[] = []): Layout {
	const fields = comparableFields(type).filter(
		(field) => isAlwaysCompared(field) || watched.includes(field.name),
	);
	const values = fields.flatMap((field) => (field.values ?? []).map(({ value }) => value));
	return {
		fields: fields.map(({ name }) => name),
		values: [...new Set(['false', 'true', ...values])].slice(0, MOST_VALUES),
	};
}

/** Whether entries of the two layouts can be compared with each other. */
export const isSameLayout = (one: Layout, other: Layout): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
