import { labelOf } from '../../service/field';
import type { Field } from '../../service/field';

/** A value that a person typed or mapped does not fit its field. The message names the field. */
export class FieldError extends Error {
	constructor(field: Field, problem: string) {
		super(`${labelOf(field)} (${field.name}): ${problem}`);
	}
}

/** Turns an error about a value into one that names its field. */
export const inField = (field: Field, error: unknown): FieldError =>
	new FieldError(field, (error as Error).message);
