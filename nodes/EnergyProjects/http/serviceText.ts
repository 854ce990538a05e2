import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values/objects';

/** How many characters of a text, and how many entries of a list, an error can need. */
const LONGEST_READ = 20_000;
const MOST_ENTRIES = 50;
const DEEPEST = 5;

const TEXT_KEYS = 'message detail title error_description description error msg'.split(' ');
const FIELD_KEYS = ['field', 'path', 'property', 'instancePath'];

/**
 * The service's own words in an error body. The form of error bodies is not documented, so this reads every usual one:
 * `message` (text or list), `error`, `error.message`, `errors[]`, `detail`, `title`, plain text.
 *
 * @returns the text, or an empty string if the body says nothing that a person can read
 */
export const serviceText = (body: unknown): string => textOf(body, 0).replace(/\s+/g, ' ').trim();

function textOf(value: unknown, depth: number): string {
	if (typeof value === 'string') return fromString(beginningOf(value).trim(), depth);
	if (depth > DEEPEST) return '';
	if (Array.isArray(value)) return joined(value.map((entry) => () => textOf(entry, depth + 1)));
	return isObject(value) ? fromObject(value, depth + 1) : '';
}

/** A long text is cut, before its last word: that could be a part of a secret, and redaction finds only whole ones. */
const beginningOf = (text: string): string =>
	text.length > LONGEST_READ
		? text.slice(0, LONGEST_READ).split(/\s/).slice(0, -1).join(' ')
		: text;

function fromObject(body: IDataObject, depth: number): string {
	const own = TEXT_KEYS.map((key) => textOf(body[key], depth)).find(Boolean) ?? '';
	const details = detailsOf(body.errors ?? body.details, depth);
	if (details !== '' && details !== own) return own === '' ? details : `${own}: ${details}`;
	const field = FIELD_KEYS.map((key) => textOf(body[key], depth)).find(Boolean) ?? '';
	return own !== '' && !own.includes(field) ? `${field} ${own}` : own;
}

/** Lists of problems, and the form `{ "email": ["is invalid"] }`. */
function detailsOf(value: unknown, depth: number): string {
	const own = textOf(value, depth);
	if (own !== '' || !isObject(value)) return own;
	return joined(
		Object.entries(value).map(([name, problem]) => () => {
			const text = textOf(problem, depth + 1);
			return text && `${beginningOf(name)}: ${text}`;
		}),
	);
}

const joined = (texts: ReadonlyArray<() => string>): string =>
	[...new Set(texts.slice(0, MOST_ENTRIES).map((text) => text()))].filter(Boolean).join('; ');

function fromString(text: string, depth: number): string {
	// The error page of a proxy: only its title tells a person anything.
	if (/^<(!doctype|html|\?xml)/i.test(text)) return /<title>([^<]*)/i.exec(text)?.[1] ?? '';
	if (!/^[[{]/.test(text)) return text;
	try {
		return textOf(JSON.parse(text), depth + 1);
	} catch {
		return text;
	}
}
