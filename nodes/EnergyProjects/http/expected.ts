import { isSameId, recordIdIn } from '../service/ids';
import { isObject } from '../values/objects';
import type { Answer } from './answer';
import { serviceText } from './serviceText';

/**
 * What an answer has to be. Records, alone or in an array or a page, have an ID. A write may be answered with the record
 * it wrote, with another object or with nothing; a deletion with any JSON or nothing. An answer that says `error`, `errors`
 * or `success: false` is refused; only a record that was read may have such a field.
 */
export type ExpectedForm = 'record' | 'array' | 'page' | 'written' | 'deleted';

/** The answer that a request expects; without a form, any JSON or an empty body will do. */
export interface ExpectedAnswer {
	readonly form?: ExpectedForm;
	/** Of the record that is read; undefined if the request does not name one. */
	readonly id?: string;
}

const MOST_NAMES = 10;

/** Why the body of a success is not what was expected, in words that follow what could not be done. */
export function problemWith({ body }: Answer, { form, id }: ExpectedAnswer): string | undefined {
	if (typeof body === 'string') return 'the answer was not JSON';
	const other = (expected: string) => `the answer was not ${expected}, but ${shapeOf(body)}`;
	if (form !== undefined && form !== 'record' && saysItFailed(body))
		return `the service answered with an error${withColon(serviceText(body))}`;
	switch (form) {
		case undefined:
		case 'deleted':
			return undefined;
		case 'written':
			return body === undefined || isObject(body) ? undefined : other('a record');
		case 'array':
		case 'page': {
			const entries = form === 'array' ? body : isObject(body) && body.items;
			if (!Array.isArray(entries)) return other(`the expected ${form}`);
			const wrong = entries.findIndex((entry) => recordIdIn(entry) === undefined);
			if (wrong === -1) return undefined;
			return `entry ${wrong + 1} of the list is ${shapeOf(entries[wrong])}, not a record with an ID`;
		}
		case 'record': {
			const given = recordIdIn(body);
			if (given === undefined) return other('a record with an ID');
			const isOther = id !== undefined && !isSameId(given, id);
			return isOther ? `the answer was another record, with the ID ${given}` : undefined;
		}
	}
}

const withColon = (text: string) => (text ? `: ${text}` : ', but did not say which one');

/** Describes a value to a person. Of an object, it gives the names of the fields. */
function shapeOf(value: unknown): string {
	if (value === null || value === undefined) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (!isObject(value)) return `a ${typeof value}`;
	const text = serviceText(value);
	const names = Object.keys(value).slice(0, MOST_NAMES).join(', ');
	return `an object with ${names || 'no fields'}${text && `: ${text}`}`;
}

/** Whether an answer says that the request failed, although its status says that it succeeded. */
export const saysItFailed = (body: unknown): boolean =>
	isObject(body) && (body.success === false || holdsText(body.error) || holdsText(body.errors));

const holdsText = (error: unknown): boolean =>
	typeof error === 'object' && error !== null
		? Object.values(error).some(holdsText)
		: Boolean(error);
