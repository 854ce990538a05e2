import { longestSecret, redact } from '../secrets/redaction';

const LONGEST_TEXT = 500;
/** How many characters of an error body are read. A longer body would hold up everything else that n8n does. */
const LONGEST_READ = 20_000;
/** A secret can take this many times its own length in a text, since each of its characters may be escaped. */
const LONGEST_SPELLING = 6;
const DEEPEST = 4;
/** How many fields with problems are read. */
const MOST_FIELDS = 1_000;

const TEXT_KEYS = 'message detail title error_description description error msg'.split(' ');
const FIELD_KEYS = ['field', 'path', 'property', 'instancePath'];

/**
 * The service's own words in an error body. The form of error bodies is not documented, so this reads every usual one:
 * `message` (text or list), `error`, `error.message`, `errors[]`, `detail`, `title`, plain text.
 *
 * @param secrets what must not appear in it
 * @returns the text, or an empty string if the body says nothing that a person can read
 */
export function serviceText(body: unknown, secrets: readonly string[] = []): string {
	// Redacted before it is cut: after the cut, part of a secret could remain that nothing recognises.
	const said = new ErrorBody(secrets).textOf(body, 0).replace(/\s+/g, ' ').trim();
	const text = redact(said, secrets);
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}

type Keys = Readonly<Record<string, unknown>>;

/** Reads the beginning of one error body. */
class ErrorBody {
	/** How many more characters are read. Each value counts as at least one. */
	private left = LONGEST_READ;
	private readonly secrets: readonly string[];

	constructor(secrets: readonly string[]) {
		this.secrets = secrets;
	}

	textOf(value: unknown, depth: number): string {
		this.left--;
		if (depth > DEEPEST || this.left <= 0) return '';
		if (typeof value === 'string') return this.fromString(value, depth);
		if (Array.isArray(value)) return [...this.textsIn(value, depth + 1)].join('; ');
		if (typeof value !== 'object' || value === null) return '';
		return this.fromObject(value as Keys, depth);
	}

	/** The texts in a list, without repeats. */
	private textsIn(values: readonly unknown[], depth: number): ReadonlySet<string> {
		const texts = new Set<string>();
		for (const value of values) {
			if (this.left <= 0) break;
			const text = this.textOf(value, depth);
			if (text !== '') texts.add(text);
		}
		return texts;
	}

	private fromObject(body: Keys, depth: number): string {
		const own = firstText(TEXT_KEYS, (key) => this.textOf(body[key], depth + 1));
		const details = firstText(['errors', 'details'], (key) => this.detailsOf(body[key], depth + 1));
		if (details !== '' && details !== own) return own === '' ? details : `${own}: ${details}`;
		const named = FIELD_KEYS.map((key) => body[key]).find(
			(name) => typeof name === 'string' && name,
		);
		const field = typeof named === 'string' ? this.beginningOf(named) : '';
		return own !== '' && !own.includes(field) ? `${field} ${own}` : own;
	}

	/** Lists of problems, and the form `{ "email": ["is invalid"] }`. */
	private detailsOf(value: unknown, depth: number): string {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			return this.textOf(value, depth);
		}
		const body = value as Keys;
		const names = Object.keys(body).slice(0, MOST_FIELDS);
		const isByField = names.every((name) => Array.isArray(body[name]));
		const own = isByField ? '' : this.fromObject(body, depth);
		return own === '' ? this.byField(names, body, depth) : own;
	}

	private byField(names: readonly string[], problems: Keys, depth: number): string {
		const texts: string[] = [];
		for (const name of names) {
			if (this.left <= 0) break;
			const field = this.beginningOf(name);
			const text = this.textOf(problems[name], depth + 1);
			if (text !== '') texts.push(`${field}: ${text}`);
		}
		return texts.join('; ');
	}

	private fromString(whole: string, depth: number): string {
		const text = this.beginningOf(whole).trim();
		if (/^[[{]/.test(text)) {
			try {
				return this.textOf(JSON.parse(text), depth + 1);
			} catch {
				return text;
			}
		}
		// The error page of a proxy: only its title tells a person anything.
		if (/^<(!doctype|html|\?xml)/i.test(text)) return /<title>([^<]*)/i.exec(text)?.[1] ?? '';
		return text;
	}

	/** As much of a text as may still be read. No part of a secret remains where it is cut. */
	private beginningOf(text: string): string {
		const most = Math.max(0, this.left);
		this.left -= text.length;
		if (text.length <= most) return text;
		const clean = redact(text.slice(0, most), this.secrets);
		return clean.slice(
			0,
			Math.max(0, clean.length - LONGEST_SPELLING * longestSecret(this.secrets)),
		);
	}
}

/** The first text that is not empty; an empty one if all are. The keys after it are not read. */
function firstText<Key>(keys: readonly Key[], textAt: (key: Key) => string): string {
	for (const key of keys) {
		const text = textAt(key);
		if (text !== '') return text;
	}
	return '';
}
