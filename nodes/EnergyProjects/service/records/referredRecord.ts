import type { Field } from '../field';
import type { ReadableRecord } from '../record';
import { customerRecord } from './customer';

/** Fields name these records by their nouns, since a record consists of fields: their types would form a circle. */
const records: Readonly<Record<NonNullable<Field['refersTo']>, ReadableRecord>> = {
	customer: customerRecord,
};

/** The record that the ID in a field points to; undefined if the field is not such an ID. */
export const referredRecord = ({ refersTo }: Field): ReadableRecord | undefined =>
	refersTo && records[refersTo];
