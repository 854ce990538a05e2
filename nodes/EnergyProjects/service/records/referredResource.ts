import type { Field } from '../field';
import type { StandardResource } from '../resource';
import { customerResource } from './customer';

/** Fields name these records by their nouns, since a record consists of fields: otherwise their types would be circular. */
const resources: Readonly<Record<NonNullable<Field['refersTo']>, StandardResource>> = {
	customer: customerResource,
};

/** The record that the ID in a field points to; undefined if the field is not such an ID. */
export const referredResource = ({ refersTo }: Field): StandardResource | undefined =>
	refersTo && resources[refersTo];
