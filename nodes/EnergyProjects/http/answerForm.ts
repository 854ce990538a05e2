import { isSuccess } from './answers/outcome';
import type { Answer, BodyForm, Outcome } from './answers/outcome';
import type { ApiRequest } from './request';

/** Whether a request got what it was sent for. */
export const isExpectedAnswer = (
	outcome: Outcome,
	expected: ApiRequest['expect'],
): outcome is Answer => isSuccess(outcome) && problemWith(outcome, expected) === undefined;

/** Forms of a body that will do where one of them is expected. */
const FITS: Readonly<Record<NonNullable<ApiRequest['expect']>, readonly BodyForm[]>> = {
	object: ['object', 'page'],
	written: ['object', 'page', 'empty'],
	array: ['array'],
	page: ['page'],
};

const WORDS: Readonly<Record<NonNullable<ApiRequest['expect']>, string>> = {
	object: 'the object that was expected',
	written: 'a record, but a list',
	array: 'the array that was expected',
	page: 'the page that was expected',
};

/** What is wrong with the body of a success. An empty one is fine where nothing is read from it. */
export function problemWith(outcome: Outcome, expected: ApiRequest['expect']): string | undefined {
	if (!isSuccess(outcome)) return undefined;
	const { form } = outcome;
	const fits = expected === undefined ? form !== 'text' : FITS[expected].includes(form);
	if (fits) return undefined;
	if (form === 'empty') return 'the answer was empty';
	return form === 'text'
		? 'the answer was not JSON'
		: `the answer was not ${WORDS[expected ?? 'object']}`;
}
