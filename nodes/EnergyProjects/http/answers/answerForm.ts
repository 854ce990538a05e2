import { isSuccess } from './outcome';
import type { Answer, BodyForm, Outcome } from './outcome';
import { isKeyed, isSameId, recordIdIn } from './recordId';

/**
 * What an answer has to be. Records, alone or in an array or a page, have an ID. A write may be answered with the record
 * it wrote, with another object or with nothing; a deletion with any JSON or nothing; but neither with an error.
 */
export type ExpectedForm = 'object' | 'record' | 'array' | 'page' | 'written' | 'deleted';

/** The answer that a request expects. */
export interface ExpectedAnswer {
	readonly form: ExpectedForm;
	/** Of the record that is read; undefined if the request does not name one. */
	readonly id?: string;
	/** What the records are called, for an error. */
	readonly noun?: string;
}

/** Why the body of a success is not what was expected. */
export type AnswerProblem =
	| { readonly kind: 'empty' | 'notJson' | 'failed' }
	| { readonly kind: 'otherForm'; readonly expected: ExpectedForm }
	| { readonly kind: 'otherRecord'; readonly id: string }
	| WrongEntry;

/** An entry of a list is not a record. */
export interface WrongEntry {
	readonly kind: 'entry';
	/** Its place in the list, from 1. */
	readonly number: number;
	readonly entry: unknown;
	/** What the entry should have been. */
	readonly noun: string;
}

/** Whether a request got the answer that it expects. If it expects none, any JSON or an empty body will do. */
export const isExpectedAnswer = (outcome: Outcome, expected?: ExpectedAnswer): outcome is Answer =>
	isSuccess(outcome) && problemWith(outcome, expected) === undefined;

const ANY_JSON: readonly BodyForm[] = ['object', 'page', 'array', 'empty'];

/** The forms of a body that count as the expected one. */
const ACCEPTED: Readonly<Record<ExpectedForm, readonly BodyForm[]>> = {
	object: ['object', 'page'],
	record: ['object', 'page'],
	written: ['object', 'page', 'empty'],
	deleted: ANY_JSON,
	array: ['array'],
	page: ['page'],
};

/** What is wrong with the body of a success. */
export function problemWith(
	{ form, body }: Answer,
	expected?: ExpectedAnswer,
): AnswerProblem | undefined {
	const accepted = expected === undefined ? ANY_JSON : ACCEPTED[expected.form];
	if (!accepted.includes(form)) {
		if (form === 'empty') return { kind: 'empty' };
		if (form === 'text' || expected === undefined) return { kind: 'notJson' };
		return { kind: 'otherForm', expected: expected.form };
	}
	switch (expected?.form) {
		case 'record':
			return problemWithRecord(body, expected);
		case 'array':
			return problemWithEntries(body, expected);
		case 'page':
			return problemWithEntries((body as { items: unknown }).items, expected);
		case 'written':
		case 'deleted':
			return saysItFailed(body) ? { kind: 'failed' } : undefined;
		default:
			return undefined;
	}
}

function problemWithRecord(body: unknown, { form, id }: ExpectedAnswer): AnswerProblem | undefined {
	const given = recordIdIn(body);
	if (given === undefined) return { kind: 'otherForm', expected: form };
	return id === undefined || isSameId(given, id) ? undefined : { kind: 'otherRecord', id: given };
}

function problemWithEntries(
	list: unknown,
	{ noun = 'record' }: ExpectedAnswer,
): AnswerProblem | undefined {
	const entries = list as readonly unknown[];
	const index = entries.findIndex((entry) => recordIdIn(entry) === undefined);
	if (index === -1) return undefined;
	return { kind: 'entry', number: index + 1, entry: entries[index], noun };
}

/** Whether the answer to a write says that the write failed, although its status says that it succeeded. */
const saysItFailed = (body: unknown): boolean =>
	isKeyed(body) && (body.success === false || hasError(body.error) || hasErrors(body.errors));

/** An empty list means no error. */
const hasError = (error: unknown): boolean =>
	Boolean(error) && !(Array.isArray(error) && error.length === 0);

/** Errors by field count as no error if no field has any. */
const hasErrors = (errors: unknown): boolean =>
	isKeyed(errors) ? Object.values(errors).some(hasError) : hasError(errors);
