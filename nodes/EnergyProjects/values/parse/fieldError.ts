import { labelOf } from '../../service/field';
import type { Field } from '../../service/field';

/** Something a person typed or mapped in does not fit the field. The message names the field. */
export class FieldError extends Error {
	constructor(field: Field, problem: string) {
		super(`${labelOf(field)} (${field.name}): ${problem}`);
	}
}

/** An error about a value, with the name of the field it was meant for. */
export const inField = (field: Field, error: unknown): FieldError =>
	new FieldError(field, (error as Error).message);
