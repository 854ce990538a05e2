import type { Field } from '../field';
import type { StandardRecord } from '../record';
import { customerRecord } from './customer';

/** Fields name these records by their nouns, since a record consists of fields: their types would form a circle. */
const records: Readonly<Record<NonNullable<Field['refersTo']>, StandardRecord>> = {
	customer: customerRecord,
};

/** The record that the ID in a field points to; undefined if the field is not such an ID. */
export const referredRecord = ({ refersTo }: Field): StandardRecord | undefined =>
	refersTo && records[refersTo];
