import type { AnswerProblem, ExpectedForm, WrongEntry } from '../answers/answerForm';
import type { Answer } from '../answers/outcome';
import { isKeyed, recordIdIn } from '../answers/recordId';
import { redact } from '../secrets/redaction';
import { serviceText } from './serviceText';

const MOST_NAMES = 10;
/** Characters of a name or an ID that an error shows. */
const LONGEST_NAME = 60;

const EXPECTED: Readonly<Record<ExpectedForm, string>> = {
	object: 'the expected object',
	record: 'a record with an ID',
	array: 'the expected array',
	page: 'the expected page',
	written: 'a record',
	deleted: 'the expected confirmation',
};

/**
 * What is wrong with the body of a success, in words that follow what could not be done: what was expected, what came
 * (the names of its fields, never their values), and the service's own text.
 *
 * @param secrets what must not appear in it
 */
export function answerProblemText(
	problem: AnswerProblem,
	{ body }: Answer,
	secrets: readonly string[],
): string {
	// Texts inside the records of a list are not messages of the service.
	const text = isKeyed(body) ? serviceText(body, secrets) : '';
	const inItsWords = text === '' ? '' : `: ${text}`;
	switch (problem.kind) {
		case 'empty':
			return 'the answer was empty';
		case 'notJson':
			return 'the answer was not JSON';
		case 'failed':
			return `the service answered with an error${inItsWords || ', but did not say which one'}`;
		case 'otherForm':
			return `the answer was not ${EXPECTED[problem.expected]}, but ${shapeOf(body, secrets)}${inItsWords}`;
		case 'otherRecord':
			return `the answer was another record, with the ID ${shown(problem.id, secrets)}`;
		case 'entry':
			return entryText(problem, secrets);
	}
}

function entryText({ number, entry, noun }: WrongEntry, secrets: readonly string[]): string {
	const withId = isKeyed(entry) ? ' with an ID' : '';
	return `entry ${number} of the list is ${shapeOf(entry, secrets)}, not a ${noun}${withId}`;
}

/** Describes a value to a person. Of an object, it gives the names of the fields. */
function shapeOf(value: unknown, secrets: readonly string[]): string {
	if (value === null || value === undefined) return 'empty (null)';
	if (Array.isArray(value)) return 'a list';
	if (!isKeyed(value)) return typeof value === 'string' ? 'text' : `a ${typeof value}`;
	const names = Object.keys(value);
	if (names.length === 0) return 'an object without fields';
	const first = names.slice(0, MOST_NAMES).map((name) => shown(name, secrets));
	const more = names.length - first.length;
	const rest = more > 0 ? ` and ${more} more` : '';
	const aboutId = 'id' in value && recordIdIn(value) === undefined ? ' ("id" holds no ID)' : '';
	return `an object with ${first.join(', ')}${rest}${aboutId}`;
}

function shown(name: string, secrets: readonly string[]): string {
	// Redacted before it is cut: after the cut, part of a secret could remain that nothing recognises.
	const characters = [...redact(name, secrets).replace(/\s+/g, ' ')];
	const isLong = characters.length > LONGEST_NAME;
	return `"${characters.slice(0, LONGEST_NAME).join('')}${isLong ? ' …' : ''}"`;
}
