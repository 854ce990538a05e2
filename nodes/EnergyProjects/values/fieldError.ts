import { labelOf } from '../service/field';
import type { Field } from '../service/field';

/** Values that a person typed or mapped do not fit their fields. Each problem names its field. */
export class FieldError extends Error {
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.map((problem) => problem.replace(/\.$/, '')).join('; '));
		this.problems = problems;
	}
}

/** The error about one field. */
export const fieldError = (field: Field, problem: string): FieldError =>
	new FieldError([`${labelOf(field)} (${field.name}): ${problem}`]);
