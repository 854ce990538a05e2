import type { Field } from '../../service/field';
import { writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';

/**
 * How the fields of a record stand in an entry. It is saved with the entries: a later version of this package may know
 * other fields or values, and still has to read them.
 */
export interface Layout {
	/** Names of the fields that are compared, in the order of the service's document. */
	readonly fields: readonly string[];
	/** Values that stand as one character: those of switches and enumerations. */
	readonly values: readonly string[];
}

/**
 * The fields of which an edit tells whether they differ: what a client may write. A poll looks at one company only, so
 * the company is left out.
 */
export const comparableFields = (type: RecordType): readonly Field[] =>
	writableFields(type).filter(({ name }) => name !== 'companyId');

/** Characters there are for values, without the one for "empty". */
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

/** Whether entries of both can be compared with each other. */
export const isSameLayout = (one: Layout, other: Layout): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
