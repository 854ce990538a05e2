import { isSuccess } from './outcome';
import type { Answer, BodyForm, Outcome } from './outcome';

/** What an answer has to be. A write may be answered with the record it wrote or with nothing. */
export type ExpectedForm = 'object' | 'array' | 'page' | 'written';

/** Whether a request got what it was sent for. Without an expected form, any JSON or nothing will do. */
export const isExpectedAnswer = (outcome: Outcome, expected?: ExpectedForm): outcome is Answer =>
	isSuccess(outcome) && problemWith(outcome, expected) === undefined;

/** The forms of a body that count as the expected one. */
const ACCEPTED: Readonly<Record<ExpectedForm, readonly BodyForm[]>> = {
	object: ['object', 'page'],
	written: ['object', 'page', 'empty'],
	array: ['array'],
	page: ['page'],
};

const PROBLEMS: Readonly<Record<ExpectedForm, string>> = {
	object: 'the answer was not the expected object',
	written: 'the answer was not a record, but a list',
	array: 'the answer was not the expected array',
	page: 'the answer was not the expected page',
};

/** What is wrong with the body of a success. */
export function problemWith(outcome: Outcome, expected?: ExpectedForm): string | undefined {
	if (!isSuccess(outcome)) return undefined;
	const { form } = outcome;
	const isAccepted = expected === undefined ? form !== 'text' : ACCEPTED[expected].includes(form);
	if (isAccepted) return undefined;
	if (form === 'empty') return 'the answer was empty';
	return form === 'text' || expected === undefined ? 'the answer was not JSON' : PROBLEMS[expected];
}
